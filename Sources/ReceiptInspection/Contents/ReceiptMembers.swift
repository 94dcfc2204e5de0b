import DERParsing
package import ReceiptJSON
package import ReceiptParsing
import TextCoding

extension JSONWriter {
  /// Writes which app a receipt is for, and since when. Members without a value are omitted.
  package mutating func appMembers(of receipt: AppReceipt) {
    member("environment", receipt.environment?.rawValue)
    member("bundleIdentifier", receipt.bundleIdentifier)
    member("appVersion", receipt.appVersion)
    member("originalAppVersion", receipt.originalAppVersion)
    member("creationDate", receipt.creationDate?.utcText)
  }

  /// Writes the members of `receipt show --json`.
  package mutating func members(of receipt: AppReceipt) {
    members(of: receipt, MessageSummary(receipt))
  }

  package mutating func members(of receipt: AppReceipt, _ message: MessageSummary) {
    appMembers(of: receipt)
    member("originalPurchaseDate", receipt.originalPurchaseDate?.utcText)
    member("expirationDate", receipt.expirationDate?.utcText)
    member("preorderDate", receipt.preorderDate?.utcText)
    member("organizationName", receipt.organizationName)
    member("opaqueValue", receipt.opaqueValue?.hexadecimal.nonEmpty)
    member("sha1Hash", receipt.sha1Hash?.hexadecimal.nonEmpty)
    member("appItemIdentifier", receipt.appItemIdentifier)
    member("downloadIdentifier", receipt.downloadIdentifier)
    member("versionExternalIdentifier", receipt.versionExternalIdentifier)
    member("ageRating", receipt.ageRating)
    objects("inApp", receipt.inAppReceipts, omitsEmpty: true) { $0.members(of: $1) }
    objects("certificates", message.certificates, omitsEmpty: true) { $0.members(of: $1) }
    if let signer = message.signer {
      object("signer") { writer in
        writer.member("digestAlgorithm", signer.digestAlgorithm)
        writer.member("signatureAlgorithm", signer.signatureAlgorithm)
        writer.member("hasSignedAttributes", signer.hasSignedAttributes)
      }
    }
    strings("problems", message.problems.sentences, omitsEmpty: true)
  }

  private mutating func members(of purchase: InAppReceipt) {
    member("quantity", purchase.quantity)
    member("productIdentifier", purchase.productIdentifier)
    member("transactionIdentifier", purchase.transactionIdentifier)
    member("originalTransactionIdentifier", purchase.originalTransactionIdentifier)
    member("purchaseDate", purchase.purchaseDate?.utcText)
    member("originalPurchaseDate", purchase.originalPurchaseDate?.utcText)
    member("expiresDate", purchase.expiresDate?.utcText)
    // An unreadable cancellation date is omitted, and cancels nonetheless.
    member("isCancelled", purchase.isCancelled)
    member("cancellationDate", purchase.cancellationDate?.utcText)
    member("cancellationReason", purchase.cancellationReason)
    member("webOrderLineItemIdentifier", purchase.webOrderLineItemIdentifier)
    member("isTrialPeriod", purchase.isTrialPeriod)
    member("isInIntroOfferPeriod", purchase.isInIntroOfferPeriod)
    member("productType", purchase.productType?.rawValue)
    member("promotionalOfferIdentifier", purchase.promotionalOfferIdentifier)
  }

  private mutating func members(of certificate: MessageSummary.CertificateSummary) {
    member("subject", certificate.subject)
    member("issuer", certificate.issuer)
    // Decimal: serial numbers exceed the numbers of JSON readers.
    member("serialNumber", certificate.serialNumber)
    member("notBefore", certificate.notBefore.description)
    member("notAfter", certificate.notAfter.description)
    member("sha256", certificate.sha256)
  }
}

extension String {
  /// The text, unless it is empty.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
