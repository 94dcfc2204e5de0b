import AppStoreReceipt
import VerifyReceipt

/// What a table of many receipts needs of each: what it is for, and how to ask Apple about it.
struct SummaryAnswer {
  let json: VerifyReceiptJSON.Object

  init(_ checked: CheckedReceipt) {
    let receipt = checked.receipt
    var json = VerifyReceiptJSON.Object()
    json.set("environment", receipt.environment?.rawValue)
    json.set("bundleIdentifier", receipt.bundleIdentifier)
    json.set("appVersion", receipt.appVersion)
    json.set("originalAppVersion", receipt.originalAppVersion)
    json.set("creationDate", receipt.creationDate?.utcText)
    json.set("purchaseCount", Int64(receipt.inAppReceipts.count))
    let history = checked.purchases
    json.set("serverTransactionIdentifier", history.serverAPILookup.identifier)
    json["originalTransactionIdentifiers"] = .array(
      history.originalTransactions.map { .string($0.identifier) })
    json.set("problems", receipt.problemList.sentences.map { .string($0) })
    self.json = json
  }
}
