import AppStoreReceipt
import BenchmarkSupport

extension GateCase {
  /// What a history of purchases answers.
  static func purchases() throws -> [GateCase] {
    let receipt = try AppReceipt(try Samples.fixture("many-purchases"))
    let validated = try receipt.validate(Samples.expectations(), verifier: Samples.verifier())
    let history = validated.purchaseHistory()
    let now = try Samples.date("2025-05-01T00:00:00Z")
    guard let product = receipt.inAppReceipts.first?.productIdentifier else {
      throw CommandError("many-purchases has no product")
    }
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
      .succeeding("PurchaseHistory.serverAPILookup") {
        history.serverAPILookup.identifier?.utf8.count ?? 0
      },
      .succeeding("PurchaseHistory.intervals(ofAny:)") {
        history.intervals(ofAny: [product]).count
      },
      .succeeding("PurchaseHistory(merging:)/many-purchases, twice") {
        try PurchaseHistory(merging: [validated, validated]).purchases.count
      },
    ]
  }
}
