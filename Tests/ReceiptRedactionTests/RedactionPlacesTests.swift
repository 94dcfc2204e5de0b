import ReceiptParsing
import TestSupport
import Testing

@testable import ReceiptRedaction

/// What is replaced of each element, wherever it is: all that is not known to say nothing about anybody.
@Suite struct RedactionPlacesTests {
  /// An element, and which of its contents octets are replaced, in the order of the bytes.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let element: [UInt8]
    /// In a message or certificate.
    let inMessage: [String]
    /// In the value of an attribute.
    let inValue: [String]

    init(_ name: String, _ element: [UInt8], _ inMessage: [String], inValue: [String]? = nil) {
      (testDescription, self.element) = (name, element)
      (self.inMessage, self.inValue) = (inMessage, inValue ?? inMessage)
    }
  }

  private static func places(
    _ bytes: [UInt8], from start: Int = 0, keeping kept: PublicCertificates? = nil
  ) -> [String] {
    RedactionPlaces(bytes, keeping: kept, depth: 16).places.map {
      "\($0.kind) \($0.range.lowerBound - start)..<\($0.range.upperBound - start)"
    }
  }

  static let rows =
    [
      Row("BOOLEAN", DER.boolean(true), []),
      Row("BOOLEAN that DER hasn't", DER.element(0x01, [1]), ["integer 2..<3"]),
      Row("BOOLEAN of two bytes", DER.element(0x01, [1, 2]), ["bytes 2..<4"]),
      Row("INTEGER of one byte", DER.integer(5), [], inValue: ["integer 2..<3"]),
      Row("negative INTEGER", DER.integer(-5), [], inValue: ["integer 2..<3"]),
      Row("INTEGER of two bytes", DER.integer(500), ["integer 2..<4"]),
      Row("0", DER.integer(0), []), Row("0 in two bytes", DER.element(0x02, [0, 0]), []),
      Row("ENUMERATED of one byte", DER.element(0x0A, [5]), [], inValue: ["integer 2..<3"]),
      Row("ENUMERATED of two bytes", DER.element(0x0A, [5, 6]), ["integer 2..<4"]),
      Row("named bits", DER.bitString([0xA0, 0x80]), [], inValue: ["bits(unused: 0) 3..<5"]),
      Row("bits", DER.bitString([1, 2, 3]), ["bits(unused: 0) 3..<6"]),
      Row(
        "bits of which some are unused", DER.bitString([1, 2, 0x80], unusedBits: 7),
        ["bits(unused: 7) 3..<6"]),
      Row("bits of which too many are unused", DER.element(0x03, [8, 2]), ["bytes 2..<4"]),
      Row("no bits", DER.bitString([]), []),
      Row("OCTET STRING", DER.octetString([0x41, 0x42]), ["bytes 2..<4"]),
      Row("empty OCTET STRING", DER.octetString([]), []),
      Row("OCTET STRING of an element", DER.octetString(DER.utf8("ab")), ["text 4..<6"]),
      Row(
        "OCTET STRING of an element and more", DER.octetString(DER.utf8("ab") + [0]),
        ["bytes 2..<7"]),
      Row("NULL", DER.null, []), Row("NULL with contents", DER.element(0x05, [1]), ["bytes 2..<3"]),
      Row("OBJECT IDENTIFIER", DER.oid("2.5.4.3"), [], inValue: ["bytes 2..<5"]),
      Row("UTCTime", DER.utcTime("240101000000Z"), ["time 2..<15"]),
      Row("GeneralizedTime", DER.generalizedTime("20240101000000Z"), ["time 2..<17"]),
      Row("the digit 0", DER.utf8("0"), []), Row("another digit", DER.utf8("1"), ["text 2..<3"]),
      Row("two digits", DER.ia5("00"), ["text 2..<4"]),
      Row("date", DER.ia5("2024-01-01T00:00:00Z"), ["date 2..<22"]),
      Row("é in UTF-8", DER.utf8("é"), ["text 2..<4"]),
      Row("é in IA5String", DER.ia5("é"), ["invalidText 2..<4"]),
      Row("ill-formed UTF-8", DER.element(0x0C, [0x41, 0xFF]), ["invalidText 2..<4"]),
      Row(
        "unique identifier", DER.primitive(1, [4, 1, 0x30]), ["bits(unused: 4) 3..<5"],
        inValue: ["bytes 2..<5"]),
      Row(
        "the subject's", DER.primitive(2, [0, 1]), ["bits(unused: 0) 3..<4"],
        inValue: ["bytes 2..<4"]),
      Row("a name in an extension", DER.primitive(2, Array("ab".utf8)), ["bytes 2..<4"]),
      Row("primitive [0]", DER.primitive(0, [1, 2]), ["bytes 2..<4"]),
      Row("primitive [3]", DER.primitive(3, [1, 2]), ["bytes 2..<4"]),
      Row("[0]", DER.constructed(0, DER.utf8("ab")), ["text 4..<6"]),
      Row("[3]", DER.constructed(3, DER.utf8("ab")), ["text 4..<6"]),
      Row("SEQUENCE", DER.sequence(DER.utf8("ab"), DER.null, DER.integer(0)), ["text 4..<6"]),
      Row("SET", DER.set(DER.utf8("ab")), ["text 4..<6"]),
      Row("SEQUENCE of bytes", DER.element(0x30, Array("no element".utf8)), ["bytes 2..<12"]),
      Row("empty SEQUENCE", DER.sequence(), []),
      Row("empty elements", DER.sequence(DER.null, DER.null), []),
    ]
    + [0x0C, 0x12, 0x13, 0x14, 0x16, 0x1E].map {
      Row("text of type \($0)", DER.element($0, Array("ab".utf8)), ["text 2..<4"])
    }

  @Test(arguments: rows) func `In a message`(row: Row) {
    #expect(Self.places(row.element) == row.inMessage)
    #expect(Self.places(DER.sequence(row.element), from: 2) == row.inMessage)
    #expect(Self.places(DER.octetString(row.element), from: 2) == row.inMessage)
    #expect(Self.places(row.element, keeping: PublicCertificates()) == row.inMessage)
  }

  /// Types that nothing is known about, and whose value is none of theirs.
  @Test(arguments: rows) func `In the value of an attribute`(row: Row) {
    for (type, element) in [(9999, row.element), (17, DER.set(row.element))] as [(Int64, [UInt8])] {
      let bytes = SampleReceipt.attribute(type, element)
      let start = bytes.count - row.element.count
      #expect(Self.places(bytes, from: start) == row.inValue, "\(type)")
    }
  }

  /// What no element is, is replaced with its identifier.
  @Test(arguments: [0x00, 0x07, 0x08, 0x0B, 0x15, 0x1F, 0x41, 0x61, 0x70, 0x84, 0xA4, 0xFF])
  func `Bytes of no known type`(identifier: UInt8) {
    let bytes = [identifier, 2, 0x41, 0x42]
    #expect(Self.places(bytes) == ["bytes 0..<4"])
    #expect(Self.places(DER.null + bytes) == ["bytes 2..<6"])
    #expect(Self.places(DER.sequence(DER.utf8("ab"), bytes)) == ["bytes 2..<10"])
  }

  /// In a message that was read, the contents are replaced.
  @Test func `Types that receipts and certificates do not have`() {
    let texts: Set<UInt8> = [0x0C, 0x12, 0x13, 0x14, 0x16, 0x1E]
    for identifier in UInt8.min...UInt8.max
    where identifier & 0x20 == 0 && identifier & 0x1F != 0x1F && identifier > 0x0A {
      let found = Self.places(
        DER.sequence(DER.null, [identifier, 2, 0x41, 0x42]), keeping: PublicCertificates())
      let isTime = identifier == 0x17 || identifier == 0x18
      let kind = texts.contains(identifier) ? "text" : isTime ? "time" : "bytes"
      #expect(found == ["\(kind) 6..<8"], "\(identifier)")
    }
  }

  /// Each character is an identifier, and each zero a length.
  @Test func `A text of UTF-16 does not stay`() {
    let digits: [UInt8] = Array("1001".utf8).flatMap { [$0, 0] }
    let (value, attribute) = (digits.count, SampleReceipt.attribute(9999, digits))
    #expect(
      Self.places(attribute) == ["bytes \(attribute.count - value)..<\(attribute.count)"])
    #expect(Self.places(DER.sequence(digits)) == ["bytes 2..<10"])
    let letters: [UInt8] = Array("Jo".utf8).flatMap { [$0, 0] }
    let wasRead = PublicCertificates()
    #expect(
      Self.places(DER.constructed(1, letters), keeping: wasRead)
        == ["identifier 2..<3", "identifier 4..<5"])
    #expect(
      Self.places(DER.constructed(1, letters + DER.null), keeping: wasRead)
        == ["identifier 2..<3", "identifier 4..<5"])
    // One alone says nothing, and receipts have these.
    for other in [[0x4A, 0], DER.sequence() + DER.set() + DER.constructed(0, [])] as [[UInt8]] {
      #expect(Self.places(DER.constructed(1, other), keeping: wasRead) == [])
    }
  }

  @Test func `Attributes that are in order stay so, and nothing else is sorted`() {
    func attribute(_ text: String) -> [UInt8] { DER.sequence(DER.oid("2.5.4.3"), DER.utf8(text)) }
    func sets(_ bytes: [UInt8]) -> [[Range<Int>]] {
      RedactionPlaces(bytes, keeping: nil, depth: 16).sets
    }
    let (first, second) = (attribute("a"), attribute("b"))
    let ranges = [2..<2 + first.count, 2 + first.count..<2 + 2 * first.count]
    #expect(sets(DER.set(first, second)) == [ranges])
    #expect(sets(DER.set(first, first)) == [ranges])
    #expect(sets(DER.constructed(0, first, second)) == [ranges])
    #expect(sets(DER.set(first, second, second)).map(\.count) == [3])
    #expect(
      sets(DER.set(first, DER.sequence(DER.oid("2.5.4.3"), DER.set(first, second)))).count == 2)
    for other in [
      DER.set(second, first), DER.set(first), DER.set(), DER.sequence(first, second),
      DER.set(first, DER.sequence(DER.utf8("b"))), DER.set(first, DER.sequence()),
      DER.set(first, DER.set(DER.oid("2.5.4.3"))), DER.set(first, second, first),
      Array(DER.set(first, second).dropLast()),
    ] {
      #expect(sets(other) == [])
    }
    // In an attribute's value the order means nothing.
    #expect(sets(SampleReceipt.attribute(9999, DER.set(first, second))) == [])
  }

  /// In bytes that were not read, an OBJECT IDENTIFIER may be anything.
  @Test(arguments: [
    ("1.2.840.113549.1.7.2", true), ("1.2.840.113635.100.6.11.1", true),
    ("1.2.840.10045.2.1", true), ("1.3.6.1.5.5.7.1.1", true), ("1.3.14.3.2.26", true),
    ("1.3.132.0.34", true), ("2.5.4.3", true),
    ("2.5.29.15", true), ("2.16.840.1.101.3.4.2.1", true), ("0.9.2342.19200300.100.1.25", true),
    ("1.3.6.1.4.1.63", false), ("1.2.840.113556.1.4", false), ("2.25.305419896", false),
    ("1.2.3", false), ("2.5.3", false), ("1.2.840.113549.1.7.2.1.2.3.4.5", false),
    // Neighbors of those that stay.
    ("2.16.840.1.114412.1.1", false), ("2.16.840.1.101.3.2", false), ("1.3.6.1.5.5.8", false),
    ("1.2.840.9983", false), ("1.3.133", false), ("1.3.14.2", false), ("2.5.28", false),
    ("0.9.2342.19200300.101", false),
    // At most twelve bytes stay.
    ("1.2.840.113635.1.2.3.4.5.6", true), ("1.2.840.113635.1.2.3.4.5.6.7", false),
  ])
  func `Only object identifiers that messages have stay`(identifier: String, stays: Bool) {
    let bytes = DER.oid(identifier)
    for kept in [nil, PublicCertificates()] {
      #expect(Self.places(bytes, keeping: kept) == (stays ? [] : ["text 2..<\(bytes.count)"]))
    }
  }

  @Test(arguments: [(0x02, true), (0x04, false)] as [(UInt8, Bool)])
  func `The name of a certificate that everybody has is an issuer and a number`(
    tag: UInt8, stays: Bool
  ) {
    let (issuer, serial): ([UInt8], [UInt8]) = (DER.utf8("Apple Root CA"), [0x12, 0x34, 0x56])
    var kept = PublicCertificates()
    kept.names = [[issuer[...], serial[...]]]
    let bytes = DER.element(0x30, of: [DER.element(0x30, issuer), DER.element(tag, serial)])
    #expect(Self.places(bytes, keeping: kept).isEmpty == stays)
    #expect(!Self.places(bytes, keeping: PublicCertificates()).isEmpty)
  }

  @Test func `Of known attributes only values of their kind stay, where these are no names`() {
    let text: [[UInt8]] = [DER.utf8("Jane"), DER.ia5("Jane")]
    let number: [[UInt8]] = [DER.integer(7), DER.integer(-7)]
    let others = [
      DER.printable("Jane"), DER.integer(300), DER.element(0x0A, [7]), DER.octetString([7]),
      DER.utf8("Jane") + DER.utf8("Jane"), DER.integer(7) + DER.integer(7), [7],
    ]
    let names = [DER.utf8("Xcode"), DER.ia5("ProductionVPP")]
    let kept: [Int64: [[UInt8]]] = [
      0: names, 25: number, 1701: number, 1707: number, 1713: number, 1719: number, 1720: number,
      1722: number,
    ]
    for type in Array(0...40) + Array(1690...1730) as [Int64] {
      for value in text + names + number + others {
        let bytes = SampleReceipt.attribute(type, value)
        let isKept = kept[type]?.contains(value) ?? false
        #expect(Self.places(bytes).isEmpty == isKept, "\(type): \(value)")
      }
    }
  }

  @Test func `Bytes and hash are replaced whatever they look like, the app's name by a word`() {
    for type in [4, 5, 6, 7] as [Int64] {
      let bytes = SampleReceipt.attribute(type, DER.utf8("a.b"))
      #expect(Self.places(bytes) == ["bytes 10..<15"])
    }
    for (value, kind) in [
      (DER.utf8("a.b"), "bundleIdentifier"), (DER.ia5("a.b"), "bundleIdentifier"),
      (DER.printable("a.b"), "text"), (DER.element(0x0C, [0x61, 0xFF, 0x62]), "invalidText"),
    ] {
      #expect(Self.places(SampleReceipt.attribute(2, value)) == ["\(kind) 12..<15"])
    }
    #expect(Self.places(SampleReceipt.attribute(3, DER.utf8("a.b"))) == ["text 12..<15"])
  }

  @Test func `What follows the element of a value, or of the input, is replaced`() {
    let bytes = SampleReceipt.attribute(3, DER.utf8("a.b") + [1, 2])
    #expect(Self.places(bytes) == ["text 12..<15", "bytes 15..<17"])
    #expect(Self.places(SampleReceipt.attribute(99, DER.utf8("a") + [1])) == ["bytes 10..<14"])
    #expect(Self.places(DER.utf8("ab") + [1, 2]) == ["text 2..<4", "bytes 4..<6"])
    #expect(Self.places([]) == [])
  }

  /// Three elements of other types, or of other lengths, are no attribute.
  @Test func `An attribute is two numbers of at most four bytes and an OCTET STRING`() {
    let value = DER.octetString(DER.integer(7))
    let short = DER.integer(25)
    for (count, isAttribute) in [(1, true), (4, true), (5, false)] {
      let long = DER.element(0x02, [UInt8](repeating: 0, count: count - 1) + [0x19])
      let version = Self.places(DER.sequence(short, long, value))
      #expect(version.isEmpty == isAttribute, "a version of \(count) bytes")
    }
    for type in [127, 128, 32_767, 32_768, 8_388_607, 8_388_608, Int64(Int32.max)] {
      let bytes = SampleReceipt.attribute(type, DER.utf8("ab"), version: type)
      #expect(Self.places(bytes) == ["text \(bytes.count - 2)..<\(bytes.count)"], "\(type)")
    }
    // 25 with a needless zero.
    let padded = DER.element(0x02, [0, 0x19])
    for parts in [
      [padded, short, value], [DER.element(0x0A, [0x19]), short, value],
      [short, DER.element(0x0A, [1]), value], [short, short, DER.element(0x24, DER.integer(7))],
      [short, short, value, DER.null], [short, value],
    ] {
      #expect(Self.places(DER.element(0x30, of: parts)) == Self.places(inOrder: parts))
    }
  }

  /// The places of elements one by one.
  private static func places(inOrder parts: [[UInt8]]) -> [String] {
    var start = 2
    var all: [String] = []
    for part in parts {
      all += places(part, from: -start)
      start += part.count
    }
    return all
  }
}
