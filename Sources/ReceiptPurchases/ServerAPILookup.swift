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
  fileprivate let original: UTF8Text

  /// The identifier of the first one, which need not be in the receipt: attribute 1705 or, where that is missing or
  /// unreadable, the transaction itself.
  public var identifier: String { original.text }

  /// The transactions, by purchase date; at least one. A subscription may change its product.
  public fileprivate(set) var purchases: [Purchase]

  /// The latest, which may be cancelled.
  public var latest: Purchase { purchases[purchases.count - 1] }
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

  /// The original transactions, by the date of the earliest known purchase of each. Purchases in Xcode's receipts,
  /// where numbers repeat, belong to none unless they name one.
  ///
  /// - Complexity: O(n).
  public var originalTransactions: [OriginalTransaction] {
    var groups: [OriginalTransaction] = []
    var places: [UTF8Text: Int] = [:]
    let isXcode = environment == .xcode
    for purchase in purchases {
      let own = isXcode ? nil : purchase.transactionIdentifier
      guard let identifier = purchase.originalTransactionIdentifier ?? own else { continue }
      let original = UTF8Text(identifier)
      if let place = places[original] {
        groups[place].purchases.append(purchase)
      } else {
        places[original] = groups.count
        groups.append(OriginalTransaction(original: original, purchases: [purchase]))
      }
    }
    return groups
  }
}
