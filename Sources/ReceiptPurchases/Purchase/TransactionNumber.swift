import ReceiptParsing

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
