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
    switch checked {
    case .unverified(let receipt): Self.add(receipt.unverifiedPurchases, to: &json)
    case .validated(let validated): Self.add(validated.purchases, to: &json)
    }
    let problems = receipt.problems
    if !problems.isEmpty { json["problems"] = .array(problems.map { .string($0.description) }) }
    self.json = json
  }

  private static func add(
    _ history: some PurchaseQuestions, to json: inout VerifyReceiptJSON.Object
  ) {
    json.set("serverTransactionIdentifier", history.serverAPILookup.identifier)
    json["originalTransactionIdentifiers"] = .array(
      history.originalTransactions.map { .string($0.identifier) })
  }
}
