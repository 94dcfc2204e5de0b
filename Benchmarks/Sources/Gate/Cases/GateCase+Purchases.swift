import AppStoreReceipt

extension GateCase {
  /// What a history of purchases answers.
  static func purchases() throws -> [GateCase] {
    let receipt = try AppReceipt(try Samples.fixture("many-purchases"))
    let validated = try receipt.validate(Samples.expectations(), verifier: Samples.verifier())
    let history = validated.purchaseHistory()
    guard let now = ReceiptDate("2025-05-01T00:00:00Z"),
      let product = receipt.inAppReceipts.first?.productIdentifier
    else { return [] }
    return [
      .succeeding("PurchaseHistory(_:)/many-purchases") {
        validated.purchaseHistory().purchases.count
      },
      .succeeding("UnverifiedPurchaseHistory(unverified:)/many-purchases") {
        receipt.unverifiedPurchaseHistory().purchases.count
      },
      .succeeding("PurchaseHistory.entitlements") { history.entitlements.count },
      .succeeding("PurchaseHistory.entitlement(of:)") {
        history.entitlement(of: product).state(at: now).grantsAccess ? 1 : 0
      },
      .succeeding("PurchaseHistory.owned(at:)") { history.owned(at: now).count },
      .succeeding("PurchaseHistory.originalTransactions") { history.originalTransactions.count },
    ]
  }
}
