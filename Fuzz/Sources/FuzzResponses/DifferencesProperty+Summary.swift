import FuzzSupport
import VerifyReceipt

// What is counted.

extension DifferencesProperty {
  static func check(
    _ summary: VerifyReceiptDifferenceSummary, _ differences: [VerifyReceiptDifference]
  ) {
    require(
      summary.areAllExpected == differences.allSatisfy(\.isExpected), "expected")
    require(
      summary.isNewerReceipt == differences.contains { $0.kind == .newerReceipt }, "newer")
    let lines = summary.description.split(separator: "\n").map(String.init)
    /// - Parameter expected: whether each of those counted is expected.
    func check(_ expected: [Bool], _ noun: String, _ what: String) {
      let (count, harmless) = (expected.count, expected.count { $0 })
      let place = String(noun.prefix { $0 != " " })
      let counted = lines.filter { $0.hasPrefix(place) && $0.contains(what) }
      guard count > 0 else { return require(counted.isEmpty, "\(counted) of nothing") }
      let line = noun.replacing(" ", with: " \(count) ") + (count == 1 ? " " : "s ") + what
      let end = harmless == 0 ? "" : harmless == count ? " (expected)" : " (\(harmless) expected)"
      require(counted == [line + end], "\(counted), not \(line)\(end)")
    }
    let inApp = [JSONPath.Element.key("receipt"), .key("in_app")]
    let ofPurchases = differences.filter { $0.path.elements.starts(with: inApp) }
    check(
      differences.filter { !$0.path.elements.starts(with: inApp) }.map(\.isExpected),
      "receipt: key", "differing")
    let whole = ofPurchases.filter { $0.path.elements.count == 3 }
    check(
      whole.filter { $0.kind == .missingInReceipt }.map(\.isExpected), "in_app: purchase",
      "only in the answer")
    let places = Dictionary(grouping: ofPurchases.filter { $0.path.elements.count > 3 }) {
      $0.path.elements[2]
    }
    check(
      places.values.map { $0.allSatisfy(\.isExpected) }, "in_app: purchase", "differing")
    // Where the answer has no list, each purchase of the receipt is missing.
    let missing = whole.filter { $0.kind == .missingInAnswer }.map(\.isExpected)
    let lists = ofPurchases.filter { $0.path.elements.count == 2 && $0.kind != .order }
    let listed = lists.flatMap { difference in
      if case .array(let purchases)? = difference.rebuilt {
        purchases.map { _ in difference.isExpected }
      } else {
        [Bool]()
      }
    }
    check(missing + listed, "in_app: purchase", "only in the receipt")
    require(
      lines.contains("in_app: in a different order")
        == ofPurchases.contains { $0.path.elements.count == 2 && $0.kind == .order }, "an order")
    let keys = differences.filter { $0.path.elements.count == 2 && $0.kind == .value }.compactMap {
      if case .key(let key) = $0.path.elements[1] { key } else { nil }
    }
    let identifying = [
      "receipt_type", "adam_id", "app_item_id", "bundle_id", "original_application_version",
      "original_purchase_date_ms",
    ]
    let different = keys.filter(identifying.contains)
    require(summary.keysOfDifferentReceipts == different, "another receipt")
    let first =
      different.isEmpty ? nil : "two different receipts: \(different.joined(separator: ", "))"
    let second = summary.isNewerReceipt ? "the receipt is newer than the answer's (expected)" : nil
    let expected = [first, second].compactMap(\.self)
    require(
      lines.starts(with: expected)
        && lines.count { $0.hasPrefix("two ") || $0.hasPrefix("the receipt ") } == expected.count,
      "\(summary) does not begin with \(expected)")
    require(
      (summary.description == "no difference") == differences.isEmpty, "\(summary)")
  }
}
