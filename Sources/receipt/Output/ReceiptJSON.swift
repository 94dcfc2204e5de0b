import AppStoreReceipt
import VerifyReceipt

/// The typed fields of a receipt as `receipt show --json` prints them. A key without a value is omitted.
struct ReceiptJSON {
  private(set) var json = VerifyReceiptJSON.Object()

  init(_ receipt: AppReceipt) {
    json.set("environment", receipt.environment?.rawValue)
    json.set("bundleIdentifier", receipt.bundleIdentifier)
    json.set("appVersion", receipt.appVersion)
    json.set("originalAppVersion", receipt.originalAppVersion)
    json.set("creationDate", receipt.creationDate?.utcText)
    json.set("originalPurchaseDate", receipt.originalPurchaseDate?.utcText)
    json.set("expirationDate", receipt.expirationDate?.utcText)
    json.set("opaqueValue", receipt.opaqueValue?.hexadecimal.nonEmpty)
    json.set("sha1Hash", receipt.sha1Hash?.hexadecimal.nonEmpty)
    json.set("appItemIdentifier", receipt.appItemIdentifier)
    json.set("downloadIdentifier", receipt.downloadIdentifier)
    json.set("versionExternalIdentifier", receipt.versionExternalIdentifier)
    json.set("ageRating", receipt.ageRating)
    json.set("inApp", receipt.inAppReceipts.map { .object(Self.purchase($0)) })
    let message = MessageSummary(receipt)
    json.set("certificates", message.certificates.map { .object(Self.certificate($0)) })
    json["signer"] = message.signer.map { .object(Self.signer($0)) }
    json.set("problems", message.problems.sentences.map { .string($0) })
  }

  private static func purchase(_ purchase: InAppReceipt) -> VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("quantity", purchase.quantity)
    json.set("productIdentifier", purchase.productIdentifier)
    json.set("transactionIdentifier", purchase.transactionIdentifier)
    json.set("originalTransactionIdentifier", purchase.originalTransactionIdentifier)
    json.set("purchaseDate", purchase.purchaseDate?.utcText)
    json.set("originalPurchaseDate", purchase.originalPurchaseDate?.utcText)
    json.set("expiresDate", purchase.expiresDate?.utcText)
    // A cancellation date that cannot be read is no member, and cancels all the same.
    json.set("isCancelled", purchase.isCancelled)
    json.set("cancellationDate", purchase.cancellationDate?.utcText)
    json.set("cancellationReason", purchase.cancellationReason)
    json.set("webOrderLineItemIdentifier", purchase.webOrderLineItemIdentifier)
    json.set("isTrialPeriod", purchase.isTrialPeriod)
    json.set("isInIntroOfferPeriod", purchase.isInIntroOfferPeriod)
    json.set("productType", purchase.productType?.rawValue)
    json.set("promotionalOfferIdentifier", purchase.promotionalOfferIdentifier)
    return json
  }

  private static func certificate(
    _ certificate: MessageSummary.CertificateSummary
  ) -> VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("subject", certificate.subject)
    json.set("issuer", certificate.issuer)
    // Decimal: serial numbers are larger than JSON readers' numbers.
    json.set("serialNumber", certificate.serialNumber)
    json.set("notBefore", certificate.notBefore.description)
    json.set("notAfter", certificate.notAfter.description)
    json.set("sha256", certificate.sha256)
    return json
  }

  private static func signer(_ signer: MessageSummary.SignerSummary) -> VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("digestAlgorithm", signer.digestAlgorithm)
    json.set("signatureAlgorithm", signer.signatureAlgorithm)
    json.set("hasSignedAttributes", signer.hasSignedAttributes)
    return json
  }
}

extension Collection {
  /// The collection, unless it is empty.
  var nonEmpty: Self? { isEmpty ? nil : self }
}
