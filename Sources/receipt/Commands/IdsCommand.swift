import AppStoreReceipt
import ReceiptJSON

/// `receipt ids`: the transactions, and the identifier for the App Store Server API.
struct IdsCommand: AnswerCommand {
  static let manual = Manual(
    "ids", "Lists the transactions, and the one for the App Store Server API",
    "Lists the transactions of a receipt by purchase date, the original transactions with the latest of each, and "
      + "the identifier to pass to the App Store Server API: that of the latest purchase; if several have the "
      + "same date, the one with the greatest number. The receipt is verified only if an option asks for it.",
    options: [.json, VerificationOptions.verify, VerificationOptions.date],
    groups: [VerificationOptions.group])

  let arguments: CommonArguments

  func answer(to input: InputFile) throws(ToolError) -> any Answer {
    TransactionAnswer(try CheckedReceipt(input, arguments.verification))
  }
}

/// The transactions of a receipt, and the identifier for the App Store Server API.
struct TransactionAnswer: Answer {
  private let history: UnverifiedPurchaseHistory
  let remark: String?

  init(_ receipt: CheckedReceipt) {
    (history, remark) = (receipt.purchases, receipt.remark)
  }

  func write(to writer: inout JSONWriter) {
    writer.member("serverTransactionIdentifier", history.serverAPILookup.identifier)
    writer.objects("originalTransactions", history.originalTransactions) { writer, original in
      writer.member("originalTransactionIdentifier", original.identifier)
      writer.member("productIdentifier", original.latest.productIdentifier)
      writer.member("latestTransactionIdentifier", original.latest.transactionIdentifier)
      writer.member("latestPurchaseDate", original.latest.purchaseDate.utcText)
      writer.member("transactionCount", original.purchases.count)
    }
    writer.objects("transactions", history.transactions) { writer, purchase in
      writer.member("transactionIdentifier", purchase.transactionIdentifier)
      writer.member("originalTransactionIdentifier", purchase.originalTransactionIdentifier)
      writer.member("productIdentifier", purchase.productIdentifier)
      writer.member("purchaseDate", purchase.purchaseDate.utcText)
      if purchase.isCancelled { writer.member("cancelled", true) }
    }
  }

  var lines: [String] {
    let (transactions, originals) = (history.transactions, history.originalTransactions)
    var lines = ["Transactions (\(transactions.count))"]
    lines += TextTable.lines(
      ["Transaction", "Original", "Purchased", "Product", ""],
      transactions.map { purchase in
        [
          purchase.transactionIdentifier,
          purchase.originalTransactionIdentifier ?? "–", purchase.purchaseDate.utcText,
          purchase.productIdentifier, purchase.isCancelled ? "cancelled" : "",
        ]
      })
    lines += ["", "Original transactions (\(originals.count))"]
    lines += TextTable.lines(
      ["Original", "Transactions", "Latest", "Product of the latest"],
      originals.map { original in
        [
          original.identifier, String(original.purchases.count),
          original.latest.purchaseDate.utcText, original.latest.productIdentifier,
        ]
      })
    return lines + ["", history.serverAPILookup.sentence]
  }
}

extension ServerAPILookup {
  fileprivate var sentence: String {
    switch self {
    case .transaction(let purchase):
      "For the App Store Server API: \(purchase.transactionIdentifier)"
    case .unavailable(.noPurchase):
      "Nothing for the App Store Server API: there are no purchases."
    case .unavailable(.xcode):
      "Nothing for the App Store Server API: it doesn't know Xcode's transactions."
    case .unavailable(.notFromAppStore):
      "Nothing for the App Store Server API: no identifier is from the App Store."
    }
  }
}
