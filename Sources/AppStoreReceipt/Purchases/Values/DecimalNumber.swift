/// A number of any size as its decimal digits: identifiers and parts of versions have no bound.
struct DecimalNumber: Hashable, Comparable, Sendable {
  /// ASCII, without leading zeros; empty for 0.
  private let digits: [UInt8]

  /// `nil` for anything but digits, and for none.
  init?(_ text: some Collection<UInt8>) {
    let digit = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard !text.isEmpty, text.allSatisfy({ digit ~= $0 }) else { return nil }
    digits = Array(text.drop { $0 == digit.lowerBound })
  }

  var digitCount: Int { digits.count }

  static func < (first: DecimalNumber, second: DecimalNumber) -> Bool {
    first.digitCount == second.digitCount
      ? first.digits.lexicographicallyPrecedes(second.digits)
      : first.digitCount < second.digitCount
  }
}
