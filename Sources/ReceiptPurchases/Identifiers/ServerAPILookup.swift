import ReceiptParsing

/// The one transaction to ask the App Store Server API with.
public enum ServerAPILookup: Hashable, Sendable {
  /// This one: the API gives the whole history of the customer for any of their transactions.
  case transaction(Purchase)
  /// There is none.
  case unavailable(Reason)

  /// Why there is none.
  public enum Reason: Hashable, Sendable {
    /// The receipt has no purchases that can be read.
    case noPurchase
    /// Xcode made the receipt: its transactions exist on the developer's machine only.
    case xcode
    /// None of the identifiers is one of the App Store: a number of at least ten digits.
    case notOfAppStore
  }

  /// What to ask with.
  public var identifier: String? {
    if case .transaction(let purchase) = self { purchase.transactionIdentifier } else { nil }
  }
}

extension Purchases {
  /// The transaction to ask the App Store Server API with: that with the latest purchase date, and of several with the
  /// same date the one whose identifier is the greatest number. Cancelled or not makes no difference to the API, nor
  /// here, and neither does the order of the payload.
  ///
  /// - Complexity: O(n).
  public var serverAPILookup: ServerAPILookup {
    if environment == .xcode { return .unavailable(.xcode) }
    // The purchases are in just that order.
    guard let purchase = purchases.last(where: { $0.transactionNumber.isOfAppStore }) else {
      return .unavailable(purchases.isEmpty ? .noPurchase : .notOfAppStore)
    }
    return .transaction(purchase)
  }
}
