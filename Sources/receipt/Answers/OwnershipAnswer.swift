import AppStoreReceipt
import VerifyReceipt

/// What is owned at a date according to a receipt.
struct OwnershipAnswer {
  let json: VerifyReceiptJSON.Object
  let lines: [String]

  init(
    _ receipt: CheckedReceipt, at date: ReceiptDate, leewayMilliseconds: Int64 = 0,
    renewals: [RenewalInformation] = []
  ) {
    let products = receipt.purchases.entitlements.map { entitlement in
      (
        entitlement,
        entitlement.state(
          at: date, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
      )
    }
    var json = VerifyReceiptJSON.Object()
    json.set("at", date.utcText)
    json["products"] = .array(products.map { .object(Self.json($0, $1)) })
    self.json = json
    lines = ["At \(date.utcText)"] + Self.table(products)
  }

  private static func json(
    _ entitlement: ProductEntitlement, _ state: EntitlementState
  ) -> VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("productIdentifier", entitlement.productIdentifier)
    json.set("owned", state.grantsAccess)
    json.set("state", state.name)
    json[state.isOver ? "since" : "until"] = state.date.map { .string($0.utcText) }
    json["intervals"] = .array(
      entitlement.intervals.map { interval in
        var json = VerifyReceiptJSON.Object()
        json.set("start", interval.start.utcText)
        json.set("end", interval.end?.utcText)
        json["transactionIdentifiers"] = .array(
          interval.purchases.map { .string($0.transactionIdentifier) })
        return .object(json)
      })
    return json
  }

  private static func table(_ products: [(ProductEntitlement, EntitlementState)]) -> [String] {
    guard !products.isEmpty else { return ["No products"] }
    var table = TextTable(["Product", "Owned", "State", "From", "To", "Transactions"])
    for (entitlement, state) in products {
      let row = [
        entitlement.productIdentifier, state.grantsAccess ? "yes" : "no", state.text,
      ]
      if entitlement.intervals.isEmpty { table.add(row + ["–", "–", ""]) }
      for (index, interval) in entitlement.intervals.enumerated() {
        table.add(
          (index == 0 ? row : ["", "", ""]) + [
            interval.start.utcText, interval.end?.utcText ?? "–", String(interval.purchases.count),
          ])
      }
    }
    return Array(table.lines)
  }
}

extension EntitlementState {
  /// The name of the case.
  fileprivate var name: String {
    switch self {
    case .active: "active"
    case .inGracePeriod: "inGracePeriod"
    case .inBillingRetry: "inBillingRetry"
    case .expired: "expired"
    case .cancelled: "cancelled"
    case .notYetBegun: "notYetBegun"
    case .undetermined: "undetermined"
    case .neverOwned: "neverOwned"
    }
  }

  /// The date that the case has.
  fileprivate var date: ReceiptDate? {
    switch self {
    case .active(let date), .cancelled(let date): date
    case .inGracePeriod(let date), .inBillingRetry(let date), .expired(let date),
      .notYetBegun(let date):
      date
    case .undetermined, .neverOwned: nil
    }
  }

  /// Whether the date lies in the past.
  fileprivate var isOver: Bool {
    switch self {
    case .inBillingRetry, .expired, .cancelled: true
    case .active, .inGracePeriod, .notYetBegun, .undetermined, .neverOwned: false
    }
  }

  fileprivate var text: String {
    switch self {
    case .active(let end): end.map { "until \($0)" } ?? "for ever"
    case .inGracePeriod(let end): "grace period until \(end)"
    case .inBillingRetry(let end): "expired \(end), billing retry"
    case .expired(let end): "expired \(end)"
    case .cancelled(let date): date.map { "cancelled \($0)" } ?? "cancelled"
    case .notYetBegun(let start): "begins \(start)"
    case .undetermined(let reason): reason.text
    case .neverOwned: "never owned"
    }
  }
}

extension PurchaseTerm.Reason {
  fileprivate var text: String {
    switch self {
    case .consumable: "consumable"
    case .nonRenewing: "not renewing, for how long the app knows"
    case .missingExpiration: "no expiration date"
    case .unreadableExpiration: "unreadable expiration date"
    case .unknownType: "unknown kind of product"
    case .withheld: "unreadable"
    }
  }
}
