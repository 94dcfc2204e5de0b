/// The questions about a customer's purchases. Every question about time takes the date; nothing reads the clock.
///
/// Two types answer them: ``PurchaseHistory``, which only validated receipts make, and
/// ``UnverifiedPurchaseHistory``. The questions are the same and the types are not, so a function that takes the first
/// cannot be handed the second. The methods stand here, once for both.
///
/// Nobody else can conform usefully: a ledger is made by these two only.
public protocol PurchaseQuestions: Equatable, Sendable {
  /// The purchases.
  var ledger: PurchaseLedger { get }
}

extension PurchaseQuestions {
  /// All purchases with readable product, transaction and purchase date, cancelled ones included, each once.
  ///
  /// By purchase date; those of one date by the number of the transaction. The payload has no order that means
  /// anything, and none of the answers here depends on it.
  public var purchases: [Purchase] { ledger.purchases }

  /// The entries whose product, transaction or purchase date cannot be read. They grant nothing.
  public var withheld: [InAppReceipt] { ledger.withheld }

  /// The app.
  public var bundleIdentifier: String? { ledger.bundleIdentifier }

  /// Where the receipts come from.
  public var environment: ReceiptEnvironment? { ledger.environment }

  /// When the newest of the receipts was made: what happened later is not in the history.
  public var creationDate: ReceiptDate? { ledger.creationDate }

  /// How old the newest of the receipts is at a date.
  public func age(at date: ReceiptDate) -> ReceiptAge { ReceiptAge(of: creationDate, at: date) }

  /// Whether old transactions may be missing: Apple cuts off receipts of the sandbox, so there *never owned* and
  /// *eligible* mean no more than that this receipt knows nothing else. Only the App Store's are said to be complete,
  /// but for consumable products that were finished.
  public var mayLackOldTransactions: Bool {
    environment != .production && environment != .productionVPP
  }

  /// The purchases of a kind of product. See ``Purchase/productType`` for receipts that do not say the kind.
  ///
  /// - Complexity: O(n).
  public func purchases(ofType type: ProductType) -> [Purchase] {
    purchases.filter { $0.productType == type }
  }
}
