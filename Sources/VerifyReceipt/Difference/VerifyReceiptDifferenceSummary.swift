import ReceiptJSON

/// What a list of differences says, and how many there are of each kind.
public struct VerifyReceiptDifferenceSummary: Hashable, Sendable {
  /// The keys of `receipt` that prove two different receipts, so that nothing else can be expected to agree: different
  /// environments, apps, or first purchases of the app.
  public private(set) var keysOfDifferentReceipts: [String] = []

  /// Whether the receipt is newer than the answer's: ``VerifyReceiptDifference/Kind/newerReceipt``.
  public private(set) var isNewerReceipt = false

  /// Whether all differences are expected.
  public private(set) var areAllExpected = true

  /// The members of `receipt` that differ, without its purchases.
  package private(set) var receipt = Count()

  /// The purchases of `receipt.in_app`.
  package private(set) var inApp = Purchases()

  /// The purchases of `latest_receipt_info`.
  package private(set) var latestReceiptInfo = Purchases()

  private let isEmpty: Bool

  /// Counts differences.
  ///
  /// - Complexity: O(n).
  public init(_ differences: [VerifyReceiptDifference]) {
    isEmpty = differences.isEmpty
    for difference in differences {
      if !difference.isExpected { areAllExpected = false }
      if let key = difference.keyOfDifferentReceipts { keysOfDifferentReceipts.append(key) }
      if difference.kind == .newerReceipt { isNewerReceipt = true }
      let elements = difference.path.elements
      if elements.starts(with: [.key("receipt"), .key("in_app")]) {
        inApp.add(difference, at: elements.dropFirst(2))
      } else if elements.first == .key("latest_receipt_info") {
        latestReceiptInfo.add(difference, at: elements.dropFirst())
      } else {
        receipt.add(isExpected: difference.isExpected)
      }
    }
  }
}

extension VerifyReceiptDifferenceSummary {
  /// A number of differences, and how many of them are expected.
  package struct Count: Hashable, Sendable {
    package private(set) var total = 0
    package private(set) var expected = 0

    fileprivate mutating func add(isExpected: Bool, count: Int = 1) {
      total += count
      if isExpected { expected += count }
    }
  }

  /// The differences of one list of purchases.
  package struct Purchases: Hashable, Sendable {
    /// Purchases only in the stored answer.
    package private(set) var missingInReceipt = Count()
    /// Purchases only in the receipt.
    package private(set) var missingInAnswer = Count()
    /// Whether the purchases that both have are in a different order.
    package private(set) var isReordered = false
    /// For each purchase with different values, whether all of its differences are expected.
    private var changed: [Int: Bool] = [:]

    /// Purchases with different values; expected if all of their differences are.
    package var differing: Count {
      changed.values.reduce(into: Count()) { $0.add(isExpected: $1) }
    }

    fileprivate mutating func add(
      _ difference: VerifyReceiptDifference, at path: ArraySlice<JSONPath.Element>
    ) {
      let isExpected = difference.isExpected
      guard case .index(let index)? = path.first else {
        if difference.kind == .order {
          isReordered = true
        } else if case .array(let purchases)? = difference.rebuilt {
          missingInAnswer.add(isExpected: isExpected, count: purchases.count)
        }
        return
      }
      switch (path.count, difference.kind) {
      case (1, .missingInReceipt): missingInReceipt.add(isExpected: isExpected)
      case (1, _): missingInAnswer.add(isExpected: isExpected)
      default: changed[index] = (changed[index] ?? true) && isExpected
      }
    }
  }
}

extension VerifyReceiptDifferenceSummary: CustomStringConvertible {
  /// One line for each count that is not 0.
  public var description: String {
    var lines: [String] = []
    if !keysOfDifferentReceipts.isEmpty {
      lines.append("two different receipts: " + keysOfDifferentReceipts.joined(separator: ", "))
    }
    if isNewerReceipt { lines.append("the receipt is newer than the answer's (expected)") }
    lines += Self.line("receipt", receipt, "key", "differing")
    for (list, purchases) in [("in_app", inApp), ("latest_receipt_info", latestReceiptInfo)] {
      lines += Self.line(list, purchases.differing, "purchase", "differing")
      lines += Self.line(list, purchases.missingInReceipt, "purchase", "only in the answer")
      lines += Self.line(list, purchases.missingInAnswer, "purchase", "only in the receipt")
      if purchases.isReordered { lines.append("\(list): in a different order") }
    }
    if lines.isEmpty, !isEmpty { lines.append("the answer lacks an empty list") }
    return lines.isEmpty ? "no difference" : lines.joined(separator: "\n")
  }

  /// `in_app: 3 purchases only in the receipt (2 expected)`, or nothing for none.
  private static func line(
    _ place: String, _ count: Count, _ noun: String, _ predicate: String
  ) -> [String] {
    guard count.total > 0 else { return [] }
    let text = "\(place): \(count.total) \(noun)\(count.total == 1 ? "" : "s") \(predicate)"
    switch count.expected {
    case 0: return [text]
    case count.total: return [text + " (expected)"]
    default: return [text + " (\(count.expected) expected)"]
    }
  }
}
