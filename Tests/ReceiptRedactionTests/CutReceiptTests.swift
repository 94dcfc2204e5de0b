import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptRedaction
import TestSupport
import Testing

/// A receipt that was cut anywhere, as by a download that broke off, shows nothing of what identifies somebody.
@Suite struct CutReceiptTests {
  /// The groups of so many bytes that may not be left.
  static let length = 8

  /// Without forgeries: some of their signatures are texts that stand elsewhere, too.
  private static let samples = RedactionTests.fixtures.filter {
    $0.url.path().contains("/Receipts/")
  }

  @Test(arguments: Array(samples.enumerated()))
  func `No part of signature, hash or opaque value is left`(
    index: Int, sample: RedactionTests.Sample
  ) throws {
    let bytes = try sample.bytes()
    let receipt = try AppReceipt(bytes)
    guard receipt.form.encoding == .der, !receipt.form.isBase64 else { return }
    let signature = try signature(of: receipt)
    let values = [receipt.opaqueValue, receipt.sha1Hash].compactMap { $0.map(Array.init) }
    let secrets: [[UInt8]] = values + [Array(bytes[signature])]
    let groups = Set(secrets.flatMap(groups(of:)))

    // Every cut inside the signature of some receipts, every seventh of the others, and some before it.
    let step = index % 16 == 0 ? 1 : 7
    var cuts = Array(stride(from: signature.lowerBound + index % step, to: bytes.count, by: step))
    cuts += stride(from: 20 + index % 97, to: signature.lowerBound, by: 397)
    var generator = SeededGenerator(seed: UInt64(index))
    for cut in cuts.thinnedInDebug(by: 11, from: index) {
      let prefix = Array(bytes[..<cut])
      let redaction = try ReceiptRedaction(prefix, using: &generator)
      #expect(redaction.bytes.count == cut)
      let isLeft = self.groups(of: redaction.bytes).contains(where: groups.contains)
      #expect(!isLeft, "cut at \(cut) of \(bytes.count)")
    }
  }

  /// Of a certificate that everybody has, they say by how much they were moved.
  @Test func `The times of certificates don't tell how far dates were moved`() throws {
    let bytes = try Fixtures.receipt("macos-sha256-no-purchases")
    let receipt = try AppReceipt(bytes)
    let text = Array(try #require(receipt.creationDate).utcText.utf8)
    let place = try #require(bytes.firstRange(of: text))
    let certificate = try #require(receipt.certificateEncodings().last).indices
    var generator = SeededGenerator(seed: 1)
    let redacted = try ReceiptRedaction(bytes + [0], using: &generator).bytes
    let times = try [bytes, redacted].map {
      try Certificate(derEncoded: Array($0[certificate])).tbsCertificate.validity.notBefore
        .secondsSince1970
    }
    let dates = try [bytes, redacted].map {
      try #require(ReceiptDate(String(decoding: $0[place], as: UTF8.self))).millisecondsSince1970
    }
    #expect(times[1] != times[0] && dates[1] != dates[0])
    #expect((times[1] - times[0]) * 1000 != dates[1] - dates[0])
  }

  /// A signature may begin with any byte, so also as an element does that a redaction keeps.
  @Test(arguments: [0x02, 0x06, 0x0A, 0x30, 0x31, 0xA0, 0xA3] as [UInt8], [0x7F, 0x80, 0x82])
  func `A signature that looks like an element is no element`(
    identifier: UInt8, length: UInt8
  ) throws {
    var bytes = try Fixtures.receipt("macos-sha256-no-purchases")
    let signature = try signature(of: AppReceipt(bytes))
    let beginning = [identifier, length] + (length == 0x82 ? [0x0F, 0xFF] : []) + [0x06, 0x7F]
    bytes.replaceSubrange(
      signature.lowerBound..<signature.lowerBound + beginning.count, with: beginning)
    let groups = Set(groups(of: Array(bytes[signature])))
    var generator = SeededGenerator(seed: 1)
    for cut in (signature.lowerBound + 8..<bytes.count).thinnedInDebug(
      by: 13, from: Int(identifier))
    {
      let redaction = try ReceiptRedaction(Array(bytes[..<cut]), using: &generator)
      let isLeft = self.groups(of: redaction.bytes).contains(where: groups.contains)
      #expect(!isLeft, "cut at \(cut) of \(bytes.count)")
    }
  }

  /// The OCTET STRING around a value becomes an OBJECT IDENTIFIER by one bit: those of a message stay, but no value does.
  @Test func `A wrong bit before a value shows nothing of it`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    let receipt = try AppReceipt(bytes)
    var generator = SeededGenerator(seed: 1)
    for attribute in receipt.attributes where attribute.value.count >= Self.length {
      let value = attribute.value.indices
      let header = attribute.value.count < 0x80 ? 2 : attribute.value.count < 0x100 ? 3 : 4
      let place = value.lowerBound - header
      #expect(bytes[place] == 0x04)
      var spoilt = bytes
      spoilt[place] = 0x06
      let redaction = try ReceiptRedaction(spoilt, using: &generator)
      let left = Set(groups(of: Array(redaction.bytes[value])))
      #expect(redaction.readingError != nil)
      if attribute.type == 17 { continue }
      #expect(
        left.isDisjoint(with: groups(of: Array(bytes[value]))), "attribute \(attribute.type)")
    }
  }

  @Test(arguments: ["xcode-ber", "xcode-ber-chunks"])
  func `What is left of a receipt of Xcode is truncated where it was`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    var generator = SeededGenerator(seed: 1)
    for cut in stride(from: 200, to: bytes.count, by: 101) {
      let redaction = try ReceiptRedaction(Array(bytes[..<cut]), using: &generator)
      let error = #expect(throws: ReceiptError.self) { try AppReceipt(redaction.bytes) }
      #expect(error == redaction.readingError && error?.code == .truncated, "\(cut)")
    }
  }

  @Test func `What looks like a length of many octets does not stay`() throws {
    let secret: [UInt8] = [
      0x37, 0x07, 0x3B, 0x94, 0x3B, 0xA5, 0xB6, 0x82, 0x96, 0x8B, 0xD0, 0x44, 0x54,
    ]
    // A certificate cut where its signature's algorithm would be, and bytes of another receipt.
    let bytes = [0x30, 0x82, 0x01, 0x00, 0x30, 0x80 + UInt8(secret.count)] + secret + [0x01, 0x02]
    var generator = SeededGenerator(seed: 1)
    let redaction = try ReceiptRedaction(bytes, using: &generator)
    #expect(redaction.bytes.count == bytes.count)
    #expect(!redaction.bytes.contains(secret))
    #expect(Set(groups(of: redaction.bytes)).isDisjoint(with: groups(of: secret)))
  }

  /// Where the signature is.
  private func signature(of receipt: AppReceipt) throws -> Range<Int> {
    try receipt.withContainerBytes { bytes throws(DERError) in
      var signers = receipt.signedData.signerInfos.reader(in: bytes)
      let signer: SignerInfo = try signers.read()
      return signer.signature
    }
  }

  private func groups(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard bytes.count >= Self.length else { return [] }
    return (0...bytes.count - Self.length).map { bytes[$0..<$0 + Self.length] }
  }
}
