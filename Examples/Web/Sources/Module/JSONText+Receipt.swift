import DERParsing
import ReceiptParsing

extension JSONText {
  /// Writes the members that `receipt show --json` has.
  mutating func addReceipt(_ receipt: AppReceipt) {
    member("environment", receipt.environment?.rawValue)
    member("bundleIdentifier", receipt.bundleIdentifier)
    member("appVersion", receipt.appVersion)
    member("originalAppVersion", receipt.originalAppVersion)
    member("creationDate", receipt.creationDate?.utcText)
    member("originalPurchaseDate", receipt.originalPurchaseDate?.utcText)
    member("expirationDate", receipt.expirationDate?.utcText)
    member("opaqueValue", receipt.opaqueValue?.hexadecimal.nonEmpty)
    member("sha1Hash", receipt.sha1Hash?.hexadecimal.nonEmpty)
    member("appItemIdentifier", receipt.appItemIdentifier)
    member("downloadIdentifier", receipt.downloadIdentifier)
    member("versionExternalIdentifier", receipt.versionExternalIdentifier)
    member("ageRating", receipt.ageRating)
    if !receipt.inAppReceipts.isEmpty {
      objects("inApp", receipt.inAppReceipts) { $0.addPurchase($1) }
    }
    let message = MessageSummary(receipt)
    if !message.certificates.isEmpty {
      objects("certificates", message.certificates) { $0.addCertificate($1) }
    }
    if let signer = message.signer {
      object("signer") { text in
        text.member("digestAlgorithm", signer.digestAlgorithm)
        text.member("signatureAlgorithm", signer.signatureAlgorithm)
        text.member("hasSignedAttributes", signer.hasSignedAttributes)
      }
    }
    let problems = message.problems.sentences
    if !problems.isEmpty { strings("problems", problems) }
  }

  private mutating func addPurchase(_ purchase: InAppReceipt) {
    member("quantity", purchase.quantity)
    member("productIdentifier", purchase.productIdentifier)
    member("transactionIdentifier", purchase.transactionIdentifier)
    member("originalTransactionIdentifier", purchase.originalTransactionIdentifier)
    member("purchaseDate", purchase.purchaseDate?.utcText)
    member("originalPurchaseDate", purchase.originalPurchaseDate?.utcText)
    member("expiresDate", purchase.expiresDate?.utcText)
    member("cancellationDate", purchase.cancellationDate?.utcText)
    member("cancellationReason", purchase.cancellationReason)
    member("webOrderLineItemIdentifier", purchase.webOrderLineItemIdentifier)
    member("isTrialPeriod", purchase.isTrialPeriod)
    member("isInIntroOfferPeriod", purchase.isInIntroOfferPeriod)
    member("productType", purchase.productType?.rawValue)
    member("promotionalOfferIdentifier", purchase.promotionalOfferIdentifier)
    // A cancellation date that cannot be read is no member, and cancels all the same.
    member("isCancelled", purchase.isCancelled)
  }

  private mutating func addCertificate(_ certificate: MessageSummary.CertificateSummary) {
    member("subject", certificate.subject)
    member("issuer", certificate.issuer)
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
