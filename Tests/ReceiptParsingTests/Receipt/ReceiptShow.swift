import DERParsing
import ReceiptParsing
import TestSupport
import TextCoding

/// What a receipt says through the public interface, in the form of the fixtures' answers: dates as
/// milliseconds since 1970, what is missing left out.
struct ReceiptShow {
  let fields: JSONValue
  let attributes: [ExpectedReceipt.Attribute]

  init(_ receipt: AppReceipt) {
    fields = Self.object([
      "environment": JSONValue(receipt.environment?.rawValue),
      "bundleIdentifier": JSONValue(receipt.bundleIdentifier),
      "appVersion": JSONValue(receipt.appVersion),
      "originalAppVersion": JSONValue(receipt.originalAppVersion),
      "creationDate": JSONValue(receipt.creationDate?.millisecondsSince1970),
      "originalPurchaseDate": JSONValue(receipt.originalPurchaseDate?.millisecondsSince1970),
      "expirationDate": JSONValue(receipt.expirationDate?.millisecondsSince1970),
      "opaqueValue": JSONValue(receipt.opaqueValue?.hexadecimal),
      "sha1Hash": JSONValue(receipt.sha1Hash?.hexadecimal),
      "appItemIdentifier": JSONValue(receipt.appItemIdentifier),
      "downloadIdentifier": JSONValue(receipt.downloadIdentifier),
      "versionExternalIdentifier": JSONValue(receipt.versionExternalIdentifier),
      "ageRating": JSONValue(receipt.ageRating),
      "inApp": .array(receipt.inAppReceipts.map(Self.purchase)),
    ])
    var purchases = receipt.inAppReceipts.makeIterator()
    attributes = receipt.attributes.flatMap { attribute in
      let own = Self.row(attribute, [])
      guard attribute.type == 17, let purchase = purchases.next() else { return [own] }
      return [own] + purchase.attributes.map { Self.row($0, [17, purchase.index]) }
    }
  }

  private static func purchase(_ purchase: InAppReceipt) -> JSONValue {
    object([
      "quantity": JSONValue(purchase.quantity),
      "productIdentifier": JSONValue(purchase.productIdentifier),
      "transactionIdentifier": JSONValue(purchase.transactionIdentifier),
      "originalTransactionIdentifier": JSONValue(purchase.originalTransactionIdentifier),
      "purchaseDate": JSONValue(purchase.purchaseDate?.millisecondsSince1970),
      "originalPurchaseDate": JSONValue(purchase.originalPurchaseDate?.millisecondsSince1970),
      "expiresDate": JSONValue(purchase.expiresDate?.millisecondsSince1970),
      "cancellationDate": JSONValue(purchase.cancellationDate?.millisecondsSince1970),
      "cancellationReason": JSONValue(purchase.cancellationReason),
      "isCancelled": .boolean(purchase.isCancelled),
      "webOrderLineItemIdentifier": JSONValue(purchase.webOrderLineItemIdentifier),
      "isTrialPeriod": JSONValue(purchase.isTrialPeriod),
      "isInIntroOfferPeriod": JSONValue(purchase.isInIntroOfferPeriod),
      "productType": JSONValue(purchase.productType?.rawValue),
      "promotionalOfferIdentifier": JSONValue(purchase.promotionalOfferIdentifier),
    ])
  }

  private static func object(_ members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues { $0 })
  }

  private static func row(
    _ attribute: OwnedAttribute, _ path: [Int]
  ) -> ExpectedReceipt.Attribute {
    ExpectedReceipt.Attribute(
      path: path, type: attribute.type, version: attribute.version, offset: attribute.offset,
      value: attribute.value.hexadecimal)
  }
}

/// The error that reading a receipt ends with; `nil` when it is read.
func refusal(
  _ bytes: [UInt8], limits: ReceiptLimits = .default, spacesArePlusSigns: Bool = false
) -> ReceiptError? {
  do throws(ReceiptError) {
    _ = try AppReceipt(bytes, limits: limits, spacesArePlusSigns: spacesArePlusSigns)
    return nil
  } catch {
    return error
  }
}

/// What an error says, so that a test can state it without the means to make one.
struct Complaint: Equatable, Sendable, CustomStringConvertible {
  let code: ReceiptError.Code
  let offset: Int
  var der: DERCode?
  var field: String?

  /// A code of the encoding, by its words.
  typealias DERCode = String

  init(_ code: ReceiptError.Code, at offset: Int, _ der: DERCode? = nil, field: String? = nil) {
    (self.code, self.offset, self.der, self.field) = (code, offset, der, field)
  }

  init?(_ error: ReceiptError?) {
    guard let error else { return nil }
    self.init(
      error.code, at: error.offset, error.der?.code.description, field: error.field)
  }

  var description: String { "\(code), \(der ?? "–"), \(field ?? "–"), at \(offset)" }
}
