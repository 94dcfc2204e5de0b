import ReceiptParsing

/// Which purchase of a receipt is which in an answer: the one of the same transaction; of several with the same, as
/// in Xcode's receipts, the first is the first.
struct PurchaseMatching {
  /// For each purchase of the answer its place in the receipt.
  let matches: [Int?]
  /// The purchases of the receipt that the answer does not have.
  let unmatched: [Int]

  /// - Complexity: O(n).
  init(_ stored: [ResponsePurchase], _ rebuilt: [ResponsePurchase]) {
    // The places of each transaction, the first one last, where it can be taken in constant time.
    var places: [UTF8Text?: [Int]] = [:]
    for (index, purchase) in rebuilt.enumerated().reversed() {
      places[Self.key(purchase), default: []].append(index)
    }
    matches = stored.map { places[Self.key($0)]?.popLast() }
    unmatched = places.values.flatMap { $0 }.sorted()
  }

  private static func key(_ purchase: ResponsePurchase) -> UTF8Text? {
    purchase.transactionIdentifier.map { UTF8Text($0) }
  }
}
