public import ReceiptParsing
import TextCoding

/// One transaction of a customer: a purchase, the renewal of a subscription, or a restored purchase.
///
/// It is as trustworthy as its source: see ``PurchaseHistory``.
public struct Purchase: Sendable {
  /// The purchase as the receipt has it, for all other fields.
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

  /// When Apple revoked it: a refund, an upgrade, or a member leaving the family. Attribute 1712 of the purchase or of a
  /// copy, in any of the merged receipts; the earliest counts. Copies are entries of the same period or, if the product
  /// doesn't renew, with the same original transaction.
  public internal(set) var cancellation: ReceiptField<ReceiptDate>

  /// The kind of product: attribute 1707; where that is missing, what the ``ProductCatalog`` says; failing that, an
  /// auto-renewable subscription if there is an expiration date, and `nil` otherwise. Also `nil` if attribute 1707 is
  /// unreadable or appears twice: the purchase then grants nothing.
  public private(set) var productType: ProductType?

  /// How long it lasts, or would if it were not cancelled.
  public private(set) var term: PurchaseTerm

  /// Whether Apple revoked it: whether there is a cancellation date, readable or not. It then grants nothing at any
  /// date, not even before the cancellation: a clock that is set back must not revive a refund.
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
    let length = catalog.nonRenewingLength(of: productIdentifier)
    let start = length == nil ? nil : inAppReceipt.firstDate
    term = PurchaseTerm(
      type, from: start ?? purchaseDate, expiration, nonRenewingLength: start == nil ? nil : length)
  }
}

extension InAppReceipt {
  /// When it was bought for the first time, since a restored purchase lasts no longer than its original; `nil` if the
  /// entry doesn't say.
  fileprivate var firstDate: ReceiptDate? {
    guard let purchaseDate, let transactionIdentifier else { return nil }
    if firstTransactionIdentifier?.hasBytes(of: transactionIdentifier) == true {
      return purchaseDate
    }
    return originalPurchaseDate.map { min(purchaseDate, $0) }
  }

  /// The kind of product: what the receipt says; where it says nothing, what can be concluded.
  package func concludedType(
    _ catalog: ProductCatalog = ProductCatalog()
  ) -> ReceiptField<ProductType> {
    switch integer(.productType) {
    case .value(let number): return .value(ProductType(rawValue: number))
    case .unreadable(let problem): return .unreadable(problem)
    case .absent: break
    }
    if let type = productIdentifier.flatMap({ catalog.type(of: $0) }) { return .value(type) }
    return expiration.isAbsent ? .absent : .value(.autoRenewableSubscription)
  }
}

extension Purchase: Identifiable {
  /// Transaction, product and date, with spaces between them. No two purchases of a history share these, as Apple's
  /// identifiers are ASCII without spaces.
  public var id: String {
    transactionIdentifier + " " + productIdentifier + " " + purchaseDate.utcText
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

extension Purchase: CustomStringConvertible {
  /// Product, transaction and dates in a line.
  public var description: String {
    inAppReceipt.description + (isCancelled && !inAppReceipt.isCancelled ? ", cancelled" : "")
  }
}

#if !hasFeature(Embedded)
  extension Purchase: Codable {
    private enum Key: String, CodingKey {
      case productIdentifier, transactionIdentifier, originalTransactionIdentifier, purchaseDate
      case expiresDate, isCancelled, cancellationDate, productType, term, inAppReceipt
    }

    /// Reads a purchase that ``encode(to:)`` has written. It proves nothing: what a receipt says is verified only when it
    /// is validated.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let inAppReceipt = try container.decode(InAppReceipt.self, forKey: .inAppReceipt)
      guard var purchase = Purchase(inAppReceipt, catalog: ProductCatalog()) else {
        throw DecodingError.dataCorruptedError(
          forKey: .inAppReceipt, in: container, debugDescription: "not a complete purchase")
      }
      let date = try container.decodeIfPresent(ReceiptDate.self, forKey: .cancellationDate)
      let isCancelled = try container.decode(Bool.self, forKey: .isCancelled)
      purchase.cancellation =
        date.map { .value($0) } ?? (isCancelled ? Self.unreadableCancellation : .absent)
      purchase.productType = try container.decodeIfPresent(ProductType.self, forKey: .productType)
      purchase.term = try container.decode(PurchaseTerm.self, forKey: .term)
      self = purchase
    }

    /// Writes the fields under their names, and `inAppReceipt`, the Base64 of the purchase as it is encoded.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(productIdentifier, forKey: .productIdentifier)
      try container.encode(transactionIdentifier, forKey: .transactionIdentifier)
      try container.encodeIfPresent(
        originalTransactionIdentifier, forKey: .originalTransactionIdentifier)
      try container.encode(purchaseDate, forKey: .purchaseDate)
      try container.encodeIfPresent(expiration.value, forKey: .expiresDate)
      try container.encode(isCancelled, forKey: .isCancelled)
      try container.encodeIfPresent(cancellation.value, forKey: .cancellationDate)
      try container.encodeIfPresent(productType, forKey: .productType)
      try container.encode(term, forKey: .term)
      try container.encode(inAppReceipt, forKey: .inAppReceipt)
    }

    private static var unreadableCancellation: ReceiptField<ReceiptDate> {
      .unreadable(
        ReceiptProblem(
          attributeType: Int(InAppAttributeType.cancellationDate.rawValue), purchaseIndex: 0,
          offset: 0, reason: .notADate))
    }
  }
#endif

/// How a transaction came about, as far as its identifiers show.
public enum TransactionOrigin: Hashable, Sendable {
  /// Bought: the transaction is its own original. The first period of a subscription, or any other product.
  case purchase
  /// A later transaction of a subscription. A renewal, a change to another product of the group, a new start after a
  /// gap, and a restored purchase all look like this.
  case renewalOrRestore
  /// A product that does not renew, bought in an earlier transaction and restored or loaded again.
  case restore
  /// Unknown: the original transaction is missing, as in Xcode's receipts, or the kind of product is, or it can neither
  /// renew nor be restored.
  case undetermined
}

extension Purchase {
  /// How the transaction came about: attribute 1703 compared with 1705.
  public var origin: TransactionOrigin {
    guard let originalTransactionIdentifier else { return .undetermined }
    if originalTransactionIdentifier.utf8.elementsEqual(transactionIdentifier.utf8) {
      return .purchase
    }
    return switch productType {
    case .autoRenewableSubscription: .renewalOrRestore
    case .nonConsumable, .nonRenewingSubscription, .freeSubscription: .restore
    case .consumable, .other, nil: .undetermined
    }
  }
}
