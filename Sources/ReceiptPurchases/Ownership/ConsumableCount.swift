public import ReceiptParsing

/// How many of a consumable product were bought.
public struct ConsumableCount: Hashable, Sendable {
  /// The sum of the quantities; `Int64.max` if it is greater.
  public internal(set) var quantity: Int64 = 0

  /// The purchases whose quantity is missing, unreadable or below 1, or whose kind of product is unreadable. They are
  /// not counted.
  public internal(set) var uncounted: [Purchase] = []
}

extension Purchases {
  /// How many of a consumable product were bought up to a date, cancelled purchases not counted.
  ///
  /// The receipt is not an account: a purchase that the app has finished vanishes from it with the next update. Only
  /// what the app wrote down itself says what was used.
  ///
  /// - Complexity: O(n).
  public func consumableCount(of product: String, at date: ReceiptDate) -> ConsumableCount {
    var count = ConsumableCount()
    for place in ledger.placesByProduct[UTF8Text(product), default: []] {
      let purchase = ledger.purchases[place]
      let isUnreadable = purchase.hasUnreadableType
      guard purchase.productType == .consumable || isUnreadable, !purchase.isCancelled,
        purchase.purchaseDate <= date
      else { continue }
      guard !isUnreadable, let quantity = purchase.inAppReceipt.quantity, quantity > 0 else {
        count.uncounted.append(purchase)
        continue
      }
      let (sum, overflow) = count.quantity.addingReportingOverflow(quantity)
      count.quantity = overflow ? .max : sum
    }
    return count
  }
}
