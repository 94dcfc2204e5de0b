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
      "§8.19.2 leading 80 after 64 bytes",
      element(0x06, [UInt8](repeating: 0x01, count: 64) + [0x80]), fails: .objectIdentifierTooLong),
    .init(
      "§8.19.1 constructed", "2603060100", fails: .unexpectedIdentifier,
      expected: .objectIdentifier, actual: .objectIdentifier.togglingConstructed),
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

@Suite struct DERObjectIdentifierDottedTests {
  static let invalid: [(name: String, text: String)] = [
    ("empty", ""), ("one arc", "1"), ("one arc and a dot", "2."), ("a dot", "."),
    ("two dots", "1..2"), ("a dot in front", ".1.2"), ("a dot behind", "1.2."),
    ("root 3", "3.1"), ("root 10", "10.1"), ("root 2 with a zero", "02.5"),
    ("a large root", "340282366920938463463374607431768211456.1"),
    ("§8.19.4 0.40", "0.40"), ("§8.19.4 1.40", "1.40"), ("§8.19.4 1.128", "1.128"),
    ("§8.19.4 0.2⁶⁴", "0.18446744073709551616"), ("leading zero", "1.2.03"),
    ("leading zero of zero", "1.2.00"), ("leading zero in second place", "1.02"),
    ("minus", "1.2.-3"), ("plus", "1.2.+3"), ("space inside", "1. 2"), ("space in front", " 1.2"),
    ("space behind", "1.2 "), ("letters", "1.2.a"), ("hexadecimal", "1.2.0x10"),
    ("other digits", "1.2.٣"), ("comma", "1,2"), ("newline", "1.2\n"), ("NUL", "1.2\0"),
    ("64 bytes", "0.1" + String(repeating: ".1", count: 63)),
    (
      "§8.19.2 2⁴⁴¹ in one subidentifier",
      "2.5678427533559428832416592249125035424637823130369672345949142181098744438385921275985867"
        + "583701277855943457200048954515105739075223472"
    ),
    ("§8.19.2 10²⁰⁰", "2.1" + String(repeating: "0", count: 200)),
    ("§8.19.2 10⁴⁰⁰⁰", "2.5.1" + String(repeating: "0", count: 4000)),
  ]

  @Test(arguments: invalid)
  func `Other texts are no dotted form`(name: String, text: String) {
    #expect(DERObjectIdentifier(text) == nil, "\(name)")
  }

  /// The contents octets for arcs that fit 64 bits, by shifts.
  private func contents(_ arcs: [UInt64]) -> [UInt8] {
    let first = arcs[0] * 40 + arcs[1]
    return ([first] + arcs.dropFirst(2)).flatMap { (arc: UInt64) -> [UInt8] in
      let digits = stride(from: 63, through: 0, by: -7).map { UInt8(arc >> $0 & 0x7F) }
      let minimal = digits.drop { $0 == 0 }
      return minimal.dropLast().map { $0 | 0x80 } + [minimal.last ?? 0]
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `Random arcs make the round trip`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let root = UInt64.random(in: 0...2, using: &generator)
      var arcs = [root, .random(in: 0...(root < 2 ? 39 : 1 << 40), using: &generator)]
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let bits = UInt64.random(in: 0...63, using: &generator)
        arcs.append(.random(in: 0...(UInt64.max >> bits), using: &generator))
      }
      while contents(arcs).count > DERObjectIdentifier.maximumByteCount { arcs.removeLast() }
      let text = arcs.map(String.init).joined(separator: ".")
      let encoded = contents(arcs)
      let read = try DERObjectIdentifier(derEncoded: element(0x06, encoded))
      let parsed = try #require(DERObjectIdentifier(text), "seed \(seed): \(text)")
      #expect(read.description == text, "seed \(seed)")
      #expect(parsed == read, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `Random contents of any size make the round trip`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 1...63, using: &generator)
      var contents = (0..<count).map { _ in UInt8.random(in: 0x81...0xFF, using: &generator) }
      for place in contents.indices where Int.random(in: 0..<8, using: &generator) == 0 {
        contents[place] &= 0x7F
      }
      contents[count - 1] &= 0x7F
      let read = try DERObjectIdentifier(derEncoded: element(0x06, contents))
      #expect(
        DERObjectIdentifier(read.description) == read, "seed \(seed): \(contents.hexadecimal)")
    }
  }

  /// Twice a decimal number, plus 1 or not.
  private func doubled(_ digits: [UInt8], plus one: UInt8 = 0) -> [UInt8] {
    var result: [UInt8] = []
    var carry = one
    for digit in digits.reversed() {
      let value = digit * 2 + carry
      result.append(value % 10)
      carry = value / 10
    }
    if carry > 0 { result.append(carry) }
    return result.reversed()
  }

  /// Bits lie in one word, in two, at the end of one: every power of two that fits, and one less.
  @Test func `Powers of two make the round trip up to the largest arc`() throws {
    var (power, ones): ([UInt8], [UInt8]) = ([1], [0])
    for bit in 0..<434 {
      let seven = bit / 7
      let powerBytes = [0x80 | 1 << UInt8(bit % 7)] + [UInt8](repeating: 0x80, count: seven)
      let onesBytes = [0x80 | 1 << UInt8(bit % 7) - 1] + [UInt8](repeating: 0xFF, count: seven)
      for (digits, bytes) in [(power, powerBytes), (ones, onesBytes)] {
        var contents = bytes
        if contents.count > 1, contents[0] == 0x80 { contents.removeFirst() }
        contents[contents.count - 1] &= 0x7F
        let text = "1.2." + digits.map(String.init).joined()
        let read = try DERObjectIdentifier(derEncoded: element(0x06, [0x2A] + contents))
        #expect(read.description == text)
        #expect(DERObjectIdentifier(text) == read, "\(text)")
      }
      (power, ones) = (doubled(power), doubled(ones, plus: 1))
    }
  }
}
