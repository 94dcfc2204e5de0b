import TestSupport
import Testing

@testable import ReceiptRedaction

@Suite struct ReplacementsTests {
  private typealias Kind = RedactionPlaces.Kind

  /// What comes in the place of texts that stand one after another, after a date.
  private static func replaced(
    _ texts: [String], _ kind: Kind = .text, after date: String = "", seed: UInt64
  ) -> [String] {
    var bytes = Array(date.utf8)
    var places = [(range: 0..<bytes.count, kind: Kind.date)]
    for text in texts {
      let start = bytes.count
      bytes += text.utf8
      places.append((range: start..<bytes.count, kind: kind))
    }
    if date.isEmpty { places.removeFirst() }
    var generator = SeededGenerator(seed: seed)
    var replacements = Replacements(places, of: bytes, using: &generator)
    return places.map { place in
      let original = Array(bytes[place.range])
      let replacement = replacements.replacement(of: original, place.kind, using: &generator)
      return String(decoding: replacement, as: UTF8.self)
    }
  }

  /// Random numbers have eight bytes.
  @Test func `Where all values are taken, 32 are tried for each`() {
    let digits = Array("123456789".utf8)
    let places = digits.indices.map { (range: $0..<$0 + 1, kind: Kind.text) }
    var generator = CountingGenerator(seed: 1)
    var replacements = Replacements(places, of: digits, using: &generator)
    let before = generator.count
    for digit in digits {
      let other = replacements.replacement(of: [digit], .text, using: &generator)
      #expect(other != [digit])
    }
    #expect((generator.count - before) * 8 == digits.count * 32)
  }

  @Test func `If all dates show an original, another distance is tried four times`() {
    let years = (2020...2028).map(String.init)
    let bytes = Array((years.joined() + "2024-06-15T12:00:00Z").utf8)
    let texts = years.indices.map { (range: $0 * 4..<$0 * 4 + 4, kind: Kind.text) }
    let date = (range: years.count * 4..<bytes.count, kind: Kind.date)
    var counts: [Int] = []
    for places in [texts, texts + [date]] {
      var generator = CountingGenerator(seed: 1)
      _ = Replacements(places, of: bytes, using: &generator)
      counts.append(generator.count)
    }
    #expect(counts[1] == counts[0] * 5)
  }

  private static func numbers(_ range: Range<Int>) -> [String] {
    range.map { String(String($0 + 10_000).dropFirst()) }
  }

  /// Two of five numbers of four digits are taken, so that about as many changes are needed as there are bytes.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `A long number shows no original, while most digits are free`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let taken = Self.numbers(0..<10_000).filter { _ in
      Int.random(in: 0..<5, using: &generator) < 2
    }
    let number = String(repeating: "1234567890", count: 400)
    let found = Self.replaced(taken + [number], seed: seed)
    let long = Array(found.last ?? "")
    #expect(long.count == number.count && long.allSatisfy(\.isNumber))
    let beginnings = Set(taken)
    let shown = long.indices.dropLast(3).count { beginnings.contains(String(long[$0...($0 + 3)])) }
    #expect(shown == 0)
  }

  /// What follows is often a 0, or a SEQUENCE, which looks like one.
  @Test func `No replacement shows an original, not even with a 0 that follows`() {
    // Those whose third digit is below 5.
    let taken = Self.numbers(0..<10_000).filter {
      $0.hasSuffix("0") && "01234".contains($0.dropLast().suffix(1))
    }
    for seed in 0..<100 as Range<UInt64> {
      let found = Self.replaced(taken + ["1234567"], seed: seed)
      #expect("56789".contains(found.last?.last ?? "0"), "\(found.last ?? "")")
    }
  }

  /// The first half of the seconds, with what follows; of the hours; and of the years.
  private static let halves: [[String]] = [
    twoDigits(0..<30).map { $0 + "Z0" }, twoDigits(0..<12).map { "T" + $0 + ":" },
    ["2020", "2021", "2022"],
  ]

  private static func twoDigits(_ range: Range<Int>) -> [String] {
    range.map { String(String($0 + 100).dropFirst()) }
  }

  @Test(arguments: halves)
  func `Dates are moved anew while one shows an original`(texts: [String]) {
    var shown = 0
    for seed in 0..<400 as Range<UInt64> {
      let date = "2021-06-15T12:34:56Z"
      let found = Self.replaced(texts, after: date, seed: seed)
      let moved = found[0] + "0"
      if texts.contains(where: { moved.contains($0) }) { shown += 1 }
    }
    // Half of all times do, and five are tried.
    #expect(shown < 25)
  }

  @Test func `Equal stays equal and different stays different, as long as there are values`() {
    let digits = "123456789".map { String($0) }
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    for seed in 0..<50 as Range<UInt64> {
      let texts = ["abc", "abd", "abc", "1.2.3", "1.2.4", "1.2.3"]
      let found = Self.replaced(texts, seed: seed)
      #expect(found[0] == found[2] && found[3] == found[5] && Set(found).count == 4)
      #expect(zip(found, texts).allSatisfy { $0 != $1 && $0.count == $1.count })
      for row in [digits, letters] {
        let found = Self.replaced(row, seed: seed)
        #expect(zip(found, row).allSatisfy { $0 != $1 })
      }
    }
  }

  @Test(arguments: ["a", "com.app", "com.example.app", "com.example.application"])
  func `The app's name becomes a word`(name: String) {
    let words = String(repeating: "redacted", count: 3)
    #expect(
      Self.replaced([name], .bundleIdentifier, seed: 1) == [String(words.prefix(name.count))])
  }

  /// People see a number as digits.
  @Test func `No text shows the digits of a number`() {
    var bytes: [UInt8] = []
    var places: [RedactionPlaces.Place] = []
    // Every beginning of a number of five digits whose fourth one is above 4.
    for number in stride(from: 10_000, to: 100_000, by: 10) where number / 10 % 10 > 4 {
      let contents = DER.integer(Int64(number)).dropFirst(2)
      places.append((range: bytes.count..<bytes.count + contents.count, kind: .integer))
      bytes += contents
    }
    let text = Array("1234567812345678".utf8)
    places.append((range: bytes.count..<bytes.count + text.count, kind: .text))
    bytes += text
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var replacements = Replacements(places, of: bytes, using: &generator)
      let found = replacements.replacement(of: text, .text, using: &generator)
      // A number that begins with 0 has another length.
      for start in 0...found.count - 4 where found[start] != UInt8(ascii: "0") {
        #expect(0x30...0x34 ~= found[start + 3])
      }
    }
  }
}
