import CMSParsing
import DERParsing
import ReceiptHashing

/// A certificate with which a team's Xcode signs receipts in StoreKit testing (*Editor › Save Public Certificate*), other than
/// the one that all copies of Xcode share.
///
/// It makes receipts acceptable whose environment is Xcode, and only to a verifier that allows Xcode. It is never the root
/// of a path, whatever it says about itself.
public struct XcodeCertificate: Hashable, Sendable {
  /// The encoding of the `SubjectPublicKeyInfo`.
  let subjectPublicKeyInfo: [UInt8]

  /// The SHA-256 digest of the certificate: a receipt has to bring exactly this one.
  let fingerprint: [UInt8]

  /// Takes a certificate in DER. What its extensions say doesn't matter.
  ///
  /// - Throws: ``TrustedCertificateError`` with `malformedCertificate` or `neverValid`.
  public init(certificate: [UInt8]) throws(TrustedCertificateError) {
    let fields = try Certificate(trusted: certificate).tbsCertificate
    subjectPublicKeyInfo = Array(certificate[fields.subjectPublicKeyInfo.encoding])
    fingerprint = Array(SHA256.hash(certificate))
  }
}

extension Certificate {
  /// Reads a certificate that somebody wants to trust.
  init(trusted certificate: [UInt8]) throws(TrustedCertificateError) {
    do {
      self = try Certificate(derEncoded: certificate)
    } catch {
      throw TrustedCertificateError(.malformedCertificate, error)
    }
    let validity = tbsCertificate.validity
    guard validity.notBefore <= validity.notAfter else {
      throw TrustedCertificateError(.neverValid, at: validity.offset)
    }
  }
}
