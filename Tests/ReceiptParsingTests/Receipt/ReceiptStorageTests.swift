import CMSParsing
import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// BER, which Xcode writes: read as if it were DER, with the places of the original.
@Suite struct ReceiptStorageTests {
  typealias Part = SampleReceipt

  private static let bundle = Part.attribute(2, DER.utf8("a.b"))
  private static let sample = Part(bundle, Part.purchase(Part.attribute(1702, DER.utf8("p"))))

  @Test(arguments: ["xcode-ber", "xcode-ber-chunks"])
  func `A BER receipt rewritten as DER has the same payload`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    let receipt = try AppReceipt(bytes)
    let transcoding = try BERTranscoder.transcode(bytes)
    let rewritten = try AppReceipt(transcoding.bytes)
    #expect(rewritten.form.encoding == .der && receipt.form.encoding == .ber)
    #expect(rewritten == receipt)
    #expect(rewritten.contentBytes == receipt.contentBytes)
    #expect(ReceiptShow(rewritten).fields == ReceiptShow(receipt).fields)
    #expect(
      rewritten.attributes.map { transcoding.inputOffset(of: $0.offset) }
        == receipt.attributes.map(\.offset))
  }

  @Test func `Both Xcode fixtures hold the same receipt`() throws {
    let one = try AppReceipt(Fixtures.receipt("xcode-ber"))
    let chunks = try AppReceipt(Fixtures.receipt("xcode-ber-chunks"))
    #expect(one == chunks)
    #expect(one.attributes.map(\.offset) != chunks.attributes.map(\.offset))
  }

  @Test(arguments: ["xcode-ber", "xcode-ber-chunks", "vpp"])
  func `Offsets of attributes are those of the input`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    let receipt = try AppReceipt(bytes)
    for attribute in receipt.attributes + receipt.inAppReceipts.flatMap(\.attributes) {
      #expect(bytes[attribute.offset] == 0x30, "\(attribute.type)")
    }
    #expect(receipt.inputOffset(ofContainerByte: 0) == 0)
  }

  /// The container with one of its outer levels in another encoding.
  private static func with(
    outer: ([UInt8]) -> [UInt8], inner: ([UInt8]) -> [UInt8] = { DER.octetString($0) }
  ) -> [UInt8] {
    var sample = Self.sample
    sample.eContent = DER.constructed(0, inner(sample.contents))
    let bytes = sample.bytes
    return outer(Array(bytes[(bytes[1] < 0x80 ? 2 : 3)...]))
  }

  private static let definite = sample.bytes

  struct Encoded: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
  }

  @Test(arguments: [
    Encoded(
      testDescription: "a length with a byte too many, §8.1.3.5",
      bytes: with { DER.longLength(0x30, lengthOctets: 2, $0) }),
    Encoded(
      testDescription: "a length with leading zeros",
      bytes: with { DER.longLength(0x30, lengthOctets: 8, $0) }),
    Encoded(
      testDescription: "an indefinite length, §8.1.3.6", bytes: with { DER.indefinite(0x30, $0) }),
    Encoded(
      testDescription: "a constructed OCTET STRING of definite length, §8.7.3",
      bytes: with(outer: { DER.element(0x30, $0) }) { DER.element(0x24, DER.octetString($0)) }),
    Encoded(
      testDescription: "one with two chunks",
      bytes: with(outer: { DER.element(0x30, $0) }) {
        DER.element(0x24, DER.octetString(Array($0[..<5])), DER.octetString(Array($0[5...])))
      }),
    Encoded(
      testDescription: "one with empty chunks and chunks in chunks",
      bytes: with(outer: { DER.element(0x30, $0) }) {
        DER.indefinite(
          0x24, DER.octetString([]), DER.indefinite(0x24, DER.octetString($0)), DER.indefinite(0x24)
        )
      }),
    Encoded(
      testDescription: "the content's length with a byte too many",
      bytes: with(outer: { DER.element(0x30, $0) }) { DER.longLength(0x04, lengthOctets: 3, $0) }),
    Encoded(testDescription: "all of what Xcode does", bytes: sample.ber),
  ])
  func `What BER allows is read, and the form says so`(row: Encoded) throws {
    let receipt = try AppReceipt(row.bytes)
    #expect(receipt.form.encoding == .ber)
    #expect(receipt.containerBytes == Self.definite)
    #expect(receipt == (try AppReceipt(Self.definite)))
    #expect(receipt.bundleIdentifier == "a.b")
    #expect(receipt.inAppReceipts.first?.productIdentifier == "p")
    #expect(refusal(row.bytes + [0])?.der?.code == .trailingContents)
    #expect(refusal(row.bytes + [0])?.offset == row.bytes.count)
  }

  @Test func `An attribute that is cut into chunks is found where it begins`() throws {
    let contents = Self.sample.contents
    for cut in 1..<contents.count {
      var sample = Self.sample
      sample.eContent = DER.indefinite(
        0xA0,
        DER.indefinite(
          0x24, DER.octetString(Array(contents[..<cut])), DER.octetString(Array(contents[cut...]))))
      let bytes = sample.ber
      let receipt = try AppReceipt(bytes)
      // The SET's header has two bytes, and the first attribute follows it.
      let second = 2 + Self.bundle.count
      let chunks = bytes.offset(of: DER.octetString(Array(contents[..<cut]))) + 2
      let expected = [2, second].map { chunks + $0 + ($0 < cut ? 0 : 2) }
      #expect(receipt.attributes.map(\.offset) == expected, "cut at \(cut)")
      #expect(receipt.bundleIdentifier == "a.b")
    }
  }

  private static let certificate = DER.sequence(
    DER.sequence(DER.integer(1)), DER.sequence(), DER.bitString([]))

  private static func with(certificates: [UInt8]) -> Part {
    var sample = Self.sample
    sample.certificates = certificates
    return sample
  }

  @Test func `A certificate may stand in BER, for it is not rewritten itself`() throws {
    let set = DER.indefinite(0xA0, Self.certificate, Self.certificate)
    let receipt = try AppReceipt(Self.with(certificates: set).ber)
    #expect(
      try receipt.certificateEncodings().map(Array.init) == [Self.certificate, Self.certificate])
    var certificates: [[UInt8]] = []
    try receipt.forEachCertificate { certificates.append(Array($0)) }
    #expect(certificates == [Self.certificate, Self.certificate])
  }

  @Test(arguments: [
    Encoded(
      testDescription: "an indefinite length",
      bytes: DER.indefinite(0x30, DER.sequence(DER.integer(1)), DER.sequence(), DER.bitString([]))),
    Encoded(
      testDescription: "an indefinite length inside",
      bytes: DER.sequence(DER.indefinite(0x30, DER.integer(1)), DER.sequence(), DER.bitString([]))),
    Encoded(
      testDescription: "a non-minimal length",
      bytes: DER.sequence(
        DER.sequence(DER.longLength(0x02, lengthOctets: 1, [1])), DER.sequence(), DER.bitString([]))
    ),
    Encoded(
      testDescription: "a constructed string",
      bytes: DER.sequence(DER.element(0x24, DER.octetString([1])), DER.bitString([]))),
  ])
  func `BER inside a certificate is refused, for its signature covers it`(row: Encoded) {
    let set = DER.constructed(0, Self.certificate, row.bytes)
    let bytes = Self.with(certificates: set).ber
    #expect(
      Complaint(refusal(bytes))
        == Complaint(.certificateNotDER, at: bytes.offset(of: row.bytes)))
  }

  @Test func `An error in BER is reported where the input has it`() {
    let bad = DER.sequence(DER.integer(-2), DER.integer(1), DER.octetString([]))
    let bytes = Part(Self.bundle, bad, Self.bundle).ber
    #expect(
      Complaint(refusal(bytes))
        == Complaint(
          .malformed, at: bytes.offset(of: bad) + 2, "INTEGER out of range",
          field: "ReceiptAttribute.type"))
  }

  @Test func `A field of the message in BER is named`() {
    var sample = Self.sample
    sample.certificates = DER.element(0x30, DER.integer(1))  // where signerInfos have to stand
    let bytes = sample.ber
    #expect(
      Complaint(refusal(bytes))
        == Complaint(
          .malformed, at: bytes.offset(of: sample.certificates), "unexpected identifier",
          field: "SignedData.signerInfos"))
  }

  @Test func `BER inside the payload is refused, for its bytes are signed`() {
    var sample = Part()
    sample.payload = DER.indefinite(0x31, Self.bundle)
    let bytes = sample.bytes
    #expect(
      Complaint(refusal(bytes))
        == Complaint(
          .malformed, at: bytes.offset(of: [0x31, 0x80]), "indefinite length", field: "payload"))
  }
}
