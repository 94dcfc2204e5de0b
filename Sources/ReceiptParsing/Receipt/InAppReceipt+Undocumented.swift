// Fields that Apple has never documented.

extension InAppReceipt {
  /// Whether the period is a free trial. Confirmed by Apple's answers; attribute 1713, `is_trial_period`.
  public var isTrialPeriod: Bool? { value(.isTrialPeriod) }

  /// Why the purchase was cancelled: 1 for a problem with the app, 0 for anything else. Confirmed by Apple's
  /// answers; attribute 1720, `cancellation_reason`.
  public var cancellationReason: Int64? { value(.cancellationReason) }

  /// The promotional offer that was redeemed. Confirmed by Apple's answers; attribute 1721,
  /// `promotional_offer_id`.
  public var promotionalOfferIdentifier: String? { value(.promotionalOfferIdentifier) }

  /// The kind of product. Inferred from many receipts; attribute 1707.
  public var productType: ProductType? {
    (value(.productType) as Int64?).map { ProductType(rawValue: $0) }
  }

  /// Probably the product's identifier in the store, 0 in the sandbox. Attribute 1710.
  public var productItemIdentifier: Int64? { value(.productItemIdentifier) }

  /// Perhaps who owns the purchase: 1 in the only receipt known of one shared by a family, 0 in all others.
  /// Not proven: decide nothing by it. Attribute 1722.
  public var possibleOwnershipType: Int64? { value(.possibleOwnershipType) }
}
