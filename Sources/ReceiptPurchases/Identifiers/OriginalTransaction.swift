import ReceiptParsing

/// The transactions that stem from one purchase: a subscription with its renewals, a purchase with what was restored.
public struct OriginalTransaction: Hashable, Sendable {
  /// The identifier of the first one, which need not be in the receipt. Attribute 1705.
  public let identifier: String

  /// The transactions, by purchase date; at least one. A subscription may change its product.
  public let purchases: [Purchase]

  /// The latest one, which may be cancelled.
  public let latest: Purchase

  /// Whether both have the same identifier, byte by byte, and the same transactions.
  public static func == (first: OriginalTransaction, second: OriginalTransaction) -> Bool {
    UTF8Text(first.identifier) == UTF8Text(second.identifier) && first.purchases == second.purchases
  }

  /// Hashes identifier and transactions.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UTF8Text(identifier))
    hasher.combine(purchases)
  }
}

extension Purchases {
  /// The transactions, each identifier once, by purchase date. Where an identifier repeats, which only Xcode's do, the
  /// earliest purchase stands for all.
  ///
  /// - Complexity: O(n).
  public var transactions: [Purchase] {
    var seen: Set<UTF8Text> = []
    return purchases.filter { seen.insert(UTF8Text($0.transactionIdentifier)).inserted }
  }

  /// The original transactions, by the date of the earliest purchase that the receipt has of each. Purchases that do
  /// not say their original, as in Xcode's receipts, belong to none.
  ///
  /// - Complexity: O(n).
  public var originalTransactions: [OriginalTransaction] {
    var groups: [[Purchase]] = []
    var places: [UTF8Text: Int] = [:]
    for purchase in purchases {
      guard let original = purchase.originalTransactionIdentifier else { continue }
      if let place = places[UTF8Text(original)] {
        groups[place].append(purchase)
      } else {
        places[UTF8Text(original)] = groups.count
        groups.append([purchase])
      }
    }
    return groups.compactMap { purchases in
      guard let latest = purchases.last, let identifier = latest.originalTransactionIdentifier
      else { return nil }
      return OriginalTransaction(identifier: identifier, purchases: purchases, latest: latest)
    }
  }
}
