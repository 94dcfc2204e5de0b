import AppStoreReceipt
import VerifyReceipt

/// The transactions of a receipt, and the one to ask the App Store Server API with.
struct TransactionAnswer {
  let json: VerifyReceiptJSON.Object
  let lines: [String]

  init(_ receipt: CheckedReceipt) {
    let history = receipt.purchases
    let (transactions, originals) = (history.transactions, history.originalTransactions)
    let lookup = history.serverAPILookup
    var json = VerifyReceiptJSON.Object()
    json.set("serverTransactionIdentifier", lookup.identifier)
    json["originalTransactions"] = .array(originals.map { .object(Self.json($0)) })
    json["transactions"] = .array(transactions.map { .object($0.json) })
    self.json = json
    lines = Self.tables(transactions, originals) + [lookup.sentence]
  }

  private static func json(_ original: OriginalTransaction) -> VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("originalTransactionIdentifier", original.identifier)
    json.set("productIdentifier", original.latest.productIdentifier)
    json.set("latestTransactionIdentifier", original.latest.transactionIdentifier)
    json.set("latestPurchaseDate", original.latest.purchaseDate.utcText)
    json.set("transactionCount", Int64(original.purchases.count))
    return json
  }

  private static func tables(
    _ transactions: [Purchase], _ originals: [OriginalTransaction]
  ) -> [String] {
    var lines = ["Transactions (\(transactions.count))"]
    if !transactions.isEmpty {
      var table = TextTable(["Transaction", "Original", "Purchased", "Product", ""])
      for purchase in transactions {
        table.add([
          purchase.transactionIdentifier,
          purchase.originalTransactionIdentifier ?? "–", purchase.purchaseDate.utcText,
          purchase.productIdentifier, purchase.isCancelled ? "cancelled" : "",
        ])
      }
      lines += table.lines
    }
    lines += ["", "Original transactions (\(originals.count))"]
    if !originals.isEmpty {
      var table = TextTable(["Original", "Transactions", "Latest", "Product of the latest"])
      for original in originals {
        table.add([
          original.identifier, String(original.purchases.count),
          original.latest.purchaseDate.utcText, original.latest.productIdentifier,
        ])
      }
      lines += table.lines
    }
    return lines + [""]
  }
}

extension Purchase {
  fileprivate var json: VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("transactionIdentifier", transactionIdentifier)
    json.set("originalTransactionIdentifier", originalTransactionIdentifier)
    json.set("productIdentifier", productIdentifier)
    json.set("purchaseDate", purchaseDate.utcText)
    if isCancelled { json.set("cancelled", true) }
    return json
  }
}

extension ServerAPILookup {
  /// One sentence.
  fileprivate var sentence: String {
    switch self {
    case .transaction(let purchase):
      "For the App Store Server API: \(purchase.transactionIdentifier)"
    case .unavailable(.noPurchase):
      "Nothing to ask the App Store Server API with: there are no purchases."
    case .unavailable(.xcode):
      "Nothing to ask the App Store Server API with: it does not know Xcode's transactions."
    case .unavailable(.notOfAppStore):
      "Nothing to ask the App Store Server API with: no identifier is one of the App Store."
    }
  }
}
