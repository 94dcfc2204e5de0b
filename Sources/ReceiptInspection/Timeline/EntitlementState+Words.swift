package import ReceiptParsing
package import ReceiptPurchases

extension EntitlementState {
  /// The name of the case, its date and whether that lies in the past, and a phrase.
  package var words: (name: String, date: ReceiptDate?, isOver: Bool, text: String) {
    switch self {
    case .active(let end): ("active", end, false, end.map { "until \($0)" } ?? "forever")
    case .inGracePeriod(let end): ("inGracePeriod", end, false, "grace period until \(end)")
    case .inBillingRetry(let end): ("inBillingRetry", end, true, "expired \(end), billing retry")
    case .expired(let end): ("expired", end, true, "expired \(end)")
    case .cancelled(let date):
      ("cancelled", date, true, date.map { "cancelled \($0)" } ?? "cancelled")
    case .notYetBegun(let start): ("notYetBegun", start, false, "begins \(start)")
    case .undetermined(let reason): ("undetermined", nil, false, reason.text)
    case .noPurchase: ("neverOwned", nil, false, "never owned")
    }
  }
}

extension PurchaseTerm.Reason {
  /// A phrase.
  package var text: String {
    switch self {
    case .consumable: "consumable"
    case .nonRenewing: "non-renewing; only the app knows the period"
    case .missingExpiration: "no expiration date"
    case .unreadableExpiration: "unreadable expiration date"
    case .unknownType: "unknown kind of product"
    case .unreadable: "unreadable"
    }
  }
}
