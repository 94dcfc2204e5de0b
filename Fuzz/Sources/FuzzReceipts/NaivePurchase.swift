/// What a purchase says about the time in which it is owned.
struct NaivePurchase {
  let product: [UInt8]?
  let transaction: [UInt8]?
  let start: Int?
  /// `nil` if it does not say so, or not readably.
  let end: Int?
  let kind: NaiveField<Int>
  let quantity: Int?
  let isCancelled: Bool
  let original: NaiveField<[UInt8]>
  private let isEndless: Bool
  private let renews: Bool

  init(_ scope: NaiveScope) {
    product = scope.text(1702).value.map { Array($0) }
    transaction = scope.text(1703).value.map { Array($0) }
    start = scope.date(1704).value
    end = scope.date(1708).value
    isCancelled = scope.date(1712) != .absent
    kind = scope.integer(1707)
    quantity = scope.integer(1701).value
    original =
      switch scope.text(1705) {
      case .absent: .absent
      case .value(let text): .value(Array(text))
      case .unreadable: .unreadable
      }
    // Non-consumable products and free subscriptions are kept.
    renews = kind == .value(3) || kind == .absent && scope.date(1708) != .absent
    isEndless = scope.date(1708) == .absent && (kind == .value(0) || kind == .value(4))
  }

  /// Whether it grants its product at an instant, beside the other purchases of its receipt.
  func grants(at instant: Int, among all: [NaivePurchase], isXcode: Bool) -> Bool {
    guard product != nil, transaction != nil, let start, kind != .value(1), kind != .unreadable,
      !isCancelled(among: all, isXcode: isXcode)
    else { return false }
    return start <= instant && (isEndless || end.map { instant < $0 } == true)
  }

  /// Whether it is cancelled itself, or by another entry.
  func isCancelled(among all: [NaivePurchase], isXcode: Bool) -> Bool {
    all.contains { $0.isCancelled && $0.cancels(self, isXcode: isXcode) }
  }

  /// Whether another purchase is cancelled when this one is: the same transaction, or, of what does not renew itself,
  /// one that may have the same original.
  private func cancels(_ other: NaivePurchase, isXcode: Bool) -> Bool {
    if isSame(as: other) { return true }
    let isWhole = product != nil && transaction != nil && start != nil
    if transaction != nil, transaction == other.transaction {
      if !isWhole || product == other.product && (!isXcode || start == other.start) { return true }
    }
    guard !other.renews, product == nil || product == other.product else { return false }
    let names = names(isXcode: isXcode)
    if other.names(isXcode: isXcode).contains(where: names.contains) { return true }
    guard product != nil else { return false }
    return original == .unreadable || other.original == .unreadable || transaction == nil
  }

  /// What its original transaction may be called.
  private func names(isXcode: Bool) -> [[UInt8]] {
    [original.value, isXcode ? nil : transaction].compactMap { $0 }
  }

  private func isSame(as other: NaivePurchase) -> Bool {
    product == other.product && transaction == other.transaction && start == other.start
      && end == other.end && kind == other.kind && isCancelled == other.isCancelled
      && original == other.original
  }
}
