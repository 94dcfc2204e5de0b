import SwiftASN1

/// One purchase decoded with swift-asn1.
struct DecodedPurchase {
  private(set) var quantity: Int64?
  private(set) var productIdentifier: String?
  private(set) var transactionIdentifier: String?
  private(set) var originalTransactionIdentifier: String?
  private(set) var purchaseDate: String?
  private(set) var originalPurchaseDate: String?
  private(set) var expiresDate: String?
  private(set) var cancellationDate: String?
  private(set) var productType: Int64?
  private(set) var productItemIdentifier: Int64?
  private(set) var webOrderLineItemIdentifier: Int64?
  private(set) var isTrialPeriod: Int64?
  private(set) var isInIntroOfferPeriod: Int64?
  private(set) var cancellationReason: Int64?
  private(set) var possibleOwnershipType: Int64?
  private(set) var promotionalOfferIdentifier: String?
  private(set) var others: [DecodedAttribute] = []

  init(_ bytes: ArraySlice<UInt8>, content: inout ReceiptContent) throws {
    for attribute in try DecodedAttribute.set(bytes) {
      content.add(type: attribute.type, valueBytes: attribute.value.bytes.count)
      switch attribute.type {
      case 1701: quantity = try attribute.number
      case 1702: productIdentifier = try attribute.text
      case 1703: transactionIdentifier = try attribute.text
      case 1704: purchaseDate = try attribute.ascii
      case 1705: originalTransactionIdentifier = try attribute.text
      case 1706: originalPurchaseDate = try attribute.ascii
      case 1707: productType = try attribute.number
      case 1708: expiresDate = try attribute.ascii
      case 1710: productItemIdentifier = try attribute.number
      case 1711: webOrderLineItemIdentifier = try attribute.number
      case 1712: cancellationDate = try attribute.ascii
      case 1713: isTrialPeriod = try attribute.number
      case 1719: isInIntroOfferPeriod = try attribute.number
      case 1720: cancellationReason = try attribute.number
      case 1721: promotionalOfferIdentifier = try attribute.text
      case 1722: possibleOwnershipType = try attribute.number
      default: others.append(attribute)
      }
    }
  }

  func add(to values: inout ReceiptValues) {
    values.add(quantity)
    values.add(productIdentifier)
    values.add(transactionIdentifier)
    values.add(originalTransactionIdentifier)
    values.addDate(purchaseDate?.isEmpty == false)
    values.addDate(originalPurchaseDate?.isEmpty == false)
    values.addDate(expiresDate?.isEmpty == false)
    values.addDate(cancellationDate?.isEmpty == false)
    values.add(productType)
    values.add(productItemIdentifier)
    values.add(webOrderLineItemIdentifier)
    values.add(isTrialPeriod)
    values.add(isInIntroOfferPeriod)
    values.add(cancellationReason)
    values.add(possibleOwnershipType)
    values.add(promotionalOfferIdentifier)
  }
}
