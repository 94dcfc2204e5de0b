public import ReceiptParsing

/// What an app knows about its products and a receipt does not say. It never overrules the receipt.
public struct ProductCatalog: Sendable {
  private var types: [UTF8Text: ProductType] = [:]
  private var lengths: [UTF8Text: PeriodLength] = [:]

  /// Knows nothing.
  public init() {}

  /// Says what kind of product that is, for receipts that do not: Xcode's.
  public mutating func setType(_ type: ProductType, of product: String) {
    types[UTF8Text(product)] = type
  }

  /// Says how long a purchase of that product lasts, for non-renewing subscriptions, about which no receipt says it.
  public mutating func setNonRenewingLength(_ length: PeriodLength, of product: String) {
    lengths[UTF8Text(product)] = length
  }

  func type(of product: String) -> ProductType? { types[UTF8Text(product)] }

  func nonRenewingLength(of product: String) -> PeriodLength? { lengths[UTF8Text(product)] }
}
