package import ReceiptParsing
package import ReceiptPurchases

/// Purchases as rows of periods, one row for each product, and what is owned at an instant.
package struct Timeline: Sendable {
  /// What a period is, as far as a receipt says.
  package enum Kind: String, CaseIterable, Sendable {
    case paid, trial, introductory, offer, grace
    /// Refunded, upgraded or revoked: the receipt doesn't say which.
    case cancelled
    /// A purchase without a period that the receipt tells, such as a consumable.
    case moment

    /// What people call it.
    package var label: String {
      switch self {
      case .paid: "paid"
      case .trial: "free trial"
      case .introductory: "introductory price"
      case .offer: "promotional offer"
      case .grace: "grace period"
      case .cancelled: "refunded, upgraded or revoked"
      case .moment: "bought, without a period"
      }
    }
  }

  /// One purchase.
  package struct Period: Hashable, Sendable {
    package let kind: Kind
    package let start: ReceiptDate
    /// `nil` if it doesn't end.
    package let end: ReceiptDate?
    package let transactionIdentifier: String
  }

  /// One product.
  package struct Row: Sendable {
    package let productIdentifier: String
    /// The answer to what is owned at the instant.
    package let state: EntitlementState
    /// By their starts.
    package fileprivate(set) var periods: [Period]
  }

  /// In the order of the first purchase.
  package let rows: [Row]

  /// When it is asked what is owned.
  package let instant: ReceiptDate

  /// When the first purchase was made; `nil` without any.
  package let first: ReceiptDate?

  /// When the last period begins or ends.
  package let last: ReceiptDate?

  /// - Complexity: O(n log n), or n times the number of `renewals`.
  package init<Source>(
    _ purchases: Purchases<Source>, at instant: ReceiptDate, leewayMilliseconds: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) {
    self.instant = instant
    var periods: [[UInt8]: [Period]] = [:]
    for purchase in purchases.purchases {
      periods[Array(purchase.productIdentifier.utf8), default: []].append(Period(purchase))
    }
    var rows: [Row] = []
    for entitlement in purchases.entitlements {
      let state = entitlement.state(
        at: instant, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
      var row = Row(
        productIdentifier: entitlement.productIdentifier, state: state,
        periods: periods[Array(entitlement.productIdentifier.utf8)] ?? [])
      if case .inGracePeriod(let end) = state, let start = entitlement.intervals.last?.end {
        row.periods.append(
          Period(kind: .grace, start: start, end: end, transactionIdentifier: ""))
      }
      rows.append(row)
    }
    self.rows = rows
    var (first, last): (ReceiptDate?, ReceiptDate?) = (nil, nil)
    for row in rows {
      for period in row.periods {
        first = min(first ?? period.start, period.start)
        let end = max(period.end ?? period.start, period.start)
        last = max(last ?? end, end)
      }
    }
    (self.first, self.last) = (first, last)
  }
}

extension Timeline.Period {
  init(_ purchase: Purchase) {
    transactionIdentifier = purchase.transactionIdentifier
    start = purchase.purchaseDate
    var end: ReceiptDate?
    var isMoment = false
    switch purchase.term {
    case .until(let date): end = date
    case .unlimited: break
    case .undetermined: (end, isMoment) = (purchase.purchaseDate, true)
    }
    self.end = end
    kind = Self.kind(purchase, isMoment: isMoment)
  }

  private static func kind(_ purchase: Purchase, isMoment: Bool) -> Timeline.Kind {
    let inApp = purchase.inAppReceipt
    if purchase.isCancelled { return .cancelled }
    if isMoment { return .moment }
    if inApp.isTrialPeriod == true { return .trial }
    if inApp.isInIntroOfferPeriod == true { return .introductory }
    return inApp.promotionalOfferIdentifier == nil ? .paid : .offer
  }
}
