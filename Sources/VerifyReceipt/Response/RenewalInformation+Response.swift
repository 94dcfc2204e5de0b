public import ReceiptPurchases

extension RenewalInformation {
  /// What an element of `pending_renewal_info` says about grace period and billing retry; `nil` when it names no
  /// subscription. An answer that was stored is as trustworthy as its storage.
  public init?(_ renewal: ResponseRenewal) {
    guard let original = renewal.originalTransactionIdentifier else { return nil }
    self.init(
      originalTransactionIdentifier: original, productIdentifier: renewal.productIdentifier,
      gracePeriodExpiresDate: renewal.gracePeriodExpiresDate?.receiptDate,
      isInBillingRetryPeriod: renewal.isInBillingRetryPeriod ?? false)
  }
}
