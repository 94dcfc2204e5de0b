/// The purchases that a receipt claims, and the same questions about them as a ``PurchaseHistory`` answers. Nobody has
/// checked the receipt: look, but grant nothing by it.
public struct UnverifiedPurchaseHistory: PurchaseQuestions {
  /// The purchases.
  public let ledger: PurchaseLedger

  /// The purchases that a receipt claims.
  ///
  /// - Parameters:
  ///   - receipt: the receipt.
  ///   - catalog: what the app knows about its products, for what receipts do not say.
  /// - Complexity: O(n log n).
  public init(unverified receipt: AppReceipt, catalog: ProductCatalog = ProductCatalog()) {
    ledger = PurchaseLedger([receipt], catalog: catalog)
  }
}

extension AppReceipt {
  /// The purchases that the receipt claims, and the questions about them. Nobody has checked it:
  /// ``validate(_:verifier:)`` and ``ValidatedReceipt/purchases`` are what decisions need.
  ///
  /// - Complexity: O(n log n): keep the value while you ask.
  public var unverifiedPurchases: UnverifiedPurchaseHistory {
    UnverifiedPurchaseHistory(unverified: self)
  }
}
