public import ReceiptJSON
public import ReceiptPurchases

/// The renewal of a subscription: an element of `pending_renewal_info`. Receipts don't contain it.
public struct ResponseRenewal: Codable, Hashable, Sendable {
  /// `expiration_intent`: why an expired subscription expired.
  public var expirationIntent: ExpirationIntent?
  /// `auto_renew_product_id`: the product that will renew.
  public var autoRenewProductIdentifier: String?
  /// `original_transaction_id`.
  public var originalTransactionIdentifier: String?
  /// `is_in_billing_retry_period`: whether Apple is still trying to charge.
  public var isInBillingRetryPeriod: Bool?
  /// `product_id`.
  public var productIdentifier: String?
  /// `auto_renew_status`.
  public var autoRenewStatus: AutoRenewStatus?
  /// `grace_period_expires_date`: how long the customer keeps access after a failed payment.
  public var gracePeriodExpiresDate: VerifyReceiptDate?
  /// `price_consent_status`.
  public var priceConsentStatus: PriceIncreaseStatus?
  /// `price_increase_status`.
  public var priceIncreaseStatus: PriceIncreaseStatus?
  /// `promotional_offer_id`.
  public var promotionalOfferIdentifier: String?
  /// `offer_code_ref_name`.
  public var offerCodeReferenceName: String?
  /// Members with unknown keys, and unreadable ones.
  public var otherMembers = JSON.Object()

  /// Creates an empty renewal.
  public init() {}
}

extension ResponseRenewal: Model {
  mutating func visitMembers<V: MemberVisitor>(_ visitor: inout V) throws(V.Failure) {
    try visitor.code("expiration_intent", &expirationIntent, as: .string)
    try visitor.text("auto_renew_product_id", &autoRenewProductIdentifier)
    try visitor.text("original_transaction_id", &originalTransactionIdentifier)
    try visitor.flag("is_in_billing_retry_period", &isInBillingRetryPeriod, as: .digit)
    try visitor.text("product_id", &productIdentifier)
    try visitor.code("auto_renew_status", &autoRenewStatus, as: .string)
    try visitor.date(.gracePeriodExpires, &gracePeriodExpiresDate)
    try visitor.code("price_consent_status", &priceConsentStatus, as: .string)
    try visitor.code("price_increase_status", &priceIncreaseStatus, as: .string)
    try visitor.text("promotional_offer_id", &promotionalOfferIdentifier)
    try visitor.text("offer_code_ref_name", &offerCodeReferenceName)
    try visitor.others(&otherMembers)
  }
}

extension RenewalInformation {
  /// The grace period and billing retry of an element of `pending_renewal_info`; `nil` if it names no subscription. A
  /// stored answer is as trustworthy as its storage.
  public init?(_ renewal: ResponseRenewal) {
    guard let original = renewal.originalTransactionIdentifier else { return nil }
    self.init(
      originalTransactionIdentifier: original, productIdentifier: renewal.productIdentifier,
      gracePeriodExpiresDate: renewal.gracePeriodExpiresDate?.receiptDate,
      isInBillingRetryPeriod: renewal.isInBillingRetryPeriod ?? false)
  }
}
