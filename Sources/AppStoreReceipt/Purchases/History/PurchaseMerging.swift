/// Collects purchases out of one or more receipts, newest receipt first.
struct PurchaseMerging {
  /// What makes two entries the same purchase.
  ///
  /// The product is part of it so that no entry ever hides one of another product. Xcode gives every purchase the
  /// transaction 0, or numbers that begin again with every test, so that there the date is part of it, too.
  private struct Key: Hashable {
    let transaction: UTF8Text
    let product: UTF8Text
    let date: ReceiptDate?
  }

  private let catalog: ProductCatalog
  private var purchases: [Purchase] = []
  private var places: [Key: Int] = [:]
  /// How many purchases come from receipts before the one that is being added.
  private var olderCount = 0
  private var cancellationsOfWithheld: [UTF8Text: ReceiptField<ReceiptDate>] = [:]
  private var seenWithheld: Set<InAppReceipt> = []
  private(set) var withheld: [InAppReceipt] = []

  init(catalog: ProductCatalog) {
    self.catalog = catalog
  }

  /// Adds what a receipt has and the newer ones do not.
  ///
  /// - Complexity: O(n).
  mutating func add(_ receipt: AppReceipt) {
    let isXcode = receipt.environment == .xcode
    olderCount = purchases.count
    for entry in receipt.inAppReceipts {
      guard let purchase = Purchase(entry, catalog: catalog) else {
        withhold(entry)
        continue
      }
      let key = Key(
        transaction: UTF8Text(purchase.transactionIdentifier),
        product: UTF8Text(purchase.productIdentifier), date: isXcode ? purchase.purchaseDate : nil)
      if let place = places[key] {
        merge(purchase, at: place)
      } else {
        places[key] = purchases.count
        purchases.append(purchase)
      }
    }
  }

  /// A cancellation in any receipt counts: a receipt that does not know of it was made before.
  func finished() -> [Purchase] {
    guard !cancellationsOfWithheld.isEmpty else { return purchases }
    return purchases.map { purchase in
      var purchase = purchase
      if let other = cancellationsOfWithheld[UTF8Text(purchase.transactionIdentifier)] {
        purchase.cancellation = purchase.cancellation.merged(with: other)
      }
      return purchase
    }
  }

  private mutating func merge(_ purchase: Purchase, at place: Int) {
    let cancellation = purchases[place].cancellation.merged(with: purchase.cancellation)
    // Of two entries in one receipt, which no receipt known has, one is kept that does not depend on their order.
    let isSameReceipt = place >= olderCount
    if isSameReceipt,
      purchase.inAppReceipt.encoding.lexicographicallyPrecedes(
        purchases[place].inAppReceipt.encoding)
    {
      purchases[place] = purchase
    }
    purchases[place].cancellation = cancellation
  }

  private mutating func withhold(_ entry: InAppReceipt) {
    guard seenWithheld.insert(entry).inserted else { return }
    withheld.append(entry)
    if entry.isCancelled, let transaction = entry.transactionIdentifier {
      let key = UTF8Text(transaction)
      cancellationsOfWithheld[key] =
        cancellationsOfWithheld[key, default: .absent].merged(with: entry.cancellation)
    }
  }
}

extension ReceiptField<ReceiptDate> {
  /// The earlier of two dates; a readable one before an unreadable, any before none.
  fileprivate func merged(with other: ReceiptField) -> ReceiptField {
    switch (self, other) {
    case (.value(let first), .value(let second)): .value(min(first, second))
    case (.value, _), (_, .absent): self
    case (_, .value), (.absent, _): other
    case (.unreadable, .unreadable): self
    }
  }
}
