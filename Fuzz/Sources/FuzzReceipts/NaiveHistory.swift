import ReceiptParsing
import ReceiptPurchases

/// What purchases say about their products, each question answered by a look at all of them: from the documentation
/// alone.
struct NaiveHistory {
  /// Those that are whole, each once, by date, number and product.
  let purchases: [NaivePurchase]
  /// What is not whole, each once, by its bytes.
  let withheld: [NaivePurchase]
  /// The bytes of both.
  let encodings: [ArraySlice<UInt8>]
  /// What cancels each of those that are whole.
  let cancellations: [NaiveField<Int>]
  private let isXcode: Bool

  /// - Parameters:
  ///   - entries: those of one receipt in any order.
  ///   - newer: how many of them, the first ones, are of a newer receipt than the others; all unless given.
  init(
    _ entries: [NaivePurchase], encodings: [ArraySlice<UInt8>], newer: Int = .max, isXcode: Bool
  ) {
    self.isXcode = isXcode
    var (kept, rest): ([Int], [Int]) = ([], [])
    // Of several entries of a purchase the one of the newer receipt, or whose bytes come first.
    for place in entries.indices.sorted(by: { first, second in
      guard (first < newer) == (second < newer) else { return first < newer }
      return encodings[first].lexicographicallyPrecedes(encodings[second])
    }) {
      let entry = entries[place]
      if !entry.isWhole {
        if !rest.contains(where: { encodings[$0] == encodings[place] }) { rest.append(place) }
      } else if !kept.contains(where: { entries[$0].isPurchase(of: entry, isXcode: isXcode) }) {
        kept.append(place)
      }
    }
    kept.sort { entries[$0].isEarlier(than: entries[$1]) }
    purchases = kept.map { entries[$0] }
    withheld = rest.map { entries[$0] }
    self.encodings = (kept + rest).map { encodings[$0] }
    cancellations = purchases.map { $0.cancellation(among: entries, isXcode: isXcode) }
  }

  /// When one of the products is owned: periods that overlap or touch are one.
  func intervals(of products: Set<[UInt8]>) -> [Range<Int>] {
    let periods = purchases.indices.compactMap { index in
      purchases[index].product.map(products.contains) == true ? period(index) : nil
    }
    let starts = Set(periods.map(\.lowerBound)).filter { start in
      !periods.contains { $0.lowerBound < start && start <= $0.upperBound }
    }
    return starts.sorted().map { start in
      var end = start
      while let next = periods.first(where: {
        start...end ~= $0.lowerBound && end < $0.upperBound
      }) {
        end = next.upperBound
      }
      return start..<end
    }
  }

  /// How long a purchase lasts unless it is cancelled.
  static func term(of purchase: NaivePurchase) -> PurchaseTerm {
    switch (purchase.kind, purchase.expiration) {
    case (.unreadable, _): .undetermined(.unknownType)
    case (.value(1), _): .undetermined(.consumable)
    case (_, .value(let end)): .until(date(end))
    case (_, .unreadable): .undetermined(.unreadableExpiration)
    case (.value(0), _), (.value(4), _): .unlimited
    case (.value(2), _): .undetermined(.nonRenewing)
    case (.value(3), _): .undetermined(.missingExpiration)
    default: .undetermined(.unknownType)
    }
  }

  /// What the customer may do with products.
  func state(
    of products: Set<[UInt8]>, at now: Int, leeway: Int, renewals: [RenewalInformation]
  ) -> EntitlementState {
    let own = purchases.indices.filter { purchases[$0].product.map(products.contains) == true }
    let begun = intervals(of: products).last { $0.lowerBound <= now }
    let end = begun.flatMap { $0.upperBound == .max ? nil : Self.date($0.upperBound) }
    if let begun, begun.upperBound == .max || now - begun.upperBound < max(leeway, 0) {
      return .active(until: end)
    }
    if let state = renewalState(own, now, renewals) { return state }
    // Of several at one instant, a valid one is before a cancelled one, and that before others.
    let ranks = own.map { period($0) != nil ? 2 : cancellations[$0] != .absent ? 1 : 0 }
    let past = zip(own, ranks).filter { (purchases[$0.0].start ?? 0) <= now }
    if let latest = past.max(by: { first, second in
      let starts = [first, second].map { purchases[$0.0].start ?? 0 }
      return starts[0] != starts[1] ? starts[0] < starts[1] : first.1 <= second.1
    }) {
      switch (latest.1, Self.term(of: purchases[latest.0])) {
      case (2, _): return .expired(at: end ?? Self.date(now))
      case (1, _): return .cancelled(at: cancellations[latest.0].value.map(Self.date))
      case (_, .until(let end)): return .expired(at: end)
      case (_, .undetermined(let reason)): return .undetermined(reason)
      case (_, .unlimited): break
      }
    }
    if let next = zip(own, ranks).filter({ $0.1 != 1 }).compactMap({ purchases[$0.0].start }).min()
    {
      return .notYetBegun(from: Self.date(next))
    }
    if let cancelled = own.first {
      return .cancelled(at: cancellations[cancelled].value.map(Self.date))
    }
    return withheld.contains { $0.product.map(products.contains) == true }
      ? .undetermined(.unreadable) : .noPurchase
  }

  /// Grace and retry follow the last period of a subscription.
  private func renewalState(
    _ own: [Int], _ now: Int, _ renewals: [RenewalInformation]
  ) -> EntitlementState? {
    var graceEnds: [Int] = []
    var retries: [Int] = []
    for index in own where purchases[index].renews && isLast(index) {
      guard let end = period(index)?.upperBound, end <= now else { continue }
      for renewal in renewals
      where original(of: purchases[index]) == Array(renewal.originalTransactionIdentifier.utf8)
        && renewal.productIdentifier.map({ Array($0.utf8) == purchases[index].product }) != false
      {
        if let grace = renewal.gracePeriodExpiresDate {
          graceEnds.append(Int(grace.millisecondsSince1970))
        }
        if renewal.isInBillingRetryPeriod { retries.append(end) }
      }
    }
    if let end = graceEnds.max(), end > now { return .inGracePeriod(until: Self.date(end)) }
    return retries.max().map { .inBillingRetry(since: Self.date($0)) }
  }

  /// Whether no other entry may be a later period of the same subscription.
  private func isLast(_ index: Int) -> Bool {
    let purchase = purchases[index]
    guard let original = original(of: purchase) else { return false }
    if purchases.dropFirst(index + 1).contains(where: { self.original(of: $0) == original }) {
      return false
    }
    return !(purchases + withheld).contains { other in
      let its = self.original(of: other)
      let isUnknown = its == nil && !(isXcode && other.original == .absent)
      return (isUnknown || !other.isWhole && its == original)
        && other.start.map { $0 >= purchase.start ?? 0 } ?? true
    }
  }

  /// What names none is its own original, except Xcode's.
  private func original(of purchase: NaivePurchase) -> [UInt8]? {
    purchase.original == .absent && !isXcode ? purchase.transaction : purchase.original.value
  }

  /// `Int.max` for no end; `nil` if it is none.
  func period(_ index: Int) -> Range<Int>? {
    guard cancellations[index] == .absent, let start = purchases[index].start else { return nil }
    switch Self.term(of: purchases[index]) {
    case .until(let end):
      let end = Int(end.millisecondsSince1970)
      return start < end ? start..<end : nil
    case .unlimited: return start..<Int.max
    case .undetermined: return nil
    }
  }

  static func date(_ instant: Int) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: Int64(instant))
  }
}
