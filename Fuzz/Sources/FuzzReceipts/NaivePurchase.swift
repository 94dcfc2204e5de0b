/// What a purchase says about the time in which it is owned.
struct NaivePurchase {
  let product: [UInt8]?
  let transaction: [UInt8]?
  let start: Int?
  let expiration: NaiveField<Int>
  let cancellation: NaiveField<Int>
  let kind: NaiveField<Int>
  let quantity: Int?
  let original: NaiveField<[UInt8]>
  /// Whether it is a trial, and whether it is in an introductory offer.
  let offers: [NaiveField<Bool>]
  /// A subscription that renews itself.
  let renews: Bool

  /// `nil` if it does not say so, or not readably.
  var end: Int? { expiration.value }
  var isCancelled: Bool { cancellation != .absent }
  /// What is not whole is withheld.
  var isWhole: Bool { product != nil && transaction != nil && start != nil }

  init(_ scope: NaiveScope) {
    product = scope.text(1702).value.map { Array($0) }
    transaction = scope.text(1703).value.map { Array($0) }
    start = scope.date(1704).value
    expiration = scope.date(1708)
    cancellation = scope.date(1712)
    offers = [scope.boolean(1713), scope.boolean(1719)]
    kind = scope.integer(1707)
    quantity = scope.integer(1701).value
    original =
      switch scope.text(1705) {
      case .absent: .absent
      case .value(let text): .value(Array(text))
      case .unreadable: .unreadable
      }
    renews = kind == .value(3) || kind == .absent && scope.date(1708) != .absent
  }

  /// Whether two that are whole are one purchase: what Xcode numbers, by its date, too.
  func isPurchase(of other: NaivePurchase, isXcode: Bool) -> Bool {
    transaction == other.transaction && product == other.product
      && (!isXcode || start == other.start)
  }

  /// The order of two different purchases: what is no number is before all that are.
  func isEarlier(than other: NaivePurchase) -> Bool {
    if start != other.start { return start ?? 0 < other.start ?? 0 }
    let names = [transaction ?? [], other.transaction ?? []]
    let numbers = names.map { NaiveVersion.digits(String(decoding: $0, as: UTF8.self)) }
    switch (numbers[0], numbers[1]) {
    case (nil, _?): return true
    case (_?, nil): return false
    case (let number?, let other?) where number != other:
      return NaiveVersion.isLess(number, other)
    default: break
    }
    if names[0] != names[1] { return names[0].lexicographicallyPrecedes(names[1]) }
    return (product ?? []).lexicographicallyPrecedes(other.product ?? [])
  }

  /// Whether it is cancelled itself, or by another entry.
  func isCancelled(among all: [NaivePurchase], isXcode: Bool) -> Bool {
    cancellation(among: all, isXcode: isXcode) != .absent
  }

  /// When it was cancelled: the earliest readable date that an entry gives.
  func cancellation(among all: [NaivePurchase], isXcode: Bool) -> NaiveField<Int> {
    let dates = all.filter { $0.isCancelled && $0.cancels(self, isXcode: isXcode) }.map(
      \.cancellation)
    if dates.isEmpty { return .absent }
    return dates.compactMap(\.value).min().map { .value($0) } ?? .unreadable
  }

  /// Whether another purchase is cancelled when this one is: the same transaction, or one that may have the same
  /// original; of what renews itself, only what may be the same period.
  private func cancels(_ other: NaivePurchase, isXcode: Bool) -> Bool {
    if isSame(as: other) { return true }
    if transaction != nil, transaction == other.transaction {
      if !isWhole || product == other.product && (!isXcode || start == other.start) { return true }
    }
    guard product == nil || product == other.product else { return false }
    if other.renews, let itsStart = other.start, let itsEnd = other.end {
      if let start, start != itsStart { return false }
      if transaction != nil, let end, end != itsEnd { return false }
    }
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
      && expiration == other.expiration && kind == other.kind
      && cancellation == other.cancellation && original == other.original
  }
}
