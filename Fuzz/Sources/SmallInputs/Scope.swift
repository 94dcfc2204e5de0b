/// Inputs that are few enough to try all.
struct Scope: Sendable {
  /// How many places are filled.
  let lengths: ClosedRange<Int>
  /// The bytes that a place can have.
  let alphabet: [UInt8]
  /// The input around what was filled in.
  let input: @Sendable ([UInt8]) -> [UInt8]

  init(
    _ alphabet: some Sequence<UInt8>, _ lengths: ClosedRange<Int>,
    input: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) {
    (self.alphabet, self.lengths, self.input) = (Array(alphabet), lengths, input)
  }

  /// Contents of one element of a type.
  static func contents(
    of tag: UInt8, _ alphabet: some Sequence<UInt8>, _ lengths: ClosedRange<Int>
  ) -> Scope {
    Scope(alphabet, lengths) { [tag, UInt8($0.count)] + $0 }
  }

  /// A text with so many of its characters replaced, wherever these are.
  static func replacing(
    _ count: Int, of text: [UInt8], by alphabet: [UInt8], header: [UInt8] = []
  ) -> [Scope] {
    places(count, below: text.count).map { places in
      Scope(alphabet, count...count) { characters in
        var changed = text
        for (place, character) in zip(places, characters) { changed[place] = character }
        return header + changed
      }
    }
  }

  /// All ways to choose so many different places, in ascending order.
  private static func places(_ count: Int, below bound: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return (0..<bound).flatMap { last in places(count - 1, below: last).map { $0 + [last] } }
  }

  /// Calls `body` with every input whose index modulo `parts` is `part`, the shortest first.
  func forEach(_ part: Int, of parts: Int, _ body: ([UInt8]) -> Void) {
    var number = 0
    for length in lengths {
      var digits = [Int](repeating: 0, count: length)
      repeat {
        if number % parts == part { body(input(digits.map { alphabet[$0] })) }
        number += 1
      } while count(up: &digits)
    }
  }

  /// Counts up by one, in the alphabet's base; `false` after the last number of this length.
  private func count(up digits: inout [Int]) -> Bool {
    for place in digits.indices.reversed() {
      digits[place] += 1
      if digits[place] < alphabet.count { return true }
      digits[place] = 0
    }
    return false
  }
}
