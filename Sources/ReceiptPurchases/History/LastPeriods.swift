import ReceiptParsing

/// Which purchases are the last of their original transaction, so that a grace period can follow them.
struct LastPeriods {
  /// For each original transaction the place of its last purchase.
  private var places: [UTF8Text: Int] = [:]

  /// The latest date of the withheld entries, by original transaction.
  private var latestWithheld: [UTF8Text: ReceiptDate] = [:]

  /// The latest date of the entries whose original cannot be read: they may be of any subscription.
  private var latestUnknown: ReceiptDate?

  /// - Parameter purchases: by purchase date.
  init(_ purchases: [Purchase], withheld: [InAppReceipt]) {
    for place in purchases.indices {
      if let original = purchases[place].originalTransactionIdentifier {
        places[UTF8Text(original)] = place
      } else {
        noteUnknown(purchases[place].inAppReceipt)
      }
    }
    for entry in withheld {
      guard let original = entry.originalTransactionIdentifier else {
        noteUnknown(entry)
        continue
      }
      let key = UTF8Text(original)
      latestWithheld[key] = max(entry.latestDate, latestWithheld[key] ?? entry.latestDate)
    }
  }

  private mutating func noteUnknown(_ entry: InAppReceipt) {
    guard entry.string(.originalTransactionIdentifier).problem != nil else { return }
    latestUnknown = max(entry.latestDate, latestUnknown ?? entry.latestDate)
  }

  /// Whether no later entry has, or may have, the same original transaction.
  func isLast(_ purchase: Purchase, at place: Int) -> Bool {
    guard let original = purchase.originalTransactionIdentifier else { return false }
    let key = UTF8Text(original)
    return places[key] == place
      && (latestWithheld[key].map { $0 < purchase.purchaseDate } ?? true)
      && (latestUnknown.map { $0 < purchase.purchaseDate } ?? true)
  }
}

extension InAppReceipt {
  /// The purchase date; the end of time if it does not say one.
  fileprivate var latestDate: ReceiptDate {
    purchaseDate ?? ReceiptDate(millisecondsSince1970: .max)
  }
}
