import ReceiptJSON

/// What a list of differences says, and how many there are of each kind.
public struct VerifyReceiptDifferenceSummary: Hashable, Sendable, CustomStringConvertible {
  /// The keys of `receipt` that prove two different receipts, so that nothing else can be expected to agree: different
  /// environments, apps, or first purchases of the app.
  public let keysOfDifferentReceipts: [String]

  /// Whether the receipt is newer than the answer's: ``VerifyReceiptDifference/Kind/newerReceipt``.
  public let isNewerReceipt: Bool

  /// Whether all differences are expected.
  public let areAllExpected: Bool

  /// One line for each count that is not 0.
  public let description: String

  /// Counts differences.
  ///
  /// - Complexity: O(n).
  public init(_ differences: [VerifyReceiptDifference]) {
    keysOfDifferentReceipts = differences.compactMap { $0.keyOfDifferentReceipts }
    isNewerReceipt = differences.contains { $0.kind == .newerReceipt }
    areAllExpected = differences.allSatisfy { $0.isExpected }
    var lines: [String] = []
    if !keysOfDifferentReceipts.isEmpty {
      lines.append("two different receipts: " + keysOfDifferentReceipts.joined(separator: ", "))
    }
    if isNewerReceipt { lines.append("the receipt is newer than the answer's (expected)") }
    lines += Self.lines(differences)
    if lines.isEmpty, !differences.isEmpty { lines.append("the answer lacks an empty list") }
    description = lines.isEmpty ? "no difference" : lines.joined(separator: "\n")
  }

  private static func lines(_ differences: [VerifyReceiptDifference]) -> [String] {
    var receipt: [Bool] = []
    var inApp = PurchaseDifferences("in_app")
    var latest = PurchaseDifferences("latest_receipt_info")
    for difference in differences {
      let elements = difference.path.elements
      if elements.starts(with: [.key("receipt"), .key("in_app")]) {
        inApp.add(difference, at: elements.dropFirst(2))
      } else if elements.first == .key("latest_receipt_info") {
        latest.add(difference, at: elements.dropFirst())
      } else {
        receipt.append(difference.isExpected)
      }
    }
    return line("receipt", receipt, "key", "differing") + inApp.lines + latest.lines
  }

  /// `in_app: 3 purchases only in the receipt (2 expected)`, or nothing for none.
  ///
  /// - Parameter expected: for each difference, whether it is expected.
  fileprivate static func line(
    _ place: String, _ expected: [Bool], _ noun: String, _ predicate: String
  ) -> [String] {
    guard !expected.isEmpty else { return [] }
    let count = expected.count
    let text = "\(place): \(count) \(noun)\(count == 1 ? "" : "s") \(predicate)"
    switch expected.count(where: { $0 }) {
    case 0: return [text]
    case count: return [text + " (expected)"]
    case let some: return [text + " (\(some) expected)"]
    }
  }
}

/// The differences of one list of purchases; for each, whether it is expected.
private struct PurchaseDifferences {
  private let list: String
  private var onlyInAnswer: [Bool] = []
  private var onlyInReceipt: [Bool] = []
  /// Whether the purchases that both have are in a different order.
  private var isReordered = false
  /// For each purchase with different values, whether all of its differences are expected.
  private var changed: [Int: Bool] = [:]

  init(_ list: String) { self.list = list }

  mutating func add(_ difference: VerifyReceiptDifference, at path: ArraySlice<JSONPath.Element>) {
    let isExpected = difference.isExpected
    switch (path.first, path.count, difference.kind) {
    case (.index?, 1, .missingInReceipt): onlyInAnswer.append(isExpected)
    case (.index?, 1, _): onlyInReceipt.append(isExpected)
    case (.index(let index)?, _, _): changed[index] = (changed[index] ?? true) && isExpected
    case (_, _, .order): isReordered = true
    default:
      guard case .array(let purchases)? = difference.rebuilt else { return }
      onlyInReceipt += purchases.map { _ in isExpected }
    }
  }

  var lines: [String] {
    let line = VerifyReceiptDifferenceSummary.line
    return line(list, Array(changed.values), "purchase", "differing")
      + line(list, onlyInAnswer, "purchase", "only in the answer")
      + line(list, onlyInReceipt, "purchase", "only in the receipt")
      + (isReordered ? ["\(list): in a different order"] : [])
  }
}
