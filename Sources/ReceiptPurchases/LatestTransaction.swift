public import ReceiptParsing
public import ReceiptValidation

extension ValidatedReceipt {
  /// ``Purchases/serverAPILookup`` of the receipt's ``purchases``, without reading all of them.
  ///
  /// - Complexity: O(n), nearly always without heap memory for each purchase.
  public var serverAPILookup: ServerAPILookup { receipt.unverifiedServerAPILookup }
}

extension AppReceipt {
  /// ``Purchases/serverAPILookup`` of the receipt's ``unverifiedPurchases``, without reading all of them. Anybody can
  /// write another customer's transaction into a receipt: grant nothing by what Apple answers unless the receipt is
  /// valid.
  ///
  /// - Complexity: O(n), nearly always without heap memory for each purchase.
  public var unverifiedServerAPILookup: ServerAPILookup {
    if environment == .xcode { return .unavailable(.xcode) }
    let dates = PurchaseDates(self)
    guard let latest = dates.latest else { return .unavailable(.noPurchase) }
    return latestTransaction(of: latest, dates) ?? unverifiedPurchases.serverAPILookup
  }

  /// The latest transaction; `nil` if none of that date will do, or if another entry has the same number: which of them
  /// counts is for the ledger to say.
  private func latestTransaction(of latest: ReceiptDate, _ dates: PurchaseDates) -> ServerAPILookup?
  {
    let candidates = inAppReceipts[dates.first...]
      .filter { $0.purchaseDate == latest }
      .compactMap { Purchase($0, catalog: ProductCatalog()) }
      .filter { $0.transactionNumber.isOfAppStore }
    guard var purchase = PurchaseLedger.sorted(candidates).last,
      inAppReceipts.isAlone(purchase)
    else { return nil }
    if dates.haveCancellation {
      purchase.cancellation = CancelledPurchases(self).cancellation(
        of: purchase.inAppReceipt, type: purchase.productType)
    }
    return .transaction(purchase)
  }
}

/// What one pass over the purchases of a receipt finds.
private struct PurchaseDates {
  /// The latest purchase date that is readable.
  private(set) var latest: ReceiptDate?
  /// The first purchase of that date.
  private(set) var first = 0
  /// Whether any purchase has a cancellation date, readable or not.
  private(set) var haveCancellation = false

  init(_ receipt: AppReceipt) {
    for purchase in receipt.inAppReceipts {
      if !haveCancellation { haveCancellation = purchase.isCancelled }
      guard let date = purchase.purchaseDate, latest.map({ $0 < date }) ?? true else { continue }
      (latest, first) = (date, purchase.index)
    }
  }
}

extension InAppReceipts {
  /// Whether no other entry has the transaction of this one.
  fileprivate func isAlone(_ purchase: Purchase) -> Bool {
    let identifier = Array(purchase.transactionIdentifier.utf8)
    return !contains {
      $0.index != purchase.inAppReceipt.index && $0.mayHave(identifier, as: .transactionIdentifier)
    }
  }
}
