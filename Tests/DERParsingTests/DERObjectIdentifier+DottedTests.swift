import DERParsing
import TestSupport
import Testing

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
    ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap { arc in
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
