import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct NameTests {
  struct Shown: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let text: String

    init(_ name: String, _ text: String, _ attributes: [UInt8]...) {
      testDescription = name
      self.text = text
      bytes = DER.element(0x30, of: attributes.map { DER.set($0) })
    }
  }

  private static func attribute(_ type: String, _ value: [UInt8]) -> [UInt8] {
    Sample.attribute(type, value)
  }

  @Test(arguments: [
    Shown("no attributes at all", ""),
    Shown("one", "CN=Sample", attribute("2.5.4.3", DER.utf8("Sample"))),
    Shown(
      "keywords of RFC 4514 §3, in the order of the encoding",
      "C=C, ST=S, L=L, O=O, OU=U, CN=N, UID=I, emailAddress=e@x",
      attribute("2.5.4.6", DER.printable("C")), attribute("2.5.4.8", DER.printable("S")),
      attribute("2.5.4.7", DER.printable("L")), attribute("2.5.4.10", DER.printable("O")),
      attribute("2.5.4.11", DER.printable("U")), attribute("2.5.4.3", DER.printable("N")),
      attribute("0.9.2342.19200300.100.1.1", DER.printable("I")),
      attribute("1.2.840.113549.1.9.1", DER.ia5("e@x"))),
    Shown("an unknown type", "2.5.4.99=x", attribute("2.5.4.99", DER.utf8("x"))),
    Shown(
      "an attribute whose arcs need more bytes", "2.999.128=x",
      attribute("2.999.128", DER.utf8("x"))),
    Shown("UTF-8 beyond ASCII", "O=Überall 東", attribute("2.5.4.10", DER.utf8("Überall 東"))),
    Shown(
      "TeletexString as ISO 8859-1", "O=Ü", attribute("2.5.4.10", DER.element(0x14, [0xDC]))),
    Shown("BMPString", "O=東", attribute("2.5.4.10", DER.element(0x1E, [0x67, 0x71]))),
    Shown(
      "UniversalString", "O=😀",
      attribute("2.5.4.10", DER.element(0x1C, [0x00, 0x01, 0xF6, 0x00]))),
    Shown(
      "characters that PrintableString does not have", "O=a@b & c",
      attribute("2.5.4.10", DER.printable("a@b & c"))),
    Shown(
      "ill-formed UTF-8 as ISO 8859-1", "O=aÿ",
      attribute("2.5.4.10", DER.element(0x0C, [0x61, 0xFF]))),
    Shown(
      "no escapes: this is for display", "O=a, CN=b+c", attribute("2.5.4.10", DER.utf8("a, CN=b+c"))
    ),
    Shown(
      "a value that is no string, in hexadecimal", "2.5.4.45=#03020780",
      attribute("2.5.4.45", DER.bitString([0x80], unusedBits: 7))),
    Shown("an empty value", "O=", attribute("2.5.4.10", DER.utf8(""))),
  ])
  func `The text is for people to read`(row: Shown) throws {
    let name = try read(Name.self, row.bytes)
    #expect(name.contentsRange == 2..<row.bytes.count)
    let text = try withExactlySized(row.bytes) { (bytes) throws(DERError) in
      try name.text(in: bytes)
    }
    #expect(text == row.text)
  }

  private static let small = attribute("2.5.4.3", DER.utf8("a"))
  private static let large = attribute("2.5.4.10", DER.utf8("b"))

  @Test func `Several attributes in one set are joined by a plus sign`() throws {
    let bytes = DER.sequence(DER.set(Self.small, Self.large), DER.set(Self.small))
    let name = try read(Name.self, bytes)
    let text = try withExactlySized(bytes) { (bytes) throws(DERError) in
      try name.text(in: bytes)
    }
    #expect(text == "CN=a+O=b, CN=a")
  }

  @Test func `Its parts are read one by one`() throws {
    let bytes = DER.sequence(DER.set(Self.small, Self.large), DER.set(Self.small))
    let name = try read(Name.self, bytes)
    var attributes: [String] = []
    var counts: [Int] = []
    try withExactlySized(bytes) { (bytes) throws(DERError) in
      try name.forEachAttribute(in: bytes) { (attribute) throws(DERError) in
        attributes.append((attribute.type.name ?? "") + " " + attribute.text(in: bytes))
      }
      try name.relativeDistinguishedNames.forEach(in: bytes) { (part) throws(DERError) in
        var count = 0
        try part.attributes.forEach(in: bytes) { (_) throws(DERError) in count += 1 }
        counts.append(count)
      }
    }
    #expect(attributes == ["commonName a", "organizationName b", "commonName a"])
    #expect(counts == [2, 1])
  }

  @Test(arguments: [
    Refusal(
      "no set", [small], .unexpectedIdentifier, at: 0, expected: .set, actual: .sequence),
    Refusal("an empty set (SIZE 1…)", [DER.set(small), DER.set()], .missingElement, at: 1),
    Refusal(
      "a set that is not ascending, §11.6", [DER.set(large, small)], .unsortedSet, at: 0,
      plus: 2 + large.count),
    Refusal(
      "an attribute without value", [DER.set(DER.sequence(DER.oid("2.5.4.3")))],
      .missingElement, at: 0, plus: 9),
    Refusal(
      "an attribute with three members",
      [DER.set(DER.sequence(DER.oid("2.5.4.3"), DER.utf8("a"), DER.null))], .trailingContents,
      at: 0, plus: 12),
    Refusal(
      "a type that is none", [DER.set(DER.sequence(DER.utf8("a"), DER.utf8("a")))],
      .unexpectedIdentifier, at: 0, plus: 4, expected: .objectIdentifier, actual: .utf8String),
    Refusal(
      "a value in chunks, §10.2",
      [DER.set(attribute("2.5.4.3", DER.element(0x2C, DER.octetString([0x61]))))],
      .unexpectedIdentifier, at: 0, plus: 9, expected: .utf8String,
      actual: .utf8String.togglingConstructed),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(Name.self) }

  @Test func `Text out of other bytes than the name's is an error, not a trap`() throws {
    let name = try Name(derEncoded: Sample.issuer)
    #expect(throws: DERError(.unexpectedIdentifier, at: 2, expected: .set, actual: .null)) {
      try withExactlySized([UInt8](repeating: 5, count: Sample.issuer.count)) {
        (bytes) throws(DERError) in try name.text(in: bytes)
      }
    }
  }
}
