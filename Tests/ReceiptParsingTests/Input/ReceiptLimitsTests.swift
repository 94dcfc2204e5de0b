import DERParsing
import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Each limit at n and at n + 1.
@Suite struct ReceiptLimitsTests {
  @Test func `The defaults`() {
    #expect(ReceiptLimits.default == ReceiptLimits())
    #expect(ReceiptLimits.default.maximumAttributes == 1 << 20)
    #expect(ReceiptLimits.default.der == DERLimits.default)
  }

  private func limits(bytes: Int) -> ReceiptLimits {
    ReceiptLimits(der: DERLimits(maximumInputBytes: bytes))
  }

  @Test(arguments: ["vpp", "xcode-ber"])
  func `The bytes of a container`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    #expect(refusal(bytes, limits: limits(bytes: bytes.count)) == nil)
    #expect(
      Complaint(refusal(bytes, limits: limits(bytes: bytes.count - 1)))
        == Complaint(.tooLarge, at: 0))
  }

  @Test(arguments: ["vpp", "xcode-ber"])
  func `The bytes that Base64 stands for, not its characters`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    let text = Array(Data(bytes).base64EncodedData(options: .lineLength64Characters))
    #expect(refusal(text, limits: limits(bytes: bytes.count)) == nil)
    #expect(
      Complaint(refusal(text, limits: limits(bytes: bytes.count - 1)))
        == Complaint(.tooLarge, at: 0))
  }

  @Test func `Text is not even looked at when it is longer than twice the limit`() {
    let text = [UInt8](repeating: 0x20, count: 200)
    #expect(refusal(text, limits: limits(bytes: 100))?.code == .empty)
    #expect(Complaint(refusal(text, limits: limits(bytes: 99))) == Complaint(.tooLarge, at: 0))
  }

  @Test(arguments: [0, -1, Int.min])
  func `A limit of nothing refuses everything and traps nowhere`(bytes: Int) throws {
    #expect(refusal(try Fixtures.receipt("vpp"), limits: limits(bytes: bytes))?.code == .tooLarge)
  }

  @Test func `A limit beyond 2³⁰ bytes is 2³⁰`() throws {
    #expect(refusal(try Fixtures.receipt("vpp"), limits: limits(bytes: Int.max)) == nil)
  }

  private static let sample = SampleReceipt(
    SampleReceipt.attribute(2, DER.utf8("a.b")),
    SampleReceipt.purchase(
      SampleReceipt.attribute(1702, DER.utf8("p")), SampleReceipt.attribute(1703, DER.utf8("t"))),
    SampleReceipt.attribute(3, DER.utf8("1")))

  @Test func `Attributes, those of purchases included`() throws {
    let bytes = Self.sample.bytes
    #expect(refusal(bytes, limits: ReceiptLimits(maximumAttributes: 5)) == nil)
    for (limit, part) in [
      (4, SampleReceipt.attribute(3, DER.utf8("1"))),
      (3, SampleReceipt.attribute(1703, DER.utf8("t"))),
      (2, SampleReceipt.attribute(1702, DER.utf8("p"))),
      (0, SampleReceipt.attribute(2, DER.utf8("a.b"))),
    ] {
      #expect(
        Complaint(refusal(bytes, limits: ReceiptLimits(maximumAttributes: limit)))
          == Complaint(.tooManyAttributes, at: bytes.offset(of: part)))
    }
  }

  @Test(arguments: [0, -1, Int.min])
  func `A limit of no attributes refuses the first and traps nowhere`(limit: Int) {
    let bytes = Self.sample.bytes
    let first = SampleReceipt.attribute(2, DER.utf8("a.b"))
    #expect(
      Complaint(refusal(bytes, limits: ReceiptLimits(maximumAttributes: limit)))
        == Complaint(.tooManyAttributes, at: bytes.offset(of: first)))
    #expect(refusal(SampleReceipt().bytes, limits: ReceiptLimits(maximumAttributes: limit)) == nil)
    #expect(refusal(bytes, limits: ReceiptLimits(maximumAttributes: .max)) == nil)
  }

  @Test func `Attributes of BER are counted alike, at their places in the input`() throws {
    let bytes = Self.sample.ber
    #expect(refusal(bytes, limits: ReceiptLimits(maximumAttributes: 5)) == nil)
    let last = SampleReceipt.attribute(3, DER.utf8("1"))
    #expect(
      Complaint(refusal(bytes, limits: ReceiptLimits(maximumAttributes: 4)))
        == Complaint(.tooManyAttributes, at: bytes.offset(of: last)))
  }

  /// Six levels of the container; payload, attribute, value; SET of the purchase and its attribute.
  private static let depth = 11

  @Test(arguments: ["ios-sha1-purchases", "xcode-ber"])
  func `Depth`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    let enough = ReceiptLimits(der: DERLimits(maximumDepth: Self.depth))
    #expect(refusal(bytes, limits: enough) == nil)
    for depth in 2..<Self.depth {
      let error = refusal(bytes, limits: ReceiptLimits(der: DERLimits(maximumDepth: depth)))
      #expect(error?.der?.code == .nestedTooDeeply, "\(depth)")
    }
  }

  @Test func `Signed attributes can't exhaust the stack, whatever depth is allowed`() {
    var value: [UInt8] = []
    for _ in 0..<5000 { value = DER.element(0x31, value) }
    var sample = Self.sample
    sample.signers = SampleReceipt.signer(attributes: DER.sequence(DER.oid("1.2.3"), value))
    let error = refusal(sample.bytes, limits: ReceiptLimits(der: DERLimits(maximumDepth: .max)))
    #expect(error?.der?.code == .nestedTooDeeply)
  }

  @Test func `Elements that are rewritten`() throws {
    // Six indefinite lengths and a chunk.
    let bytes = try Fixtures.receipt("xcode-ber")
    #expect(refusal(bytes, limits: ReceiptLimits(der: DERLimits(maximumRewrites: 7))) == nil)
    let error = refusal(bytes, limits: ReceiptLimits(der: DERLimits(maximumRewrites: 6)))
    #expect(error?.code == .malformed && error?.der?.code == .tooManyRewrites)
  }

  @Test func `Streaming keeps to the limits of the encoding`() throws {
    let bytes = Self.sample.bytes
    let error = #expect(throws: ReceiptError.self) {
      try withExactlySized(bytes) { (span) throws(ReceiptError) in
        _ = try ReceiptContainer(span, limits: DERLimits(maximumInputBytes: bytes.count - 1))
      }
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `Borrowed bytes keep to the limits and are repaired, too`() throws {
    let error = #expect(throws: ReceiptError.self) {
      try withExactlySized(Self.sample.bytes) { (span) throws(ReceiptError) in
        _ = try AppReceipt(span, limits: ReceiptLimits(maximumAttributes: 4))
      }
    }
    #expect(error?.code == .tooManyAttributes)
    let plus = SampleReceipt(
      SampleReceipt.attribute(4, [0xFB, 0xFB, 0xEF, 0xBE, 0xFB, 0xEF, 0xBE]))
    let text = Data(plus.bytes).base64EncodedString()
    try #require(text.contains("+"))
    let spoilt = Array(text.replacing("+", with: " ").utf8)
    let receipt = try withExactlySized(spoilt) { (span) throws(ReceiptError) in
      try AppReceipt(span, spacesArePlusSigns: true)
    }
    #expect(receipt.containerBytes == plus.bytes)
  }
}
