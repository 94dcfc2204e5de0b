import AppStoreReceipt

/// This library, as its users read receipts with it.
enum OurReader {
  /// Every attribute of the receipt and of its purchases, borrowed.
  static func walk(_ bytes: [UInt8]) throws(ReceiptError) -> ReceiptContent {
    let container = try unsafe ReceiptContainer(bytes.span.bytes)
    var content = ReceiptContent()
    var attributes = container.attributes
    while let attribute = try attributes.next() {
      content.add(type: Int(attribute.type.rawValue), valueBytes: attribute.valueRange.count)
      guard attribute.type == .inAppReceipt else { continue }
      var inner = try attribute.inAppAttributes()
      while let attribute = try inner.next() {
        content.add(type: Int(attribute.type.rawValue), valueBytes: attribute.valueRange.count)
      }
    }
    return content
  }

  /// An owned receipt's attributes.
  static func content(_ receipt: AppReceipt) -> ReceiptContent {
    var content = ReceiptContent()
    for attribute in receipt.attributes {
      content.add(type: attribute.type, valueBytes: attribute.value.count)
    }
    for purchase in receipt.inAppReceipts {
      for attribute in purchase.attributes {
        content.add(type: attribute.type, valueBytes: attribute.value.count)
      }
    }
    return content
  }

  /// Every string, number and date of an owned receipt and its purchases, that of the bytes left out.
  static func values(_ receipt: AppReceipt) -> ReceiptValues {
    var values = ReceiptValues()
    values.add(receipt.environment?.rawValue)
    values.add(receipt.bundleIdentifier)
    values.add(receipt.appVersion)
    values.add(receipt.ageRating)
    values.add(receipt.originalAppVersion)
    values.add(receipt.appItemIdentifier)
    values.add(receipt.issuingSoftware)
    values.add(receipt.developerIdentifier)
    values.add(receipt.systemVersion)
    values.add(receipt.integer(ReceiptAttributeType(rawValue: 14)).value)
    values.add(receipt.downloadIdentifier)
    values.add(receipt.versionExternalIdentifier)
    values.add(receipt.platform)
    values.addDate(receipt.refreshedReceiptDate != nil)
    values.addDate(receipt.creationDate != nil)
    values.addDate(receipt.originalPurchaseDate != nil)
    values.addDate(receipt.expirationDate != nil)
    for purchase in receipt.inAppReceipts { add(purchase, to: &values) }
    return values
  }

  private static func add(_ purchase: InAppReceipt, to values: inout ReceiptValues) {
    values.add(purchase.quantity)
    values.add(purchase.productIdentifier)
    values.add(purchase.transactionIdentifier)
    values.add(purchase.originalTransactionIdentifier)
    values.addDate(purchase.purchaseDate != nil)
    values.addDate(purchase.originalPurchaseDate != nil)
    values.addDate(purchase.expiresDate != nil)
    values.addDate(purchase.cancellationDate != nil)
    values.add(purchase.productType?.rawValue)
    values.add(purchase.productItemIdentifier)
    values.add(purchase.webOrderLineItemIdentifier)
    values.add(purchase.isTrialPeriod.map { $0 ? 1 : 0 })
    values.add(purchase.isInIntroOfferPeriod.map { $0 ? 1 : 0 })
    values.add(purchase.cancellationReason)
    values.add(purchase.possibleOwnershipType)
    values.add(purchase.promotionalOfferIdentifier)
  }
}
