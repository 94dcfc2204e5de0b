public import ReceiptParsing
import TextCoding

/// Whether a customer may still get a free trial or an introductory price.
public enum OfferEligibility: Hashable, Sendable {
  /// No known period had one. A sandbox receipt may lack some: see ``Purchases/mayLackOldTransactions``.
  case eligible
  /// These periods had one, by purchase date.
  case used([Purchase])
  /// None is known to have had one, but these entries are unclear; empty if the group is empty.
  case unclear([InAppReceipt])

  /// Whether the offer may be shown to somebody without a running subscription in the group.
  public var isEligible: Bool { self == .eligible }
}

extension Purchases {
  /// Whether the customer may still get a free trial or an introductory price within a group of subscriptions.
  ///
  /// By Apple's rule, any earlier period in the group with a trial or an introductory price uses up both, for good. So
  /// does a cancelled one: a refunded trial was a trial. A promotional offer uses up neither.
  ///
  /// Anything unclear counts against the customer: a flag that is neither 0 nor 1, a period without either flag, an
  /// entry with an unreadable product, and a group without products, which can only be a mistake.
  ///
  /// Apple gives introductory offers to new and returning subscribers. A running subscription at the full price uses
  /// nothing up, so ask ``state(ofAny:at:leewayMilliseconds:renewals:)``, too, before you show one.
  ///
  /// - Parameter products: the product identifiers of the whole group, which no receipt contains.
  /// - Complexity: O(n).
  public func introductoryOfferEligibility(
    in products: some Sequence<String>
  ) -> OfferEligibility {
    let products = Set(products.map(UTF8Text.init))
    let inGroup = purchases.filter { products.contains(UTF8Text($0.productIdentifier)) }
    let used = inGroup.filter { $0.hadOffer }
    guard used.isEmpty else { return .used(used) }
    let unclear =
      inGroup.filter { $0.isUnclear }.map { $0.inAppReceipt }
      + unreadable.filter { entry in
        entry.productIdentifier.map { products.contains(UTF8Text($0)) } ?? true
      }
    return unclear.isEmpty && !products.isEmpty ? .eligible : .unclear(unclear)
  }
}

extension Purchase {
  /// Attributes 1713 and 1719.
  private var offerFlags: [ReceiptField<Bool>] {
    [inAppReceipt.boolean(.isTrialPeriod), inAppReceipt.boolean(.isInIntroOfferPeriod)]
  }

  fileprivate var hadOffer: Bool { offerFlags.contains { $0.value == true } }

  /// Whether it may have had an offer. A product that is not a subscription has none, and may lack the flags.
  fileprivate var isUnclear: Bool {
    let flags = offerFlags
    let mayBeSubscription =
      switch productType {
      case .autoRenewableSubscription, .other: true
      default: hasUnreadableType
      }
    return flags.contains { $0.problem != nil }
      || mayBeSubscription && flags.allSatisfy { $0.isAbsent }
  }
}
