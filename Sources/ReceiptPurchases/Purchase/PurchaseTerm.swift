public import ReceiptParsing

/// How long a purchase lasts from its purchase date on, cancelled or not.
///
/// An expiration date always ends it, whatever the kind of product. Without one, only a product that is known to be
/// kept lasts: a missing date must not become *for ever*.
public enum PurchaseTerm: Hashable, Sendable {
  /// Up to that instant, which is not part of it. At or before the purchase date: not at all.
  case until(ReceiptDate)
  /// For ever: a non-consumable product, or one of the free subscriptions of Newsstand, which did not end.
  case unlimited
  /// The receipt does not tell, so it grants nothing.
  case undetermined(Reason)

  /// Why a receipt does not tell how long a purchase lasts.
  public enum Reason: Hashable, Sendable {
    /// A consumable product is used up, not owned for a time: count it.
    case consumable
    /// A non-renewing subscription whose length is not in the ``ProductCatalog``.
    case nonRenewing
    /// A subscription without an expiration date.
    case missingExpiration
    /// The expiration date cannot be read.
    case unreadableExpiration
    /// Neither receipt nor ``ProductCatalog`` say the kind of product, or attribute 1707 is unreadable.
    case unknownType
    /// Something else cannot be read: see ``ProductEntitlement/withheld``.
    case withheld
  }

  init(
    _ type: ReceiptField<ProductType>, from start: ReceiptDate,
    _ expiration: ReceiptField<ReceiptDate>,
    nonRenewingLength: PeriodLength?
  ) {
    self =
      switch (type.value, expiration) {
      case _ where type.problem != nil: .undetermined(.unknownType)
      case (.consumable, _): .undetermined(.consumable)
      case (_, .value(let end)): .until(end)
      case (_, .unreadable): .undetermined(.unreadableExpiration)
      case (.nonConsumable, .absent), (.freeSubscription, .absent): .unlimited
      case (.nonRenewingSubscription, .absent):
        nonRenewingLength.map { .until($0.end(from: start)) } ?? .undetermined(.nonRenewing)
      case (.autoRenewableSubscription, .absent): .undetermined(.missingExpiration)
      case (.other, .absent), (nil, .absent): .undetermined(.unknownType)
      }
  }

  /// The end; `nil` for none, and when it is not known.
  var end: ReceiptDate? {
    if case .until(let end) = self { end } else { nil }
  }

  var reason: Reason? {
    if case .undetermined(let reason) = self { reason } else { nil }
  }
}

#if !hasFeature(Embedded)
  extension PurchaseTerm: Codable {}
  extension PurchaseTerm.Reason: Codable {}
#endif
