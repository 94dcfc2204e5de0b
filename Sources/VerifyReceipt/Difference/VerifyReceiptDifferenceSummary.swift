import ReceiptJSON
import TextCoding

/// The number of differences of each kind.
public struct VerifyReceiptDifferenceSummary: Hashable, Sendable {
  /// A number of differences, and how many of them are expected.
  public struct Count: Hashable, Sendable {
    /// All differences.
    public private(set) var total = 0
    /// The harmless ones.
    public private(set) var expected = 0

    /// The others.
    public var unexpected: Int { total - expected }

    fileprivate mutating func add(isExpected: Bool) {
      total += 1
      if isExpected { expected += 1 }
    }
  }

  /// The differences of one list of purchases.
  public struct Purchases: Hashable, Sendable {
    /// Purchases with different values; expected if all of their differences are.
    public fileprivate(set) var differing = Count()
    /// Purchases only in the stored answer.
    public fileprivate(set) var missingInReceipt = Count()
    /// Purchases only in the receipt.
    public fileprivate(set) var missingInAnswer = Count()
    /// Whether the purchases that both have are in a different order.
    public fileprivate(set) var isReordered = false
  }

  /// The keys of `receipt` that prove two different receipts: different environments, apps, or first purchases of the
  /// app.
  public private(set) var keysOfDifferentReceipts: [String] = []

  /// Whether the answer is about a different receipt, so that nothing else can be expected to agree.
  public var areDifferentReceipts: Bool { !keysOfDifferentReceipts.isEmpty }

  /// Whether the receipt is newer than the answer's: ``VerifyReceiptDifference/Kind/newerReceipt``.
  public private(set) var isNewerReceipt = false

  /// The number of differences of each kind.
  public private(set) var kinds: [VerifyReceiptDifference.Kind: Count] = [:]

  /// The members of `receipt` that differ, without its purchases.
  public private(set) var receipt = Count()

  /// The purchases of `receipt.in_app`.
  public private(set) var inApp = Purchases()

  /// The purchases of `latest_receipt_info`.
  public private(set) var latestReceiptInfo = Purchases()

  /// Whether all differences are expected.
  public var areAllExpected: Bool { kinds.values.allSatisfy { $0.unexpected == 0 } }

  /// Counts differences.
  ///
  /// - Complexity: O(n).
  public init(_ differences: [VerifyReceiptDifference]) {
    var inApp = Counting()
    var latest = Counting()
    for difference in differences {
      kinds[difference.kind, default: Count()].add(isExpected: difference.isExpected)
      if let key = difference.keyOfDifferentReceipts { keysOfDifferentReceipts.append(key) }
      if difference.kind == .newerReceipt { isNewerReceipt = true }
      let elements = difference.path.elements
      if elements.starts(with: [.key("receipt"), .key("in_app")]) {
        inApp.add(difference, at: elements.dropFirst(2))
      } else if elements.first == .key("latest_receipt_info") {
        latest.add(difference, at: elements.dropFirst())
      } else {
        receipt.add(isExpected: difference.isExpected)
      }
    }
    self.inApp = inApp.purchases
    latestReceiptInfo = latest.purchases
  }

  /// Counts the differences of one list.
  private struct Counting {
    private var result = Purchases()
    /// For each differing purchase, whether all of its differences are expected.
    private var differing: [Int: Bool] = [:]

    mutating func add(
      _ difference: VerifyReceiptDifference, at path: ArraySlice<JSONPath.Element>
    ) {
      guard case .index(let index)? = path.first else {
        if difference.kind == .order {
          result.isReordered = true
        } else if case .array(let purchases)? = difference.rebuilt {
          for _ in purchases { result.missingInAnswer.add(isExpected: difference.isExpected) }
        }
        return
      }
      switch (path.count, difference.kind) {
      case (1, .missingInReceipt): result.missingInReceipt.add(isExpected: difference.isExpected)
      case (1, _): result.missingInAnswer.add(isExpected: difference.isExpected)
      default: differing[index] = (differing[index] ?? true) && difference.isExpected
      }
    }

    var purchases: Purchases {
      var result = result
      for isExpected in differing.values { result.differing.add(isExpected: isExpected) }
      return result
    }
  }
}

extension VerifyReceiptDifferenceSummary: CustomStringConvertible {
  /// One line for each count that is not 0.
  public var description: String {
    var lines: [String] = []
    if areDifferentReceipts {
      let keys = keysOfDifferentReceipts.joined(separator: ", ")
      lines.append("two different receipts: \(keys)")
    }
    if isNewerReceipt { lines.append("the receipt is newer than the answer's (expected)") }
    lines += Self.line("receipt", receipt, "key", "differing")
    for (list, purchases) in [("in_app", inApp), ("latest_receipt_info", latestReceiptInfo)] {
      lines += Self.line(list, purchases.differing, "purchase", "differing")
      lines += Self.line(list, purchases.missingInReceipt, "purchase", "only in the answer")
      lines += Self.line(list, purchases.missingInAnswer, "purchase", "only in the receipt")
      if purchases.isReordered { lines.append("\(list): in a different order") }
    }
    if lines.isEmpty, !kinds.isEmpty { lines.append("the answer lacks an empty list") }
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
