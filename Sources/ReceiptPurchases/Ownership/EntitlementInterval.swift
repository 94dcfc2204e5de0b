public import ReceiptParsing

/// A time without a gap in which a product is owned, from its start up to, but not including, its end.
public struct EntitlementInterval: Hashable, Sendable {
  /// When it begins.
  public let start: ReceiptDate

  /// When it ends; `nil` for never.
  public private(set) var end: ReceiptDate?

  /// The purchases that it stems from, by purchase date. None of them is cancelled.
  public private(set) var purchases: [Purchase]

  /// Whether the instant lies in it.
  public func contains(_ date: ReceiptDate) -> Bool {
    guard date >= start else { return false }
    return end.map { date < $0 } ?? true
  }

  /// The intervals of purchases in the order of their dates: periods that overlap, or begin when another ends, are one;
  /// the smallest gap remains. A period that ends before it begins is none.
  ///
  /// - Complexity: O(n).
  static func intervals(of purchases: some Sequence<Purchase>) -> [EntitlementInterval] {
    var intervals: [EntitlementInterval] = []
    for purchase in purchases where !purchase.isCancelled && purchase.term.reason == nil {
      let (start, end) = (purchase.purchaseDate, purchase.term.end)
      if let end, end <= start { continue }
      guard let last = intervals.indices.last, intervals[last].end.map({ start <= $0 }) ?? true
      else {
        intervals.append(EntitlementInterval(start: start, end: end, purchases: [purchase]))
        continue
      }
      intervals[last].purchases.append(purchase)
      if let lastEnd = intervals[last].end {
        intervals[last].end = end.map { max($0, lastEnd) }
      }
    }
    return intervals
  }
}

#if !hasFeature(Embedded)
  extension EntitlementInterval: Codable {}
#endif
