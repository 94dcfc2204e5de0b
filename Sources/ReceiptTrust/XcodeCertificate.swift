import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptParsing
public import ReceiptValidation
import TextCoding

/// A certificate with which a team's Xcode signs receipts in StoreKit testing (*Editor › Save Public Certificate*),
/// other than the one that all copies of Xcode share.
///
/// It counts only for receipts whose environment is Xcode, with a verifier that allows Xcode. It is never the root of
/// a path, whatever it says about itself.
public struct XcodeCertificate: Hashable, Sendable {
  /// The encoding of the `SubjectPublicKeyInfo`.
  let subjectPublicKeyInfo: [UInt8]

  /// The SHA-256 digest of the certificate: a receipt must contain exactly this one.
  let fingerprint: [UInt8]

  /// Creates one from a certificate in DER. Its extensions don't matter.
  ///
  /// - Throws: ``/ReceiptValidation/ReceiptSignatureError`` with `malformedCertificate` or `neverValid`.
  public init(certificate: [UInt8]) throws(ReceiptSignatureError) {
    let fields = try Certificate(trusted: certificate).tbsCertificate
    subjectPublicKeyInfo = Array(certificate[fields.subjectPublicKeyInfo.encodingRange])
    fingerprint = Array(SHA256.hash(certificate))
  }
}

extension AppleSignatureVerifier {
  /// Whether the receipt is one of Xcode's that is acceptable here; the signature is still to be verified.
  ///
  /// - Throws: `ReceiptSignatureError` when it is one of Xcode's and is not acceptable.
  func isXcode(
    _ signer: Certificate, _ bag: MessageCertificates,
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) -> Bool {
    let offset = signer.encodingRange.lowerBound
    let encoding = material.container.extracting(signer.encodingRange)
    let digest = SHA256.hash(encoding)
    let isShared = digest.isEqual(to: ApplePolicy.SharedXcodeCertificate.fingerprint)
    let isTeams = xcodeCertificates.contains { digest.isEqual(to: $0.fingerprint) }
    guard isShared || isTeams else { return false }
    guard allowsXcode, material.environment == .xcode, bag.certificates.count == 1 else {
      throw ReceiptSignatureError(.xcodeNotAllowed, at: offset)
    }
    try ApplePolicy.check(
      signer.tbsCertificate.validity, at: ApplePolicy.seconds(of: material.creationDate), offset)
    return true
  }
}
