import ReceiptParsing
import TextCoding

/// The one transaction to ask the App Store Server API with.
public enum ServerAPILookup: Hashable, Sendable {
  /// This one: the API gives the whole history of the customer for any of their transactions.
  case transaction(Purchase)
  /// There is none.
  case unavailable(Reason)

  /// Why there is none.
  public enum Reason: Hashable, Sendable {
    /// The receipt has no readable purchases.
    case noPurchase
    /// Xcode made the receipt: its transactions exist only on the developer's machine.
    case xcode
    /// No identifier is the App Store's: a number of at least ten digits.
    case notFromAppStore
  }

  /// The identifier to ask with.
  public var identifier: String? {
    if case .transaction(let purchase) = self { purchase.transactionIdentifier } else { nil }
  }
}

extension Purchases {
  /// The transaction to ask the App Store Server API with: the latest by purchase date, then by number. Whether it is
  /// cancelled makes no difference, nor does the order of the payload.
  ///
  /// - Complexity: O(n).
  public var serverAPILookup: ServerAPILookup {
    if environment == .xcode { return .unavailable(.xcode) }
    // The purchases are in just that order.
    guard let purchase = purchases.last(where: { $0.transactionNumber.isOfAppStore }) else {
      return .unavailable(purchases.isEmpty ? .noPurchase : .notFromAppStore)
    }
    return .transaction(purchase)
  }
}

/// The transactions of one purchase: a subscription with its renewals, a purchase with its restored copies.
public struct OriginalTransaction: Hashable, Sendable {
  /// The identifier of the first one, which need not be in the receipt. Attribute 1705.
  public let identifier: String

  /// The transactions, by purchase date; at least one. A subscription may change its product.
  public let purchases: [Purchase]

  /// The latest, which may be cancelled.
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
  /// The transactions, each identifier once, by purchase date. If an identifier repeats, as only Xcode's do, the
  /// earliest purchase represents all.
  ///
  /// - Complexity: O(n).
  public var transactions: [Purchase] {
    var seen: Set<UTF8Text> = []
    return purchases.filter { seen.insert(UTF8Text($0.transactionIdentifier)).inserted }
  }

  /// The original transactions, by the date of the earliest known purchase of each. Purchases without an original, as
  /// in Xcode's receipts, belong to none.
  ///
  /// - Complexity: O(n).
  public var originalTransactions: [OriginalTransaction] {
    var groups: [[Purchase]] = []
    var places: [UTF8Text: Int] = [:]
    // Neighbours are mostly of one original, which is then not looked up again.
    var last: (original: UTF8Text, place: Int)?
    for purchase in purchases {
      guard let original = purchase.originalTransactionIdentifier.map(UTF8Text.init) else {
        continue
      }
      let place = last?.original == original ? last?.place : places[original]
      if let place {
        groups[place].append(purchase)
        last = (original, place)
      } else {
        last = (original, groups.count)
        places[original] = groups.count
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
