import SwiftASN1

/// A whole receipt decoded with swift-asn1: every field that this library has, as `String` or number. Dates stay
/// strings, which flatters swift-asn1: its users have to parse them.
struct DecodedReceipt {
  private(set) var content = ReceiptContent()
  private(set) var environment: String?
  private(set) var bundleIdentifier: String?
  private(set) var appVersion: String?
  private(set) var opaqueValue: ArraySlice<UInt8>?
  private(set) var sha1Hash: ArraySlice<UInt8>?
  private(set) var ageRating: String?
  private(set) var originalAppVersion: String?
  private(set) var appItemIdentifier: Int64?
  private(set) var issuingSoftware: Int64?
  private(set) var developerIdentifier: Int64?
  private(set) var systemVersion: Int64?
  private(set) var unknown14: Int64?
  private(set) var downloadIdentifier: Int64?
  private(set) var versionExternalIdentifier: Int64?
  private(set) var platform: Int64?
  private(set) var refreshedReceiptDate: String?
  private(set) var creationDate: String?
  private(set) var originalPurchaseDate: String?
  private(set) var expirationDate: String?
  private(set) var purchases: [DecodedPurchase] = []
  private(set) var others: [DecodedAttribute] = []

  init(_ bytes: [UInt8], isBER: Bool) throws {
    for attribute in try DecodedAttribute.set(ReceiptMessage(bytes, isBER: isBER).payload) {
      content.add(type: attribute.type, valueBytes: attribute.value.bytes.count)
      switch attribute.type {
      case 0: environment = try attribute.text
      case 1: appItemIdentifier = try attribute.number
      case 2: bundleIdentifier = try attribute.text
      case 3: appVersion = try attribute.text
      case 4: opaqueValue = attribute.value.bytes
      case 5: sha1Hash = attribute.value.bytes
      case 8: refreshedReceiptDate = try attribute.ascii
      case 9: issuingSoftware = try attribute.number
      case 10: ageRating = try attribute.ascii
      case 11: developerIdentifier = try attribute.number
      case 12: creationDate = try attribute.ascii
      case 13: systemVersion = try attribute.number
      case 14: unknown14 = try attribute.number
      case 15: downloadIdentifier = try attribute.number
      case 16: versionExternalIdentifier = try attribute.number
      case 17:
        purchases.append(try DecodedPurchase(attribute.value.bytes, content: &content))
      case 18: originalPurchaseDate = try attribute.ascii
      case 19: originalAppVersion = try attribute.text
      case 21: expirationDate = try attribute.ascii
      case 25: platform = try attribute.number
      default: others.append(attribute)
      }
    }
  }

  var values: ReceiptValues {
    var values = ReceiptValues()
    for string in [environment, bundleIdentifier, appVersion, ageRating, originalAppVersion] {
      values.add(string)
    }
    for number in [
      appItemIdentifier, issuingSoftware, developerIdentifier, systemVersion, unknown14,
      downloadIdentifier, versionExternalIdentifier, platform,
    ] {
      values.add(number)
    }
    for date in [refreshedReceiptDate, creationDate, originalPurchaseDate, expirationDate] {
      values.addDate(date?.isEmpty == false)
    }
    for purchase in purchases { purchase.add(to: &values) }
    return values
  }
}
