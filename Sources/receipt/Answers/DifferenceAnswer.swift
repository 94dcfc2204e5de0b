import VerifyReceipt

/// Where a stored answer and a receipt disagree.
struct DifferenceAnswer {
  private let differences: [VerifyReceiptDifference]
  private let summary: VerifyReceiptDifferenceSummary

  init(_ differences: [VerifyReceiptDifference]) {
    self.differences = differences
    summary = VerifyReceiptDifferenceSummary(differences)
  }

  /// Whether there is nothing but what no receipt can avoid.
  var areAllExpected: Bool { summary.areAllExpected }

  var json: VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("equal", areAllExpected)
    json.set("keysOfDifferentReceipts", summary.keysOfDifferentReceipts.map { .string($0) })
    if summary.isNewerReceipt { json.set("newerReceipt", true) }
    json["differences"] = .array(
      differences.map { difference in
        var json = VerifyReceiptJSON.Object()
        json["path"] = .string("\(difference.path)")
        json.set("kind", difference.kind.rawValue)
        json["answer"] = difference.stored
        json["receipt"] = difference.rebuilt
        if difference.isExpected { json.set("expected", true) }
        return .object(json)
      })
    return json
  }

  /// The numbers, and each difference.
  ///
  /// - Parameter listsPurchases: whether differences of purchases are listed too, or counted only.
  func lines(listsPurchases: Bool) -> [String] {
    var lines = areAllExpected ? ["No difference that matters"] : []
    if !differences.isEmpty { lines += "\(summary)".split(separator: "\n").map(String.init) }
    let listed = listsPurchases ? differences : differences.filter { !$0.isOfPurchases }
    if !listed.isEmpty { lines.append("") }
    return lines + listed.map { "\($0)" + ($0.isExpected ? " (expected)" : "") }
  }
}

extension VerifyReceiptDifference {
  /// Whether it is about a list of purchases, or one of them.
  fileprivate var isOfPurchases: Bool {
    path.elements.starts(with: [.key("receipt"), .key("in_app")])
      || path.elements.first == .key("latest_receipt_info")
  }
}
