/// What a purchase says about the time in which it is owned.
struct NaivePurchase {
  let product: [UInt8]?
  let transaction: [UInt8]?
  let start: Int?
  /// `nil` if it does not say so, or not readably.
  let end: Int?
  private let isEndless: Bool
  private let isCancelled: Bool
  private let kind: NaiveField<Int>

  init(_ scope: NaiveScope) {
    product = scope.text(1702).value.map { Array($0) }
    transaction = scope.text(1703).value.map { Array($0) }
    start = scope.date(1704).value
    end = scope.date(1708).value
    isCancelled = scope.date(1712) != .absent
    kind = scope.integer(1707)
    // Non-consumable products and free subscriptions are kept.
    isEndless = scope.date(1708) == .absent && (kind == .value(0) || kind == .value(4))
  }

  func grants(at instant: Int) -> Bool {
    guard product != nil, transaction != nil, let start, !isCancelled, kind != .value(1) else {
      return false
    }
    return start <= instant && (isEndless || end.map { instant < $0 } == true)
  }
}
