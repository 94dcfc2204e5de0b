public import ReceiptParsing

/// One purchase inside an app, to be written into a receipt.
///
/// Dates are text, as in the receipt: `2026-01-01T00:00:00Z`, or something that is not a date; empty means none.
/// `ReceiptDate.utcText` makes one from an instant.
public struct TestPurchase: Hashable, Sendable {
  /// Attribute 1702.
  public var productIdentifier: String

  /// Attribute 1707.
  public var productType: ProductType

  /// Attribute 1701.
  public var quantity: Int64 = 1

  /// Attribute 1703; `nil` lets the builder number its purchases.
  public var transactionIdentifier: String?

  /// Attribute 1705; `nil` for the purchase's own transaction.
  public var originalTransactionIdentifier: String?

  /// Attribute 1704.
  public var purchaseDate: String

  /// Attribute 1706; `nil` for the date of the purchase itself.
  public var originalPurchaseDate: String?

  /// Attribute 1708.
  public var expiresDate = ""

  /// Attribute 1712.
  public var cancellationDate = ""

  /// Attribute 1720, which only cancelled purchases have.
  public var cancellationReason: Int64?

  /// Attribute 1710.
  public var productItemIdentifier: Int64 = 0

  /// Attribute 1711.
  public var webOrderLineItemIdentifier: Int64 = 0

  /// Attribute 1713.
  public var isTrialPeriod = false

  /// Attribute 1719, which only subscriptions have.
  public var isInIntroOfferPeriod: Bool?

  /// Attribute 1721.
  public var promotionalOfferIdentifier: String?

  /// Further attributes, of any type.
  public var additionalAttributes: [EncodedAttribute] = []

  /// Attributes to leave out.
  public var omittedAttributes: Set<InAppAttributeType> = []

  /// Any purchase; everything else can be set later.
  public init(_ productIdentifier: String, _ productType: ProductType, purchased: String) {
    self.productIdentifier = productIdentifier
    self.productType = productType
    purchaseDate = purchased
  }

  /// A period of a subscription that renews itself.
  ///
  /// - Parameters:
  ///   - productIdentifier: the product.
  ///   - purchased: when the period begins.
  ///   - expires: when it ends.
  ///   - originalTransaction: the transaction identifier of the first period, for a renewal.
  public static func subscription(
    _ productIdentifier: String, purchased: String, expires: String,
    originalTransaction: String? = nil
  ) -> TestPurchase {
    var purchase = TestPurchase(
      productIdentifier, .autoRenewableSubscription, purchased: purchased)
    purchase.expiresDate = expires
    purchase.originalTransactionIdentifier = originalTransaction
    purchase.isInIntroOfferPeriod = false
    return purchase
  }

  /// Something that is bought once and kept.
  public static func nonConsumable(
    _ productIdentifier: String, purchased: String
  ) -> TestPurchase {
    TestPurchase(productIdentifier, .nonConsumable, purchased: purchased)
  }

  /// Something that is used up.
  public static func consumable(
    _ productIdentifier: String, quantity: Int64 = 1, purchased: String
  ) -> TestPurchase {
    var purchase = TestPurchase(productIdentifier, .consumable, purchased: purchased)
    purchase.quantity = quantity
    return purchase
  }
}

extension TestPurchase {
  /// All attributes.
  ///
  /// - Parameter number: which purchase of its receipt it is, for the transaction identifier.
  func attributes(number: Int) -> [EncodedAttribute] {
    let transaction = transactionIdentifier ?? String(1_000_000_000_000_001 + number)
    var attributes = [
      EncodedAttribute(.quantity, .integer(quantity)),
      EncodedAttribute(.productIdentifier, .utf8String(productIdentifier)),
      EncodedAttribute(.transactionIdentifier, .utf8String(transaction)),
      EncodedAttribute(.purchaseDate, .ia5String(purchaseDate)),
      EncodedAttribute(
        .originalTransactionIdentifier,
        .utf8String(originalTransactionIdentifier ?? transaction)),
      EncodedAttribute(
        InAppAttributeType.originalPurchaseDate, .ia5String(originalPurchaseDate ?? purchaseDate)),
      EncodedAttribute(.productType, .integer(productType.rawValue)),
      EncodedAttribute(.expiresDate, .ia5String(expiresDate)),
      EncodedAttribute(.productItemIdentifier, .integer(productItemIdentifier)),
      EncodedAttribute(.webOrderLineItemIdentifier, .integer(webOrderLineItemIdentifier)),
      EncodedAttribute(.cancellationDate, .ia5String(cancellationDate)),
      EncodedAttribute(.isTrialPeriod, .flag(isTrialPeriod)),
    ]
    let optional = [
      isInIntroOfferPeriod.map { EncodedAttribute(.isInIntroOfferPeriod, .flag($0)) },
      cancellationReason.map { EncodedAttribute(.cancellationReason, .integer($0)) },
      promotionalOfferIdentifier.map {
        EncodedAttribute(.promotionalOfferIdentifier, .utf8String($0))
      },
    ]
    attributes += optional.compactMap { $0 }
    attributes.removeAll { omittedAttributes.contains(InAppAttributeType(rawValue: $0.type)) }
    return attributes + additionalAttributes
  }
}

extension DEREncoding {
  /// A flag, which receipts have as INTEGER.
  fileprivate static func flag(_ isSet: Bool) -> DEREncoding { .integer(isSet ? 1 : 0) }
}
