public import ReceiptParsing
import TextCoding

/// When a product is owned, and by which purchases.
public struct ProductEntitlement: Hashable, Sendable {
  private let product: UTF8Text

  /// The product.
  public var productIdentifier: String { product.text }

  /// When it is owned: in order, with a gap between any two intervals.
  public let intervals: [EntitlementInterval]

  /// The cancelled purchases, by purchase date. They grant nothing at any date; ``Purchase/term`` says how long each
  /// would have lasted.
  public let cancelled: [Purchase]

  /// The purchases that grant nothing because the receipt does not say how long they last, or because they end before
  /// they begin, by purchase date.
  public let withoutPeriod: [Purchase]

  /// The entries of this product with an unreadable transaction or purchase date. They grant nothing.
  public let unreadable: [InAppReceipt]

  /// The subscriptions whose last period is one of this product.
  private let renewing: [Purchase]

  /// - Parameters:
  ///   - purchases: those of the product by purchase date, each with whether it is the last of its original.
  init(
    _ product: UTF8Text, _ purchases: [(purchase: Purchase, isLastOfOriginal: Bool)],
    unreadable: [InAppReceipt]
  ) {
    let all = purchases.map { $0.purchase }
    self.product = product
    self.unreadable = unreadable
    intervals = EntitlementInterval.intervals(of: all)
    cancelled = all.filter { $0.isCancelled }
    withoutPeriod = all.filter { !$0.isCancelled && !$0.grantsPeriod }
    renewing = purchases.filter { $0.isLastOfOriginal }.map { $0.purchase }.filter {
      $0.productType == .autoRenewableSubscription && $0.grantsPeriod
    }
  }

  /// The interval in which a date lies, whose end says until when the product is owned; `nil` if it isn't. Without leeway
  /// and grace periods, which ``state(at:leewayMilliseconds:renewals:)`` knows.
  ///
  /// - Complexity: O(n).
  public func interval(at date: ReceiptDate) -> EntitlementInterval? {
    intervals.first { $0.contains(date) }
  }

  /// What the customer may do with the product at a date.
  ///
  /// - Parameters:
  ///   - date: the instant in question, not from a clock that the customer can set.
  ///   - leewayMilliseconds: how much to extend each period, for clocks that differ and renewals on their way; never
  ///     its beginning, and no cancelled period. Negative values count as 0.
  ///   - renewals: what Apple's server says about renewals; without it there are no grace periods and no billing
  ///     retries.
  /// - Complexity: O(n).
  public func state(
    at date: ReceiptDate, leewayMilliseconds: Int64 = 0, renewals: [RenewalInformation] = []
  ) -> EntitlementState {
    state(at: date, leewayMilliseconds, RenewalIndex(renewals))
  }

  func state(
    at date: ReceiptDate, _ leewayMilliseconds: Int64, _ renewals: RenewalIndex
  ) -> EntitlementState {
    // Intervals are in order and disjoint, so that no earlier one ends later than this.
    let begun = intervals.prefix { $0.start <= date }.last
    if let begun, begun.isOpen(at: date, leewayMilliseconds) { return .active(until: begun.end) }
    return renewalState(at: date, renewals) ?? pastState(at: date, begun) ?? futureState
  }

  /// Grace and retry follow the last period of a subscription: an earlier one was followed by another period, and one
  /// that was cancelled ended the subscription.
  private func renewalState(
    at date: ReceiptDate, _ renewals: RenewalIndex
  ) -> EntitlementState? {
    var graceEnd: ReceiptDate?
    var retrySince: ReceiptDate?
    for purchase in renewing {
      guard let end = purchase.term.end, end <= date else { continue }
      for information in renewals.information(for: purchase) {
        if let grace = information.gracePeriodExpiresDate, grace > date {
          graceEnd = max(grace, graceEnd ?? grace)
        }
        if information.isInBillingRetryPeriod { retrySince = max(end, retrySince ?? end) }
      }
    }
    return graceEnd.map { .inGracePeriod(until: $0) }
      ?? retrySince.map { .inBillingRetry(since: $0) }
  }

  /// The latest purchase before the date decides; of several at the same instant a valid one, then a cancelled one.
  private func pastState(
    at date: ReceiptDate, _ begun: EntitlementInterval?
  ) -> EntitlementState? {
    let valid = begun?.purchases.last { $0.purchaseDate <= date }
    let cancelled = cancelled.last { $0.purchaseDate <= date }
    let other = withoutPeriod.last { $0.purchaseDate <= date }
    guard let latest = [valid, cancelled, other].compactMap({ $0?.purchaseDate }).max() else {
      return nil
    }
    if let end = begun?.end, valid?.purchaseDate == latest { return .expired(at: end) }
    if let cancelled, cancelled.purchaseDate == latest {
      return .cancelled(at: cancelled.cancellation.value)
    }
    return switch other?.term {
    case .undetermined(let reason): .undetermined(reason)
    case .until(let end): .expired(at: end)
    case .unlimited, nil: nil  // not possible: such a purchase has a period, or there is another
    }
  }

  /// Nothing was bought before the date.
  private var futureState: EntitlementState {
    let starts = [intervals.first?.start, withoutPeriod.first?.purchaseDate].compactMap { $0 }
    if let start = starts.min() { return .notYetBegun(from: start) }
    if let cancelled = cancelled.first { return .cancelled(at: cancelled.cancellation.value) }
    return unreadable.isEmpty ? .noPurchase : .undetermined(.unreadable)
  }
}

extension Purchase {
  /// Whether it is not cancelled, it is known how long it lasts, and it lasts at all.
  fileprivate var grantsPeriod: Bool {
    guard !isCancelled else { return false }
    return switch term {
    case .until(let end): end > purchaseDate
    case .unlimited: true
    case .undetermined: false
    }
  }
}

extension EntitlementInterval {
  /// Whether an interval that has begun is not over.
  fileprivate func isOpen(at date: ReceiptDate, _ leewayMilliseconds: Int64) -> Bool {
    guard let end else { return true }
    // Both are in the years 0–9999, so the difference has less than 50 bits; adding the leeway could overflow.
    let over = date.millisecondsSince1970 - end.millisecondsSince1970
    return over < max(leewayMilliseconds, 0)
  }
}

extension ProductEntitlement: Identifiable {
  /// The product.
  public var id: String { productIdentifier }
}

#if !hasFeature(Embedded)
  extension UTF8Text: Codable {
    package init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  extension ProductEntitlement: Codable {
    private enum CodingKeys: String, CodingKey {
      case product = "productIdentifier"
      case intervals, cancelled, withoutPeriod, renewing
      case unreadable = "withheld"
    }
  }
#endif

/// A time without gaps in which a product is owned, from its start up to, but not including, its end.
public struct EntitlementInterval: Hashable, Sendable {
  /// When it begins.
  public let start: ReceiptDate

  /// When it ends; `nil` for never.
  public private(set) var end: ReceiptDate?

  /// The purchases that make it up, by purchase date. None of them is cancelled.
  public private(set) var purchases: [Purchase]

  /// Whether the instant lies in it.
  public func contains(_ date: ReceiptDate) -> Bool {
    date >= start && isOpen(at: date, 0)
  }

  /// The intervals of purchases in the order of their dates: periods that overlap, or begin when another ends, are one;
  /// the smallest gap remains. A period that ends before it begins doesn't count.
  ///
  /// - Complexity: O(n).
  static func intervals(of purchases: some Sequence<Purchase>) -> [EntitlementInterval] {
    var intervals: [EntitlementInterval] = []
    for purchase in purchases where purchase.grantsPeriod {
      let (start, end) = (purchase.purchaseDate, purchase.term.end)
      guard let last = intervals.indices.last, intervals[last].end.map({ start <= $0 }) ?? true
      else {
        intervals.append(EntitlementInterval(start: start, end: end, purchases: [purchase]))
        continue
      }
      intervals[last].purchases.append(purchase)
      if let lastEnd = intervals[last].end {
        intervals[last].end = end.map { max($0, lastEnd) }
      }
    }
    return intervals
  }
}

#if !hasFeature(Embedded)
  extension EntitlementInterval: Codable {}
#endif
