/// A key of Apple's answers that receipts can't provide, and where else to get it.
public struct KeyNotAvailableOffline: Hashable, Sendable {
  /// An object of an answer.
  public enum Object: Hashable, Sendable {
    /// The answer itself.
    case response
    /// `receipt`.
    case receipt
    /// An element of `receipt.in_app` or `latest_receipt_info`.
    case purchase
    /// An element of `pending_renewal_info`.
    case renewal
  }

  /// The object that has the key.
  public let object: Object

  /// The key; for a date, the one without `_ms` and `_pst`.
  public let key: String

  /// Where else to get it: a field of the App Store Server API, or why it isn't needed.
  public let instead: String

  fileprivate init(_ object: Object, _ key: String, _ instead: String) {
    self.object = object
    self.key = key
    self.instead = instead
  }
}

extension VerifyReceiptResponse {
  /// The keys that no receipt provides: what happened after it was signed, and what Apple never writes into receipts.
  /// ``VerifyReceiptResponder/derivesLatestReceiptInfo`` makes up for some as well as a receipt can.
  public static let keysNotAvailableOffline: [KeyNotAvailableOffline] = [
    .init(.response, "is-retryable", "not needed: an offline answer is final"),
    .init(.response, "is_retryable", "not needed: an offline answer is final"),
    .init(.response, "exception", "not needed: the name of an error inside Apple's servers"),
    .init(.response, "latest_receipt", "the app: a refreshed receipt"),
    .init(.response, "latest_receipt_info", "Get Transaction History: signedTransactions"),
    .init(.response, "latest_expired_receipt_info", "Get Transaction History: signedTransactions"),
    .init(.response, "pending_renewal_info", "Get All Subscription Statuses: signedRenewalInfo"),
    .init(.response, "auto_renew_status", "signedRenewalInfo: autoRenewStatus"),
    .init(.response, "auto_renew_product_id", "signedRenewalInfo: autoRenewProductId"),
    .init(.response, "expiration_intent", "signedRenewalInfo: expirationIntent"),
    .init(.response, "is_in_billing_retry_period", "signedRenewalInfo: isInBillingRetryPeriod"),
    .init(.response, "cancellation_reason", "signedTransactionInfo: revocationReason"),
    .init(.receipt, "preorder_date", "AppTransaction: preorderDate (attribute 32 is not proven)"),
    .init(.purchase, "is_upgraded", "signedTransactionInfo: isUpgraded"),
    .init(
      .purchase, "in_app_ownership_type",
      "signedTransactionInfo: inAppOwnershipType (attribute 1722 is not proven)"),
    .init(
      .purchase, "offer_code_ref_name", "signedTransactionInfo: offerIdentifier, offerType 3"),
    .init(
      .purchase, "subscription_group_identifier",
      "signedTransactionInfo: subscriptionGroupIdentifier"),
    .init(.purchase, "app_account_token", "signedTransactionInfo: appAccountToken"),
    .init(.renewal, "auto_renew_product_id", "signedRenewalInfo: autoRenewProductId"),
    .init(.renewal, "auto_renew_status", "signedRenewalInfo: autoRenewStatus"),
    .init(.renewal, "expiration_intent", "signedRenewalInfo: expirationIntent"),
    .init(.renewal, "is_in_billing_retry_period", "signedRenewalInfo: isInBillingRetryPeriod"),
    .init(.renewal, "grace_period_expires_date", "signedRenewalInfo: gracePeriodExpiresDate"),
    .init(.renewal, "price_consent_status", "signedRenewalInfo: priceIncreaseStatus"),
    .init(.renewal, "price_increase_status", "signedRenewalInfo: priceIncreaseStatus"),
    .init(.renewal, "product_id", "signedRenewalInfo: productId"),
    .init(.renewal, "original_transaction_id", "signedRenewalInfo: originalTransactionId"),
    .init(.renewal, "promotional_offer_id", "signedRenewalInfo: offerIdentifier, offerType 2"),
    .init(.renewal, "offer_code_ref_name", "signedRenewalInfo: offerIdentifier, offerType 3"),
  ]
}
