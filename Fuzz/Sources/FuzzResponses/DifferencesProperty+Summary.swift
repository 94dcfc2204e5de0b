import FuzzSupport
import VerifyReceipt

// What is counted.

extension DifferencesProperty {
  static func check(
    _ summary: VerifyReceiptDifferenceSummary, _ differences: [VerifyReceiptDifference]
  ) {
    typealias Count = VerifyReceiptDifferenceSummary.Count
    func check(_ count: Count?, _ counted: [VerifyReceiptDifference], _ what: String) {
      let expected = counted.count { $0.isExpected }
      require(
        count?.total ?? 0 == counted.count && count?.expected ?? 0 == expected
          && count?.unexpected ?? 0 == counted.count - expected, "\(what) of \(differences)")
    }
    for (kind, count) in summary.kinds {
      check(count, differences.filter { $0.kind == kind }, "\(kind)")
    }
    require(
      summary.kinds.values.reduce(0) { $0 + $1.total } == differences.count, "every kind")
    require(
      summary.areAllExpected == differences.allSatisfy(\.isExpected), "expected")
    require(
      summary.isNewerReceipt == differences.contains { $0.kind == .newerReceipt }, "newer")
    let inApp = [JSONPath.Element.key("receipt"), .key("in_app")]
    let ofPurchases = differences.filter { $0.path.elements.starts(with: inApp) }
    check(
      summary.receipt, differences.filter { !$0.path.elements.starts(with: inApp) }, "the receipt")
    let whole = ofPurchases.filter { $0.path.elements.count == 3 }
    check(
      summary.inApp.missingInReceipt, whole.filter { $0.kind == .missingInReceipt }, "purchases")
    let places = Set(ofPurchases.filter { $0.path.elements.count > 3 }.map { $0.path.elements[2] })
    require(summary.inApp.differing.total == places.count, "purchases that differ")
    let lines = summary.description.split(separator: "\n")
    for (count, what) in [
      (summary.inApp.differing, "differing"),
      (summary.inApp.missingInReceipt, "only in the answer"),
      (summary.inApp.missingInAnswer, "only in the receipt"),
    ] where count.total > 0 {
      let line = "in_app: \(count.total) " + (count.total == 1 ? "purchase " : "purchases ") + what
      let end =
        count.expected == 0
        ? "" : count.unexpected == 0 ? " (expected)" : " (\(count.expected) expected)"
      require(lines.contains { $0 == line + end }, "no line \(line)\(end)")
    }
    require(
      summary.inApp.isReordered
        == ofPurchases.contains { $0.path.elements.count == 2 && $0.kind == .order }, "an order")
    let keys = differences.filter { $0.path.elements.count == 2 && $0.kind == .value }.compactMap {
      if case .key(let key) = $0.path.elements[1] { key } else { nil }
    }
    let identifying = [
      "receipt_type", "adam_id", "app_item_id", "bundle_id", "original_application_version",
      "original_purchase_date_ms",
    ]
    require(
      summary.keysOfDifferentReceipts == keys.filter(identifying.contains), "another receipt")
    require(
      (summary.description == "no difference") == differences.isEmpty, "\(summary)")
  }
}
