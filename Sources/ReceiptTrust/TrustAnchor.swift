import CMSParsing
public import DERParsing
import ReceiptHashing

/// A root that a verifier trusts: its name and its key, and what else its certificate says.
public struct TrustAnchor: Hashable, Sendable {
  /// The contents octets of the subject's name.
  let subject: [UInt8]

  /// The encoding of the `SubjectPublicKeyInfo`.
  let subjectPublicKeyInfo: [UInt8]

  /// The first and the last second since 1970 at which the root is valid.
  let validity: ClosedRange<Int64>

  /// The SHA-256 digest of the certificate: one inside a receipt with the root's name has to be this one.
  let fingerprint: [UInt8]

  init(
    subject: [UInt8], subjectPublicKeyInfo: [UInt8], notBefore: Int64, notAfter: Int64,
    fingerprint: [UInt8]
  ) {
    self.subject = subject
    self.subjectPublicKeyInfo = subjectPublicKeyInfo
    validity = notBefore...notAfter
    self.fingerprint = fingerprint
  }

  /// A root of your own, such as that of a test authority: a certificate in DER. You say that you trust it, so
  /// its own signature is not checked.
  ///
  /// - Throws: `DERError` when it is not a certificate, or is never valid.
  public init(certificate: [UInt8]) throws(DERError) {
    let fields = try Certificate(derEncoded: certificate).tbsCertificate
    let notBefore = fields.validity.notBefore.secondsSince1970
    let notAfter = fields.validity.notAfter.secondsSince1970
    guard notBefore <= notAfter else { throw DERError(.invalidTime, at: fields.validity.offset) }
    self.init(
      subject: Array(certificate[fields.subject.octets]),
      subjectPublicKeyInfo: Array(certificate[fields.subjectPublicKeyInfo.encoding]),
      notBefore: notBefore, notAfter: notAfter,
      fingerprint: Array(SHA256.hash(certificate)))
  }
}
