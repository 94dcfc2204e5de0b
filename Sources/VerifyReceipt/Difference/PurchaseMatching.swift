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
    var places: [String?: [Int]] = [:]
    for (index, purchase) in rebuilt.enumerated().reversed() {
      places[purchase.transactionIdentifier, default: []].append(index)
    }
    matches = stored.map { places[$0.transactionIdentifier]?.popLast() }
    unmatched = places.values.flatMap { $0 }.sorted()
  }
}
