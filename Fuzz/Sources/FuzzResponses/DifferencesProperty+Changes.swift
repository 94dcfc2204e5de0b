import FuzzSupport
import ReceiptParsing
import VerifyReceipt

// What was changed is what is counted.

extension DifferencesProperty {
  /// Changes each purchase, or leaves it out, or puts another one in; then maybe their order. In one list or both.
  static func checkChanges(
    _ rebuilt: VerifyReceiptResponse, _ receipt: AppReceipt, _ choices: inout Choices
  ) {
    guard let purchases = rebuilt.receipt?.inApp, purchases.count < 64 else { return }
    let names = purchases.map { Array(($0.transactionIdentifier ?? "").utf8) }
    // Those of one transaction are matched in their order.
    guard Set(names).count == names.count else { return }
    var answer = rebuilt
    answer.latestReceipt = VerifyReceiptRequest(receipt).receiptData
    let inApp = PurchaseChanges(purchases, &choices)
    answer.receipt?.inApp = inApp.purchases
    let latest = choices.below(2) == 0 ? nil : PurchaseChanges(purchases, &choices)
    answer.latestReceiptInfo = latest?.purchases
    guard let differences = try? answer.differences() else { return }
    let summary = VerifyReceiptDifferenceSummary(differences)
    let expected = inApp.lines("in_app") + (latest?.lines("latest_receipt_info") ?? [])
    let text = expected.isEmpty ? "no difference" : expected.joined(separator: "\n")
    require("\(summary)" == text, "counted: \(summary), not \(text)")
    require(summary.areAllExpected == expected.allSatisfy { $0.hasSuffix("(expected)") }, "all")
    require(!summary.isNewerReceipt && summary.keysOfDifferentReceipts.isEmpty, "one receipt")
  }
}

/// A list of purchases of an answer that is not quite that of the receipt, and what was done to it.
private struct PurchaseChanges {
  private(set) var purchases: [ResponsePurchase] = []
  private var changed = 0
  /// Of those changed, the ones with nothing but what no receipt knows.
  private var expected = 0
  private var added = 0
  private var omitted = 0
  private var isReordered = false

  init(_ original: [ResponsePurchase], _ choices: inout Choices) {
    for purchase in original {
      var purchase = purchase
      switch choices.below(8) {
      case 0:
        omitted += 1
        continue
      case 1:
        purchase.productIdentifier = (purchase.productIdentifier ?? "") + "x"
        purchase.isUpgraded = choices.pick([nil, true])
        changed += 1
      case 2:
        purchase.subscriptionGroupIdentifier = "1"
        purchase.ownershipType = choices.pick([nil, .purchased])
        (changed, expected) = (changed + 1, expected + 1)
      case 3:
        var other = ResponsePurchase()
        other.transactionIdentifier = "another \(added)"
        purchases.append(other)
        added += 1
      default: break
      }
      purchases.append(purchase)
    }
    let own = purchases.indices.filter {
      purchases[$0].transactionIdentifier?.hasPrefix("another") == false
    }
    guard own.count > 1, choices.below(2) == 0 else { return }
    let first = choices.below(own.count - 1)
    purchases.swapAt(own[first], own[first + 1])
    isReordered = true
  }

  /// How that has to be counted.
  func lines(_ list: String) -> [String] {
    // Apple leaves purchases out of the latest ones, in which the order and what only one has say nothing.
    let isLatest = list == "latest_receipt_info"
    let differing = isLatest ? changed - expected : changed
    func counted(_ count: Int, _ what: String, _ end: String = "") -> [String] {
      count == 0 ? [] : ["\(list): \(count) purchase\(count == 1 ? "" : "s") \(what)\(end)"]
    }
    let some = expected == changed ? " (expected)" : " (\(expected) expected)"
    let end = isLatest || expected == 0 ? "" : some
    return counted(differing, "differing", end) + counted(added, "only in the answer")
      + counted(isLatest ? 0 : omitted, "only in the receipt")
      + (isReordered && !isLatest ? ["\(list): in a different order"] : [])
  }
}
