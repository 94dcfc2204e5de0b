import VerifyReceipt

/// Where a stored answer and a receipt disagree.
struct DifferenceAnswer {
  private let differences: [VerifyReceiptDifference]

  init(_ differences: [VerifyReceiptDifference]) {
    self.differences = differences
  }

  /// Whether there is nothing but what no receipt can avoid.
  var areAllExpected: Bool { differences.allSatisfy(\.isExpected) }

  var json: VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("equal", areAllExpected)
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

  var lines: [String] {
    differences.map { "\($0)" + ($0.isExpected ? " (expected)" : "") }
      + (areAllExpected ? ["No difference that matters"] : [])
  }
}
