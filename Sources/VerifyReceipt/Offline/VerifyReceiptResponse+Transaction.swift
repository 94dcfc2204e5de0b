public import ReceiptParsing
public import TransactionReceipts

// Answers in the style of iOS 6, for transaction receipts. They have no `environment`, and what happened after the
// purchase (`latest_receipt_info`, `latest_expired_receipt_info`) is not in the receipt.

extension VerifyReceiptResponse {
  /// Answers for a validated transaction receipt as verifyReceipt would: status 0, or 21006 when the period of the
  /// subscription has ended or its end cannot be read; `receipt` is there in both cases. A refunded purchase, which
  /// validation refuses unless asked not to, has its `cancellation_date`: see ``ResponseTransaction/isCancelled``.
  ///
  /// - Parameters:
  ///   - validated: the receipt.
  ///   - date: the time of the answer. Nothing here reads a clock.
  ///   - endpoint: which endpoint answers. A receipt of the other one gets 21007 or 21008 and nothing else; `nil`
  ///     answers for every receipt that was allowed.
  public init(
    _ validated: ValidatedTransactionReceipt, at date: ReceiptDate,
    endpoint: VerifyReceiptEndpoint? = nil
  ) {
    self.init(
      status: VerifyReceiptStatus(offline: validated, at: date, endpoint: endpoint))
    guard status?.hasReceipt == true else { return }
    transaction = ResponseTransaction(unverified: validated.purchaseInfo)
  }

  /// Shows a transaction receipt that nobody has checked in the form of an answer. It has no `status`, so it is not
  /// ``isValid``.
  public init(unverified receipt: TransactionReceipt) {
    self.init()
    transaction = ResponseTransaction(unverified: receipt.purchaseInfo)
  }
}
