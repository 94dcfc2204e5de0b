/// A number of any size as its decimal digits: identifiers and parts of versions have no bound.
struct DecimalNumber: Hashable, Comparable, Sendable {
  /// How many digits it has, without leading zeros; 0 for 0.
  let digitCount: Int

  /// The number that the first 19 digits make.
  let leading: UInt64

  /// The other digits in ASCII; none for nearly all numbers.
  private let rest: [UInt8]

  /// `nil` for anything but digits, and for none.
  init?(_ text: some Collection<UInt8>) {
    let zero = UInt8(ascii: "0")
    guard !text.isEmpty, text.allSatisfy({ zero...zero + 9 ~= $0 }) else { return nil }
    let digits = text.drop { $0 == zero }
    digitCount = digits.count
    leading = digits.prefix(19).reduce(0) { $0 * 10 + UInt64($1 - zero) }  // below 10¹⁹ < 2⁶⁴
    rest = Array(digits.dropFirst(19))
  }

  static func < (first: DecimalNumber, second: DecimalNumber) -> Bool {
    if first.digitCount != second.digitCount { return first.digitCount < second.digitCount }
    if first.leading != second.leading { return first.leading < second.leading }
    return first.rest.lexicographicallyPrecedes(second.rest)
  }
}
