import DERParsing
import ReceiptParsing
import TestSupport
import Testing

/// What is wrong with the structure of the payload is an error, with its byte and its field.
@Suite struct ReceiptIndexTests {
  typealias Part = SampleReceipt

  private static let version = DER.integer(1)
  private static let value = DER.octetString([])

  struct Malformed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let attribute: [UInt8]
    /// Where in the attribute.
    let offset: Int
    let der: String
    let field: String

    init(_ name: String, _ attribute: [UInt8], at offset: Int, _ der: String, _ field: String) {
      (testDescription, self.attribute, self.offset) = (name, attribute, offset)
      self.der = der
      self.field = "ReceiptAttribute" + field
    }
  }

  static let malformed: [Malformed] = [
    Malformed("no SEQUENCE", DER.set(DER.integer(2)), at: 0, "unexpected identifier", ""),
    Malformed("no members", DER.sequence(), at: 2, "missing element", ".type"),
    Malformed(
      "type of another type", DER.sequence(DER.utf8("2"), version, value), at: 2,
      "unexpected identifier", ".type"),
    Malformed(
      "empty type, §8.3.1", DER.sequence([2, 0], version, value), at: 2, "INTEGER without contents",
      ".type"),
    Malformed(
      "non-minimal type, §8.3.2", DER.sequence([2, 2, 0, 2], version, value), at: 2,
      "non-minimal INTEGER", ".type"),
    Malformed(
      "type −1", DER.sequence(DER.integer(-1), version, value), at: 2, "INTEGER out of range",
      ".type"),
    Malformed(
      "type 2³¹", DER.sequence(DER.integer(1 << 31), version, value), at: 2,
      "INTEGER out of range", ".type"),
    Malformed(
      "type 2³², which is 0 in 32 bits", DER.sequence(DER.integer(1 << 32), version, value), at: 2,
      "INTEGER out of range", ".type"),
    Malformed(
      "type 2³² + 2, which is 2 in 32 bits", DER.sequence(DER.integer(1 << 32 + 2), version, value),
      at: 2, "INTEGER out of range", ".type"),
    Malformed("no version", DER.sequence(DER.integer(2)), at: 5, "missing element", ".version"),
    Malformed(
      "value in place of the version", DER.sequence(DER.integer(2), value), at: 5,
      "unexpected identifier", ".version"),
    Malformed(
      "version −1", DER.sequence(DER.integer(2), DER.integer(-1), value), at: 5,
      "INTEGER out of range", ".version"),
    Malformed(
      "version 2²⁴", DER.sequence(DER.integer(2), DER.integer(1 << 24), value), at: 5,
      "INTEGER out of range", ".version"),
    Malformed(
      "version 2³² + 1", DER.sequence(DER.integer(2), DER.integer(1 << 32 + 1), value), at: 5,
      "INTEGER out of range", ".version"),
    Malformed(
      "no value", DER.sequence(DER.integer(2), version), at: 8, "missing element", ".value"),
    Malformed(
      "value of another type", DER.sequence(DER.integer(2), version, DER.utf8("a.b")), at: 8,
      "unexpected identifier", ".value"),
    Malformed(
      "value that runs over", DER.sequence(DER.integer(2), version, [4, 1]), at: 8,
      "element runs past the end of its container", ".value"),
    Malformed(
      "a fourth member", DER.sequence(DER.integer(2), version, value, DER.null), at: 10,
      "unexpected trailing bytes", ""),
    Malformed(
      "non-minimal length, §10.1", [0x30, 0x81, 0x08] + DER.integer(2) + version + value, at: 0,
      "non-minimal length", ""),
    Malformed(
      "indefinite length, §10.1", DER.indefinite(0x30, DER.integer(2), version, value), at: 0,
      "indefinite length", ""),
    Malformed(
      "end-of-contents, §8.1.5", [0, 0], at: 0,
      "end-of-contents outside an indefinite length", ""),
  ]

  @Test(arguments: malformed)
  func `A malformed attribute is an error where it is`(row: Malformed) {
    let first = Part.attribute(99, DER.utf8("in front"))
    let own = Part(first, row.attribute, first)
    let inner = Part(first, Part.purchase(first, row.attribute, first), first)
    for bytes in [own.bytes, own.ber, inner.bytes, inner.ber] {
      let last = bytes.offset(of: first + row.attribute) + first.count
      #expect(
        Complaint(refusal(bytes))
          == Complaint(.malformed, at: last + row.offset, row.der, field: row.field))
    }
  }

  struct Payload: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let payload: [UInt8]
    let offset: Int
    let der: String
    var field = "payload"
  }

  private static let set = DER.set(Part.attribute(2, DER.utf8("a.b")))

  @Test(arguments: [
    Payload(testDescription: "empty", payload: [], offset: 0, der: "missing element"),
    Payload(
      testDescription: "a SEQUENCE", payload: DER.sequence(), offset: 0,
      der: "unexpected identifier"),
    Payload(
      testDescription: "bytes after the SET", payload: set + [0], offset: set.count,
      der: "unexpected trailing bytes"),
    Payload(
      testDescription: "two SETs", payload: set + set, offset: set.count,
      der: "unexpected trailing bytes"),
    Payload(
      testDescription: "a SET that runs over", payload: Array(set.dropLast()), offset: 0,
      der: "element runs past the end of its container"),
    Payload(
      testDescription: "a SET of indefinite length", payload: DER.indefinite(0x31, set), offset: 0,
      der: "indefinite length"),
    Payload(
      testDescription: "wrapped twice more", payload: DER.octetString(DER.octetString(set)),
      offset: 2, der: "unexpected identifier"),
    Payload(
      testDescription: "wrapped once more, bytes after it", payload: DER.octetString(set) + [0],
      offset: set.count + 2, der: "unexpected trailing bytes"),
    Payload(
      testDescription: "wrapped once more, bytes inside after it",
      payload: DER.octetString(set + [0]), offset: set.count + 2, der: "unexpected trailing bytes"),
    Payload(
      testDescription: "an empty wrapping", payload: DER.octetString([]), offset: 2,
      der: "missing element"),
  ])
  func `The payload is one SET`(row: Payload) {
    var sample = Part()
    sample.payload = row.payload
    let bytes = sample.bytes
    let start = bytes.offset(of: DER.octetString(row.payload)) + 2
    #expect(
      Complaint(refusal(bytes))
        == Complaint(.malformed, at: start + row.offset, row.der, field: row.field))
  }

  @Test func `A payload wrapped in one more OCTET STRING is read`() throws {
    var sample = Part()
    sample.payload = DER.octetString(Self.set)
    for bytes in [sample.bytes, sample.ber] {
      let receipt = try AppReceipt(bytes)
      #expect(receipt.bundleIdentifier == "a.b")
      #expect(receipt.attributes[0].offset == bytes.offset(of: Self.set) + 2)
      // What is signed is the whole content, the wrapping included.
      #expect(Array(receipt.contentBytes) == DER.octetString(Self.set))
    }
  }

  @Test func `A receipt without attributes is one`() throws {
    let receipt = try AppReceipt(Part().bytes)
    #expect(receipt.attributes.isEmpty && receipt.problems.isEmpty)
    #expect(receipt.inAppReceipts.isEmpty)
    #expect(receipt.bundleIdentifier == nil && receipt.environment == nil)
  }

  @Test func `The order of the attributes is free`() throws {
    let parts = [
      Part.attribute(19, DER.utf8("1")), Part.purchase(), Part.attribute(2, DER.utf8("a.b")),
      Part.purchase(Part.attribute(1702, DER.utf8("p"))), Part.purchase(),
    ]
    let receipt = try AppReceipt(Part(of: parts).bytes)
    #expect(receipt.attributes.map(\.type) == [19, 17, 2, 17, 17])
    #expect(receipt.inAppReceipts.map(\.attributes.count) == [0, 1, 0])
    #expect(receipt.inAppReceipts.map(\.index) == [0, 1, 2])
    #expect(receipt.bundleIdentifier == "a.b" && receipt.originalAppVersion == "1")
  }

  /// Room is made for attributes of 18 bytes on average. With these, of ten, the index is made twice.
  @Test func `Purchases of the shortest attributes there can be are read`() throws {
    let counts = (0..<300).map { $0 % 7 }
    let shortest = Part.attribute(1, [])
    #expect(shortest.count == 10)
    let purchases = counts.map { count in
      Part.attribute(17, DER.set((0..<count).flatMap { _ in shortest }))
    }
    let sample = Part(of: [Part.attribute(3, [])] + purchases)
    for bytes in [sample.bytes, sample.ber] {
      let receipt = try AppReceipt(bytes)
      #expect(receipt.attributes.map(\.type) == [3] + counts.map { _ in 17 })
      #expect(receipt.inAppReceipts.map(\.attributes.count) == counts)
      for (inApp, purchase) in zip(receipt.inAppReceipts, receipt.attributes.dropFirst()) {
        let contents = Array(purchase.value.dropFirst(2))
        #expect(inApp.attributes.flatMap { _ in shortest } == contents)
        #expect(inApp.attributes.allSatisfy { $0.type == 1 && $0.version == 1 && $0.value == [] })
      }
    }
  }

  @Test(arguments: [0, 127, 128, 255, 256, 70_000, 1 << 24, Int(Int32.max) - 1, Int(Int32.max)])
  func `Types up to 2³¹ − 1 are kept`(type: Int) throws {
    let receipt = try AppReceipt(Part(Part.attribute(Int64(type), [1, 2])).bytes)
    #expect(receipt.attributes.map(\.type) == [type])
    #expect(receipt.attributes.first?.value.hexadecimal == "0102")
    #expect(receipt.bytes(ReceiptAttributeType(rawValue: Int32(type))).value == [1, 2])
  }

  @Test(arguments: [0, 1, 2, 127, 128, 65_535, 65_536, 1 << 24 - 1])
  func `Versions up to 2²⁴ − 1 are kept`(version: Int) throws {
    let sample = Part(Part.attribute(4, [7], version: Int64(version)))
    #expect(try AppReceipt(sample.bytes).attributes.map(\.version) == [version])
  }

  @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
  func `Values of every length are kept`(count: Int) throws {
    let value = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let receipt = try AppReceipt(Part(Part.attribute(4, value), Part.attribute(3, [])).bytes)
    #expect(receipt.opaqueValue.map(Array.init) == value)
    #expect(receipt.attributes.map(\.type) == [4, 3])
  }

  struct InApp: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: [UInt8]
    let offset: Int
    let der: String
  }

  @Test(arguments: [
    InApp(testDescription: "empty", value: [], offset: 0, der: "missing element"),
    InApp(
      testDescription: "a SEQUENCE", value: DER.sequence(), offset: 0, der: "unexpected identifier"),
    InApp(
      testDescription: "bytes after the SET", value: DER.set() + DER.null, offset: 2,
      der: "unexpected trailing bytes"),
    InApp(
      testDescription: "wrapped once more", value: DER.octetString(DER.set()), offset: 0,
      der: "unexpected identifier"),
    InApp(
      testDescription: "a SET that runs over", value: [0x31, 0x01], offset: 0,
      der: "element runs past the end of its container"),
  ])
  func `An in-app receipt is one SET`(row: InApp) {
    let sample = Part(Part.attribute(3, []), Part.attribute(17, row.value))
    let bytes = sample.bytes
    let start = bytes.offset(of: Part.attribute(17, row.value)) + 10
    #expect(
      Complaint(refusal(bytes))
        == Complaint(.malformed, at: start + row.offset, row.der, field: "in-app receipt"))
  }
}
