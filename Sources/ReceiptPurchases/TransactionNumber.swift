import ReceiptParsing
import TextCoding

/// A transaction identifier in the order of its number, which has no bound: a longer one is later. What is no number
/// comes before all that are.
package struct TransactionNumber: Comparable {
  /// What two different numbers nearly always differ in.
  let rank: Rank

  /// The digits after the first 19 in ASCII; empty for nearly all numbers.
  private let rest: [UInt8]

  private let text: UTF8Text

  package init(_ identifier: String) {
    text = UTF8Text(identifier)
    let digits = identifier.utf8.drop { $0 == UInt8(ascii: "0") }
    let range = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard !identifier.utf8.isEmpty, digits.allSatisfy({ range ~= $0 }) else {
      rank = Rank(digitCount: -1, leading: 0)
      rest = []
      return
    }
    rank = Rank(
      digitCount: digits.count,
      // Below 10¹⁹, which is less than 2⁶⁴.
      leading: digits.prefix(19).reduce(0) { $0 * 10 + UInt64($1 - range.lowerBound) })
    rest = Array(digits.dropFirst(19))
  }

  /// Never greater than that of a later number.
  struct Rank: Comparable {
    /// How many digits the number has, without leading zeros: 0 for 0, −1 for what is no number.
    let digitCount: Int
    /// The number that the first 19 digits make.
    let leading: UInt64

    static func < (first: Rank, second: Rank) -> Bool {
      first.digitCount == second.digitCount
        ? first.leading < second.leading : first.digitCount < second.digitCount
    }
  }

  /// Whether the App Store may have given this number: it has ten digits or more. Xcode gives 0, 1, 2, …; the
  /// smallest of real receipts have 14 digits.
  var isOfAppStore: Bool { rank.digitCount >= 10 }

  package static func < (first: TransactionNumber, second: TransactionNumber) -> Bool {
    if first.rank != second.rank { return first.rank < second.rank }
    if first.rest != second.rest { return first.rest.lexicographicallyPrecedes(second.rest) }
    return first.text < second.text
  }
}

extension Purchase {
  var transactionNumber: TransactionNumber { TransactionNumber(transactionIdentifier) }
}
