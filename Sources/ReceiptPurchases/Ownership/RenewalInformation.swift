public import ReceiptParsing

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
