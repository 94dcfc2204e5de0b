import DERParsing
import TestSupport
import Testing

@Suite struct DERObjectIdentifierTests {
  /// The largest subidentifier that fits 63 bytes, less 80 for the root 2: 2⁴⁴¹ − 81.
  static let largestSecondArc =
    "567842753355942883241659224912503542463782313036967234594914218109874443838592127598586758370"
    + "1277855943457200048954515105739075223471"

  static let accepted: [Vector<String>] = [
    .init("§8.19.4 lowest", "060100", "0.0"),
    .init("§8.19.4 40·0 + 39", "060127", "0.39"),
    .init("§8.19.4 40·1 + 0", "060128", "1.0"),
    .init("§8.19.4 40·1 + 39", "06014F", "1.39"),
    .init("§8.19.4 40·2 + 0", "060150", "2.0"),
    .init("§8.19.4 40·2 + 39", "060177", "2.39"),
    .init("§8.19.4 40·2 + 40, no root 3", "060178", "2.40"),
    .init("§8.19.4 40·2 + 47, one byte", "06017F", "2.47"),
    .init("§8.19.4 40·2 + 48, two bytes", "06028100", "2.48"),
    .init("§8.19.4 2.999", "06028837", "2.999"),
    .init("§8.19.5 example {2 999 3}", "0603883703", "2.999.3"),
    .init("§8.19.2 id-at-commonName", "0603550403", "2.5.4.3"),
    .init("§8.19.2 signedData", "06092A864886F70D010702", "1.2.840.113549.1.7.2"),
    .init("§8.19.2 arc 0", "06026900", "2.25.0"),
    .init("§8.19.2 one to three bytes", "06092A7F8100FF7F818000", "1.2.127.128.16383.16384"),
    .init("§8.19.2 2³² ± 1", "060B2A8FFFFFFF7F9080808000", "1.2.4294967295.4294967296"),
    .init("§8.19.2 2⁶⁴ − 1", "060B2A81FFFFFFFFFFFFFFFF7F", "1.2.18446744073709551615"),
    .init("§8.19.2 2⁶⁴", "060B2A82808080808080808000", "1.2.18446744073709551616"),
    .init(
      "§8.19.4 first subidentifier 2⁶⁴ − 1", "060A81FFFFFFFFFFFFFFFF7F", "2.18446744073709551535"),
    .init("§8.19.4 first subidentifier 2⁶⁴", "060A82808080808080808000", "2.18446744073709551536"),
    .init(
      "§8.19.2 a UUID", "06146983F09DA7EBCFDEE0C7A1A7B2C0948CC8F9D776",
      "2.25.329800735698586629295641978511506172918"),
    .init(
      "§8.19.2 2¹²⁸ − 1", "06146983FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF7F",
      "2.25.340282366920938463463374607431768211455"),
    .init(
      "§8.19.2 2¹²⁸", "06146984808080808080808080808080808080808000",
      "2.25.340282366920938463463374607431768211456"),
    .init(
      "§8.19.2 one subidentifier of 63 bytes",
      element(0x06, [UInt8](repeating: 0xFF, count: 62) + [0x7F]), "2." + largestSecondArc),
    .init(
      "§8.19.2 63 subidentifiers", element(0x06, [UInt8](repeating: 0x01, count: 63)),
      "0.1" + String(repeating: ".1", count: 62)),
  ]

  static let refused: [Vector<String>] = [
    .init("§8.19.2 empty", "0600", fails: .emptyObjectIdentifier),
    .init("§8.19.2 leading 80", "06028001", fails: .nonMinimalSubidentifier),
    .init("§8.19.2 leading 80 before 80", "0603808001", fails: .nonMinimalSubidentifier),
    .init("§8.19.2 leading 80 of the second", "0603558001", fails: .nonMinimalSubidentifier),
    .init("§8.19.2 leading 80 of the last", "06055504808100", fails: .nonMinimalSubidentifier),
    .init("§8.19.2 80 alone", "060180", fails: .nonMinimalSubidentifier),
    .init("§8.19.2 ends with bit 8 set", "060181", fails: .truncatedSubidentifier),
    .init("§8.19.2 ends with bit 8 set, second", "06025687", fails: .truncatedSubidentifier),
    .init(
      "§8.19.2 63 bytes without end", element(0x06, [UInt8](repeating: 0xFF, count: 63)),
      fails: .truncatedSubidentifier),
    .init(
      "§8.19.2 64 bytes", element(0x06, [UInt8](repeating: 0x01, count: 64)),
      fails: .objectIdentifierTooLong),
    .init(
      "§8.19.2 64 bytes, one subidentifier",
      element(0x06, [UInt8](repeating: 0x81, count: 63) + [0x01]), fails: .objectIdentifierTooLong),
    .init(
      "§8.19.2 leading 80 after 63 bytes",
      element(0x06, [UInt8](repeating: 0x01, count: 63) + [0x80]), fails: .nonMinimalSubidentifier),
    .init(
      "§8.19.1 constructed", "2603060100", fails: .unexpectedIdentifier,
      expected: .objectIdentifier, actual: .objectIdentifier.withOtherForm),
    .init(
      "§8.20 RELATIVE-OID", "0D0101", fails: .unexpectedIdentifier, expected: .objectIdentifier,
      actual: DERIdentifier(.universal, constructed: false, tagNumber: 13)),
  ]

  @Test(arguments: accepted + refused)
  func `An OBJECT IDENTIFIER has a dotted form`(vector: Vector<String>) {
    vector.check { (reader) throws(DERError) in
      try reader.read(as: DERObjectIdentifier.self).description
    }
  }

  @Test(arguments: accepted)
  func `The dotted form leads back to the bytes`(vector: Vector<String>) throws {
    let read = try DERObjectIdentifier(derEncoded: vector.input)
    let text = try vector.expected.get()
    let parsed = try #require(DERObjectIdentifier(text))
    #expect(parsed == read)
    #expect(parsed.hashValue == read.hashValue)
    let contents = Array(vector.input.dropFirst(2))
    #expect(parsed.byteCount == contents.count)
    #expect((0..<parsed.byteCount).map { parsed.byte(at: $0) } == contents)
  }

  @Test func `Literals are dotted forms`() {
    let literal: DERObjectIdentifier = "1.2.840.113549.1.7.2"
    #expect(literal == DERObjectIdentifier("1.2.840.113549.1.7.2"))
    #expect(literal.description == "1.2.840.113549.1.7.2")
  }

  @Test func `Identifiers that differ in one byte, or in their number, are different`() throws {
    var seen: Set<DERObjectIdentifier> = []
    for count in 1...DERObjectIdentifier.maximumByteCount {
      for place in 0..<count {
        var contents = [UInt8](repeating: 0x01, count: count)
        contents[place] = 0x02
        seen.insert(try DERObjectIdentifier(derEncoded: element(0x06, contents)))
      }
      let zeros = [UInt8](repeating: 0x00, count: count)
      seen.insert(try DERObjectIdentifier(derEncoded: element(0x06, zeros)))
    }
    #expect(seen.count == (1...63).reduce(0) { $0 + $1 + 1 })
  }

  #if os(macOS) || os(Linux)
    @Test func `A wrong literal and an index beyond the bytes are precondition failures`() async {
      await #expect(processExitsWith: .failure) {
        let identifier: DERObjectIdentifier = "1.40"
        print(identifier)
      }
      await #expect(processExitsWith: .failure) {
        let identifier: DERObjectIdentifier = "1.2.3"
        print(identifier.byte(at: 2))
      }
    }
  #endif
}
