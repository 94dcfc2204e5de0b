import AppStoreReceipt
import DERParsing
import Foundation

/// The typed fields of a receipt as `receipt show --json` prints them. A key without a value is omitted.
struct ReceiptJSON: Encodable {
  let environment: String?
  let bundleIdentifier: String?
  let appVersion: String?
  let originalAppVersion: String?
  let creationDate: String?
  let originalPurchaseDate: String?
  let expirationDate: String?
  let opaqueValue: String?
  let sha1Hash: String?
  let appItemIdentifier: Int64?
  let downloadIdentifier: Int64?
  let versionExternalIdentifier: Int64?
  let ageRating: String?
  let inApp: [InApp]?
  let certificates: [CertificateJSON]?
  let signer: Signer?
  let problems: [String]?

  init(_ receipt: AppReceipt) {
    environment = receipt.environment?.rawValue
    bundleIdentifier = receipt.bundleIdentifier
    appVersion = receipt.appVersion
    originalAppVersion = receipt.originalAppVersion
    creationDate = receipt.creationDate?.utcText
    originalPurchaseDate = receipt.originalPurchaseDate?.utcText
    expirationDate = receipt.expirationDate?.utcText
    opaqueValue = receipt.opaqueValue?.hexadecimal.nonEmpty
    sha1Hash = receipt.sha1Hash?.hexadecimal.nonEmpty
    appItemIdentifier = receipt.appItemIdentifier
    downloadIdentifier = receipt.downloadIdentifier
    versionExternalIdentifier = receipt.versionExternalIdentifier
    ageRating = receipt.ageRating
    inApp = receipt.inAppReceipts.map { InApp($0) }.nonEmpty
    let message = MessageSummary(receipt)
    certificates = message.certificates.map { CertificateJSON($0) }.nonEmpty
    signer = message.signer.map { Signer($0) }
    problems = (receipt.problems.map(\.description) + message.problems).nonEmpty
  }

  struct InApp: Encodable {
    let quantity: Int64?
    let productIdentifier: String?
    let transactionIdentifier: String?
    let originalTransactionIdentifier: String?
    let purchaseDate: String?
    let originalPurchaseDate: String?
    let expiresDate: String?
    let cancellationDate: String?
    let cancellationReason: Int64?
    let webOrderLineItemIdentifier: Int64?
    let isTrialPeriod: Bool?
    let isInIntroOfferPeriod: Bool?
    let productType: Int64?
    let promotionalOfferIdentifier: String?

    init(_ purchase: InAppReceipt) {
      quantity = purchase.quantity
      productIdentifier = purchase.productIdentifier
      transactionIdentifier = purchase.transactionIdentifier
      originalTransactionIdentifier = purchase.originalTransactionIdentifier
      purchaseDate = purchase.purchaseDate?.utcText
      originalPurchaseDate = purchase.originalPurchaseDate?.utcText
      expiresDate = purchase.expiresDate?.utcText
      cancellationDate = purchase.cancellationDate?.utcText
      cancellationReason = purchase.cancellationReason
      webOrderLineItemIdentifier = purchase.webOrderLineItemIdentifier
      isTrialPeriod = purchase.isTrialPeriod
      isInIntroOfferPeriod = purchase.isInIntroOfferPeriod
      productType = purchase.productType?.rawValue
      promotionalOfferIdentifier = purchase.promotionalOfferIdentifier
    }
  }

  struct CertificateJSON: Encodable {
    let subject: String
    let issuer: String
    /// Decimal: serial numbers are larger than JSON readers' numbers.
    let serialNumber: String
    let notBefore: String
    let notAfter: String
    let sha256: String

    init(_ certificate: MessageSummary.CertificateSummary) {
      subject = certificate.subject
      issuer = certificate.issuer
      serialNumber = certificate.serialNumber
      notBefore = certificate.notBefore.description
      notAfter = certificate.notAfter.description
      sha256 = certificate.sha256
    }
  }

  struct Signer: Encodable {
    let digestAlgorithm: String
    let signatureAlgorithm: String
    let hasSignedAttributes: Bool

    init(_ signer: MessageSummary.SignerSummary) {
      digestAlgorithm = signer.digestAlgorithm
      signatureAlgorithm = signer.signatureAlgorithm
      hasSignedAttributes = signer.hasSignedAttributes
    }
  }
}

extension Collection {
  /// The collection, unless it is empty.
  var nonEmpty: Self? { isEmpty ? nil : self }
}
