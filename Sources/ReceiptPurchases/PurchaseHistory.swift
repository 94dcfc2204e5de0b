public import ReceiptParsing
public import ReceiptValidation
import TextCoding

/// A customer's purchases, and the questions about them. Every question about time takes the date; nothing reads the
/// clock.
///
/// `Source` says who vouches for them: a ``PurchaseHistory`` is made only from validated receipts, an
/// ``UnverifiedPurchaseHistory`` from an unchecked one. A function that takes the first can't be handed the second.
///
/// Creating one decodes everything once: keep the value while you ask.
public struct Purchases<Source>: Equatable, Sendable {
  let ledger: PurchaseLedger
}

/// What a customer bought, as validated receipts say.
public typealias PurchaseHistory = Purchases<ValidatedReceipt>

/// What an unchecked receipt claims: show it, but grant nothing by it.
public typealias UnverifiedPurchaseHistory = Purchases<AppReceipt>

extension Purchases where Source == ValidatedReceipt {
  /// The purchases of several receipts of one customer, from several devices or times. You have to know that it is one
  /// customer: no receipt says whose it is.
  ///
  /// A transaction in several receipts counts once, as in the newest of them. If any of them says it is cancelled, it
  /// is, even if Apple reversed the refund later: leave the older receipts out then. The result does not depend on the
  /// order of the receipts.
  ///
  /// - Parameters:
  ///   - receipts: at least one; all of the same app and the same environment.
  ///   - catalog: what the app knows about its products, for what receipts do not say.
  /// - Throws: ``PurchaseMergeError``.
  /// - Complexity: O(n log n) for n purchases in all.
  public init(
    merging receipts: some Sequence<ValidatedReceipt>, catalog: ProductCatalog = ProductCatalog()
  ) throws(PurchaseMergeError) {
    let receipts = receipts.map { $0.receipt }
    try PurchaseMergeError.check(receipts)
    ledger = PurchaseLedger(receipts, catalog: catalog)
  }
}

extension Purchases {
  /// The same purchases as a value that proves nothing, for code that takes both kinds.
  public var unverified: UnverifiedPurchaseHistory { UnverifiedPurchaseHistory(ledger: ledger) }
}

extension Purchases {
  /// All purchases with readable product, transaction and purchase date, cancelled ones included, each once.
  ///
  /// By purchase date, then by transaction number. The order of the payload has no meaning, and no answer here depends
  /// on it.
  public var purchases: [Purchase] { ledger.purchases }

  /// The entries with an unreadable product, transaction or purchase date. They grant nothing.
  public var unreadable: [InAppReceipt] { ledger.unreadable }

  /// The app.
  public var bundleIdentifier: String? { ledger.bundleIdentifier?.text }

  /// Where the receipts come from.
  public var environment: ReceiptEnvironment? { ledger.environment }

  /// When the newest receipt was made: what happened later is not in the history.
  public var creationDate: ReceiptDate? { ledger.creationDate }

  /// How old the newest receipt is at a date.
  public func age(at date: ReceiptDate) -> ReceiptAge {
    guard let creationDate else { return .unknown }
    // Both are in the years 0–9999, so the difference has less than 50 bits.
    let age = date.millisecondsSince1970 - creationDate.millisecondsSince1970
    return age >= 0 ? .old(milliseconds: age) : .fromTheFuture(milliseconds: -age)
  }

  /// Whether old transactions may be missing: Apple truncates sandbox receipts, where *no purchase* and *eligible* mean
  /// only that this receipt knows of none. Only the App Store's are said to be complete, except for finished
  /// consumables.
  public var mayLackOldTransactions: Bool {
    environment != .production && environment != .productionVPP
  }

  /// The purchases of a kind of product. ``Purchase/productType`` explains what happens if the receipt doesn't say the
  /// kind.
  ///
  /// - Complexity: O(n).
  public func purchases(ofType type: ProductType) -> [Purchase] {
    purchases.filter { $0.productType == type }
  }
}

extension ValidatedReceipt {
  /// The purchases, and the questions about them.
  ///
  /// - Parameter catalog: what the app knows about its products, for what receipts do not say.
  /// - Complexity: O(n log n): keep the value while you ask.
  public func purchaseHistory(catalog: ProductCatalog = ProductCatalog()) -> PurchaseHistory {
    PurchaseHistory(ledger: PurchaseLedger([receipt], catalog: catalog))
  }
}

extension AppReceipt {
  /// The purchases that the receipt claims, and the questions about them. They are unchecked: decide by the
  /// `purchaseHistory()` of a ``/ReceiptValidation/ValidatedReceipt``.
  ///
  /// - Parameter catalog: what the app knows about its products, for what receipts do not say.
  /// - Complexity: O(n log n): keep the value while you ask.
  public func unverifiedPurchaseHistory(
    catalog: ProductCatalog = ProductCatalog()
  ) -> UnverifiedPurchaseHistory {
    UnverifiedPurchaseHistory(ledger: PurchaseLedger([self], catalog: catalog))
  }
}

/// How old a receipt is at a date.
public enum ReceiptAge: Hashable, Sendable {
  /// It was made this many milliseconds ago; 0 or more.
  case old(milliseconds: Int64)
  /// It will be made in this many milliseconds: the clock is wrong, or was set back.
  case fromTheFuture(milliseconds: Int64)
  /// Its creation date is missing or unreadable.
  case unknown
}
