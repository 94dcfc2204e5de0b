/// The purchases of one customer, out of validated receipts, and the questions about them.
///
/// Making one decodes everything once: keep the value while you ask.
public struct PurchaseHistory: PurchaseQuestions {
  /// The purchases.
  public let ledger: PurchaseLedger

  /// The purchases of a receipt.
  ///
  /// - Parameters:
  ///   - receipt: the receipt.
  ///   - catalog: what the app knows about its products, for what receipts do not say.
  /// - Complexity: O(n log n).
  public init(_ receipt: ValidatedReceipt, catalog: ProductCatalog = ProductCatalog()) {
    ledger = PurchaseLedger([receipt.receipt], catalog: catalog)
  }

  /// The purchases of several receipts of one customer, from several devices or times. That it is one customer is for
  /// the caller to know: no receipt says whose it is.
  ///
  /// A transaction that several receipts have counts once, as the newest of them has it; but one that any of them
  /// says is cancelled is cancelled, and so stays so even if Apple reversed the refund: then leave the older receipts
  /// out. The result does not depend on the order of the receipts.
  ///
  /// - Parameters:
  ///   - receipts: at least one; all of the same app and the same environment.
  ///   - catalog: what the app knows about its products, for what receipts do not say.
  /// - Throws: ``PurchaseMergeError``.
  /// - Complexity: O(n log n) for n purchases in all.
  public init(
    merging receipts: some Sequence<ValidatedReceipt>, catalog: ProductCatalog = ProductCatalog()
  ) throws(PurchaseMergeError) {
    let receipts = receipts.map { $0.receipt }
    try PurchaseMergeError.check(receipts)
    ledger = PurchaseLedger(receipts, catalog: catalog)
  }
}

extension ValidatedReceipt {
  /// The purchases, and the questions about them.
  ///
  /// - Complexity: O(n log n): keep the value while you ask.
  public var purchases: PurchaseHistory { PurchaseHistory(self) }
}
