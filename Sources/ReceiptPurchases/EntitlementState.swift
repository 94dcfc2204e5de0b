public import ReceiptParsing

/// What a customer may do with a product at a date.
public enum EntitlementState: Hashable, Sendable {
  /// Bought and running. The end, not extended by any leeway; `nil` for never.
  case active(until: ReceiptDate?)
  /// The period is over and the renewal could not be charged, but Apple asks to go on until that instant.
  case inGracePeriod(until: ReceiptDate)
  /// The period ended then, and Apple still tries to charge the renewal. No service is due.
  case inBillingRetry(since: ReceiptDate)
  /// The last period ended then.
  case expired(at: ReceiptDate)
  /// What was bought last before the date was refunded, revoked or replaced by an upgrade. When, as far as it can be
  /// read.
  case cancelled(at: ReceiptDate?)
  /// There are purchases, but the first begins then: the date is too early, or a clock was set back.
  case notYetBegun(from: ReceiptDate)
  /// The receipt does not tell how long what was bought last is owned.
  case undetermined(PurchaseTerm.Reason)
  /// No purchase of the product is known. Not proof that there is none: family members' and finished consumable
  /// purchases are missing, and a receipt knows nothing that came after it.
  case neverOwned

  /// Whether the customer is to be served: in a period that was bought, or in a grace period.
  public var grantsAccess: Bool {
    switch self {
    case .active, .inGracePeriod: true
    case .inBillingRetry, .expired, .cancelled, .notYetBegun, .undetermined, .neverOwned: false
    }
  }
}

#if !hasFeature(Embedded)
  extension EntitlementState: Codable {}
#endif

/// What Apple's server says about the renewal of a subscription and no receipt contains. It comes from the caller, from
/// `pending_renewal_info` of an answer or from the App Store Server API, and is as trustworthy as its source.
public struct RenewalInformation: Hashable, Sendable {
  /// The subscription it is about. `original_transaction_id`.
  public var originalTransactionIdentifier: String

  /// The product, if the information says it: it then counts for no other. `product_id`.
  public var productIdentifier: String?

  /// Up to when service is due although the renewal was not paid. `grace_period_expires_date`.
  public var gracePeriodExpiresDate: ReceiptDate?

  /// Whether Apple still tries to charge the renewal. `is_in_billing_retry_period`.
  public var isInBillingRetryPeriod: Bool

  /// Information about a subscription.
  public init(
    originalTransactionIdentifier: String, productIdentifier: String? = nil,
    gracePeriodExpiresDate: ReceiptDate? = nil, isInBillingRetryPeriod: Bool = false
  ) {
    self.originalTransactionIdentifier = originalTransactionIdentifier
    self.productIdentifier = productIdentifier
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
  }
}

/// Information about renewals, to be found by subscription.
struct RenewalIndex {
  private let byOriginal: [UTF8Text: [RenewalInformation]]

  init(_ renewals: [RenewalInformation]) {
    byOriginal = Dictionary(grouping: renewals) { UTF8Text($0.originalTransactionIdentifier) }
  }

  /// What is known about the renewal of a purchase.
  func information(for purchase: Purchase) -> [RenewalInformation] {
    guard !byOriginal.isEmpty, let original = purchase.originalTransactionIdentifier else {
      return []
    }
    return byOriginal[UTF8Text(original), default: []].filter {
      guard let product = $0.productIdentifier else { return true }
      return product.utf8.elementsEqual(purchase.productIdentifier.utf8)
    }
  }
}

#if !hasFeature(Embedded)
  extension RenewalInformation: Codable {}
#endif
