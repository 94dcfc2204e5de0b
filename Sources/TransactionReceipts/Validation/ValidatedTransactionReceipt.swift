/// A transaction receipt that was validated: signed by Apple, for this app, and whatever else the caller expected.
///
/// Only ``TransactionReceipt/validate(_:verifier:)`` makes one, so a function that takes one cannot be handed a receipt
/// that nobody has checked.
public struct ValidatedTransactionReceipt: Hashable, Sendable {
  /// The receipt. What is not in ``purchaseInfo`` is not signed even here.
  public let receipt: TransactionReceipt

  /// The checks that the caller left out.
  public let skippedChecks: [TransactionCheck]

  /// The purchase.
  public var purchaseInfo: PurchaseInfo { receipt.purchaseInfo }

  /// Where the receipt comes from, as far as its signed part proves it.
  public var environment: TransactionEnvironment { receipt.judgedEnvironment }

  init(_ receipt: TransactionReceipt, skippedChecks: [TransactionCheck]) {
    self.receipt = receipt
    self.skippedChecks = skippedChecks
  }
}
