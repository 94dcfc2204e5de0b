import ReceiptParsing
import TextCoding

/// A transaction identifier in the order of its number: a longer one is later. What is no number comes before all
/// that are.
struct TransactionNumber: Comparable {
  let number: DecimalNumber?
  private let text: UTF8Text

  init(_ identifier: String) {
    number = DecimalNumber(identifier.utf8)
    text = UTF8Text(identifier)
  }

  /// What two different numbers nearly always differ in.
  struct Rank: Equatable, Comparable {
    /// −1 for what is no number.
    let digitCount: Int
    let leading: UInt64

    static func < (first: Rank, second: Rank) -> Bool {
      first.digitCount == second.digitCount
        ? first.leading < second.leading : first.digitCount < second.digitCount
    }
  }

  /// Never greater than that of a later number.
  var rank: Rank {
    Rank(digitCount: number?.digitCount ?? -1, leading: number?.leading ?? 0)
  }

  /// Whether the App Store may have given this number: it has ten digits or more. Xcode gives 0, 1, 2, …; the
  /// smallest of real receipts have 14 digits.
  var isOfAppStore: Bool { number.map { $0.digitCount >= 10 } ?? false }

  static func < (first: TransactionNumber, second: TransactionNumber) -> Bool {
    switch (first.number, second.number) {
    case (let first?, let second?) where first != second: first < second
    case (nil, _?): true
    case (_?, nil): false
    default: first.text < second.text
    }
  }
}

extension Purchase {
  var transactionNumber: TransactionNumber { TransactionNumber(transactionIdentifier) }
}

/// A number of any size as its decimal digits: identifiers have no bound.
struct DecimalNumber: Hashable, Comparable, Sendable {
  /// How many digits it has, without leading zeros; 0 for 0.
  let digitCount: Int

  /// The number that the first 19 digits make.
  let leading: UInt64

  /// The other digits in ASCII; none for nearly all numbers.
  private let rest: [UInt8]

  /// `nil` for anything but digits, and for none.
  init?(_ text: some Collection<UInt8>) {
    guard !text.isEmpty else { return nil }
    let zero = UInt8(ascii: "0")
    var digitCount = 0
    var leading: UInt64 = 0
    for character in text {
      guard zero...zero + 9 ~= character else { return nil }
      if digitCount == 0, character == zero { continue }
      digitCount += 1
      if digitCount <= 19 { leading = leading * 10 + UInt64(character - zero) }  // below 10¹⁹ < 2⁶⁴
    }
    self.digitCount = digitCount
    self.leading = leading
    rest = digitCount <= 19 ? [] : Array(text.suffix(digitCount - 19))
  }

  static func < (first: DecimalNumber, second: DecimalNumber) -> Bool {
    if first.digitCount != second.digitCount { return first.digitCount < second.digitCount }
    if first.leading != second.leading { return first.leading < second.leading }
    return first.rest.lexicographicallyPrecedes(second.rest)
  }
}
