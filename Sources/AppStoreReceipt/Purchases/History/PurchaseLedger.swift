/// The purchases of one customer, decoded once and in order: what ``PurchaseHistory`` and
/// ``UnverifiedPurchaseHistory`` share. A ledger says nothing about trust; only the history does.
public struct PurchaseLedger: Sendable {
  /// By purchase date; those of one date by the number of the transaction, the product, and at last their octets,
  /// so that the order never depends on that of the payload, which means nothing.
  let purchases: [Purchase]

  /// The purchases without readable product, transaction or purchase date, in the order of their octets.
  let withheld: [InAppReceipt]

  /// When the newest of the receipts was made.
  let creationDate: ReceiptDate?
  let bundleIdentifier: String?
  let environment: ReceiptEnvironment?

  /// Where the purchases of each product are in ``purchases``.
  let placesByProduct: [UTF8Text: [Int]]

  /// For each original transaction the place of its last purchase.
  private let lastOfOriginal: [UTF8Text: Int]

  /// Reads the purchases of receipts, each at most once.
  ///
  /// - Complexity: O(n log n).
  init(_ receipts: [AppReceipt], catalog: ProductCatalog) {
    let receipts = receipts.sorted(by: Self.isNewer)
    var merging = PurchaseMerging(catalog: catalog)
    for receipt in receipts { merging.add(receipt) }

    purchases = merging.finished().sorted(by: Self.precedes)
    withheld = merging.withheld.sorted { $0.encoding.lexicographicallyPrecedes($1.encoding) }
    creationDate = receipts.first?.creationDate
    bundleIdentifier = receipts.first?.bundleIdentifier
    environment = receipts.first?.environment

    var places: [UTF8Text: [Int]] = [:]
    var last: [UTF8Text: Int] = [:]
    for (place, purchase) in purchases.enumerated() {
      places[UTF8Text(purchase.productIdentifier), default: []].append(place)
      if let original = purchase.originalTransactionIdentifier { last[UTF8Text(original)] = place }
    }
    placesByProduct = places
    lastOfOriginal = last
  }

  /// Whether no later purchase has the same original transaction.
  func isLastOfOriginal(_ place: Int) -> Bool {
    guard let original = purchases[place].originalTransactionIdentifier else { return false }
    return lastOfOriginal[UTF8Text(original)] == place
  }

  /// Newest first. The octets decide between receipts of the same instant, so that the order in which they are
  /// given never matters.
  private static func isNewer(_ first: AppReceipt, _ second: AppReceipt) -> Bool {
    switch (first.creationDate, second.creationDate) {
    case (let first?, let second?) where first != second: first > second
    case (_?, nil): true
    case (nil, _?): false
    default: first.containerOctets.lexicographicallyPrecedes(second.containerOctets)
    }
  }

  private static func precedes(_ first: Purchase, _ second: Purchase) -> Bool {
    if first.purchaseDate != second.purchaseDate { return first.purchaseDate < second.purchaseDate }
    let numbers = (first.transactionNumber, second.transactionNumber)
    if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
    let products = (UTF8Text(first.productIdentifier), UTF8Text(second.productIdentifier))
    if products.0 != products.1 { return products.0 < products.1 }
    return first.inAppReceipt.encoding.lexicographicallyPrecedes(second.inAppReceipt.encoding)
  }
}

extension PurchaseLedger: Equatable {
  /// Whether both have the same purchases and were made at the same time for the same app.
  public static func == (first: PurchaseLedger, second: PurchaseLedger) -> Bool {
    first.purchases == second.purchases && first.withheld == second.withheld
      && first.creationDate == second.creationDate && first.environment == second.environment
      && first.bundleIdentifier.map(UTF8Text.init) == second.bundleIdentifier.map(UTF8Text.init)
  }
}
