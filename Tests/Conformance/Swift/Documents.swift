import AppStoreReceipt
import ReceiptJSON
import ReceiptParsing

// The documents that the pointers of `fields` lead into. A value that is absent, empty or unreadable is left out.

extension AppReceipt {
  /// What a receipt says.
  func document(owned: [String]?) -> JSON {
    var document = JSON.Object()
    document.set("environment", environment?.rawValue)
    document.set("bundleIdentifier", bundleIdentifier)
    document.set("appVersion", appVersion)
    document.set("originalAppVersion", originalAppVersion)
    document.set("creationDate", creationDate)
    document.set("originalPurchaseDate", originalPurchaseDate)
    document.set("expirationDate", expirationDate)
    document.set("opaqueValue", opaqueValue)
    document.set("sha1Hash", sha1Hash)
    document.set("appItemIdentifier", appItemIdentifier)
    document.set("downloadIdentifier", downloadIdentifier)
    document.set("versionExternalIdentifier", versionExternalIdentifier)
    document.set("ageRating", ageRating)
    document["inAppCount"] = .number(JSON.Number(Int64(inAppReceipts.count)))
    document["inApp"] = .array(inAppReceipts.map(\.document))
    document["attributes"] = attributes.document
    if let owned { document["owned"] = .array(owned.map { .string($0) }) }
    return .object(document)
  }
}

extension InAppReceipt {
  /// What a purchase says.
  fileprivate var document: JSON {
    var document = JSON.Object()
    document.set("quantity", quantity)
    document.set("productIdentifier", productIdentifier)
    document.set("transactionIdentifier", transactionIdentifier)
    document.set("originalTransactionIdentifier", originalTransactionIdentifier)
    document.set("purchaseDate", purchaseDate)
    document.set("originalPurchaseDate", originalPurchaseDate)
    document.set("expiresDate", expiresDate)
    document.set("cancellationDate", cancellationDate)
    document["isCancelled"] = .boolean(isCancelled)
    document.set("cancellationReason", cancellationReason)
    document.set("webOrderLineItemIdentifier", webOrderLineItemIdentifier)
    document.set("isTrialPeriod", isTrialPeriod)
    document.set("isInIntroOfferPeriod", isInIntroOfferPeriod)
    document.set("productType", productType?.rawValue)
    document.set("promotionalOfferIdentifier", promotionalOfferIdentifier)
    document["attributes"] = attributes.document
    return .object(document)
  }
}

extension PurchaseInfo {
  /// What a transaction receipt says.
  var document: JSON {
    var document = JSON.Object()
    document.set("bundleIdentifier", bundleIdentifier)
    document.set("appVersion", appVersion)
    document.set("quantity", quantity)
    document.set("productIdentifier", productIdentifier)
    document.set("transactionIdentifier", transactionIdentifier)
    document.set("originalTransactionIdentifier", originalTransactionIdentifier)
    document.set("purchaseDate", purchaseDate)
    document.set("originalPurchaseDate", originalPurchaseDate)
    document.set("expiresDate", expiresDate)
    document.set("cancellationDate", cancellationDate)
    document["isCancelled"] = .boolean(isCancelled)
    document.set("webOrderLineItemIdentifier", webOrderLineItemIdentifier)
    document.set("isTrialPeriod", isTrialPeriod)
    document.set("isInIntroOfferPeriod", isInIntroOfferPeriod)
    return .object(document)
  }
}

extension [OwnedAttribute] {
  /// The raw values by type, of those types that are there once.
  fileprivate var document: JSON {
    let byType = Dictionary(grouping: self, by: \.type).filter { $0.value.count == 1 }
    var document = JSON.Object()
    for (type, records) in byType { document.set(String(type), records[0].value) }
    return .object(document)
  }
}

extension JSON.Object {
  fileprivate mutating func set(_ key: String, _ value: String?) {
    self[key] = value.map { .string($0) }
  }

  fileprivate mutating func set(_ key: String, _ value: Int64?) {
    self[key] = value.map { .number(JSON.Number($0)) }
  }

  fileprivate mutating func set(_ key: String, _ value: Bool?) {
    self[key] = value.map { .boolean($0) }
  }

  fileprivate mutating func set(_ key: String, _ value: ReceiptDate?) {
    self[key] = value.map { .string($0.utcText) }
  }

  /// Bytes as lower-case hexadecimal digits.
  fileprivate mutating func set(_ key: String, _ value: ArraySlice<UInt8>?) {
    guard let value, !value.isEmpty else { return }
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = ""
    for byte in value {
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
    self[key] = .string(text)
  }
}
