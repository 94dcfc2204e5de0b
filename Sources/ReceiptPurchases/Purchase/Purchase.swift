public import ReceiptParsing

/// One transaction of a customer: a purchase, the renewal of a subscription, or a restored purchase.
///
/// It is as trustworthy as the history that it comes from: see ``PurchaseHistory``.
public struct Purchase: Sendable {
  /// The purchase as the receipt has it, for everything that is not here.
  public let inAppReceipt: InAppReceipt

  /// The product. Attribute 1702.
  public let productIdentifier: String

  /// The transaction. Attribute 1703.
  public let transactionIdentifier: String

  /// The first transaction of the same purchase or subscription; Xcode's receipts have none. Attribute 1705.
  public let originalTransactionIdentifier: String?

  /// When it was bought or renewed: when its period begins. Attribute 1704.
  public let purchaseDate: ReceiptDate

  /// When the period ends. Attribute 1708.
  public let expiration: ReceiptField<ReceiptDate>

  /// When Apple took it back: a refund, an upgrade, a member that left the family. Attribute 1712, in any of the
  /// receipts that were merged; for a product that does not renew itself also that of the original transaction or of
  /// another one restored from it.
  public internal(set) var cancellation: ReceiptField<ReceiptDate>

  /// The kind of product: attribute 1707; where that is missing, what the ``ProductCatalog`` says; failing that, a
  /// subscription that renews itself if there is an expiration date, and `nil` otherwise. Also `nil` when attribute 1707
  /// cannot be read or appears twice: the purchase then grants nothing.
  public let productType: ProductType?

  /// How long it lasts, were it not cancelled.
  public let term: PurchaseTerm

  /// Whether Apple took it back: whether there is a cancellation date, readable or not. It then grants nothing at
  /// any date, also not before the cancellation: a clock that is set back must not revive a refund.
  public var isCancelled: Bool { !cancellation.isAbsent }

  /// Whether the receipt says the kind of product, but not readably.
  var hasUnreadableType: Bool { inAppReceipt.integer(.productType).problem != nil }

  /// `nil` when product, transaction or purchase date are missing or unreadable.
  init?(_ inAppReceipt: InAppReceipt, catalog: ProductCatalog) {
    guard let productIdentifier = inAppReceipt.productIdentifier,
      let transactionIdentifier = inAppReceipt.transactionIdentifier,
      let purchaseDate = inAppReceipt.purchaseDate
    else { return nil }
    self.inAppReceipt = inAppReceipt
    self.productIdentifier = productIdentifier
    self.transactionIdentifier = transactionIdentifier
    self.purchaseDate = purchaseDate
    originalTransactionIdentifier = inAppReceipt.originalTransactionIdentifier
    expiration = inAppReceipt.expiration
    cancellation = inAppReceipt.cancellation
    let type = inAppReceipt.concludedType(catalog)
    productType = type.value
    term = PurchaseTerm(
      type, from: purchaseDate, expiration,
      nonRenewingLength: catalog.nonRenewingLength(of: productIdentifier))
  }
}

extension InAppReceipt {
  /// The kind of product: what the receipt says, and only where it says nothing what can be concluded.
  func concludedType(_ catalog: ProductCatalog = ProductCatalog()) -> ReceiptField<ProductType> {
    let field = integer(.productType).map { ProductType(rawValue: $0) }
    guard field.isAbsent else { return field }
    if let type = productIdentifier.flatMap({ catalog.type(of: $0) }) { return .value(type) }
    return expiration.isAbsent ? .absent : .value(.autoRenewableSubscription)
  }
}

extension Purchase: Hashable {
  /// Two purchases are equal when their attributes are, byte by byte, and what other receipts and the catalog
  /// say about them.
  public static func == (first: Purchase, second: Purchase) -> Bool {
    first.inAppReceipt == second.inAppReceipt && first.isCancelled == second.isCancelled
      && first.cancellation.value == second.cancellation.value
      && first.productType == second.productType && first.term == second.term
  }

  /// Hashes a part of what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(inAppReceipt)
  }
}
