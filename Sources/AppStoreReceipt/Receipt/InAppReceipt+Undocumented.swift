// Fields that Apple has never documented.

extension InAppReceipt {
  /// Whether the period is a free trial. Confirmed by Apple's answers; attribute 1713, `is_trial_period`.
  public var isTrialPeriod: Bool? { boolean(.isTrialPeriod).value }

  /// Why the purchase was cancelled: 1 for a problem with the app, 0 for anything else. Confirmed by Apple's
  /// answers; attribute 1720, `cancellation_reason`.
  public var cancellationReason: Int64? { integer(.cancellationReason).value }

  /// The promotional offer that was redeemed. Confirmed by Apple's answers; attribute 1721,
  /// `promotional_offer_id`.
  public var promotionalOfferIdentifier: String? { string(.promotionalOfferIdentifier).value }

  /// The kind of product. Inferred from many receipts; attribute 1707.
  public var productType: ProductType? {
    integer(.productType).value.map { ProductType(rawValue: $0) }
  }

  /// Probably the product's identifier in the store, 0 in the sandbox. Attribute 1710.
  public var productItemIdentifier: Int64? { integer(.productItemIdentifier).value }

  /// Perhaps who owns the purchase: 1 in the only receipt known of one shared by a family, 0 in all others.
  /// Not proven: decide nothing by it. Attribute 1722.
  public var possibleOwnershipType: Int64? { integer(.possibleOwnershipType).value }
}
