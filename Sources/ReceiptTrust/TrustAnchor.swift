import CMSParsing
import DERParsing
package import ReceiptHashing
public import ReceiptValidation
import TextCoding

/// A root that a verifier trusts: its name and its key, and what else its certificate says.
public struct TrustAnchor: Hashable, Sendable {
  /// The contents octets of the subject's name.
  let subject: [UInt8]

  /// The encoding of the `SubjectPublicKeyInfo`.
  let subjectPublicKeyInfo: [UInt8]

  /// The first and the last second since 1970 at which the root is valid.
  let validity: ClosedRange<Int64>

  /// The SHA-256 digest of the certificate, which any certificate with the root's name must have.
  let fingerprint: [UInt8]
}

extension TrustAnchor {
  /// A root of your own, such as that of a test authority: a certificate in DER. Passing it is what makes it
  /// trusted, so its own signature is not checked.
  ///
  /// It must be a certification authority: basicConstraints with cA; keyUsage, if present, with keyCertSign; no other
  /// critical extension but extKeyUsage, which says nothing about issuing. It must be of version 3. The certificate that
  /// all copies of Xcode share is refused, since its private key is public; for a team's own see ``XcodeCertificate``.
  /// Its own pathLenConstraint is ignored.
  ///
  /// - Throws: ``/ReceiptValidation/ReceiptSignatureError``.
  public init(certificate: [UInt8]) throws(ReceiptSignatureError) {
    let parsed = try Certificate(trusted: certificate)
    let fields = parsed.tbsCertificate
    let key = Array(certificate[fields.subjectPublicKeyInfo.encodingRange])
    guard Array(SHA256.hash(key)) != ApplePolicy.SharedXcodeCertificate.publicKeyFingerprint else {
      throw ReceiptSignatureError(.sharedXcodeCertificate)
    }
    try certificate.withRawSpan { (bytes) throws(ReceiptSignatureError) in
      try CertificateProfile(parsed, for: .anchor, in: bytes).check(0)
    }
    guard fields.version == 2 else { throw ReceiptSignatureError(.unsupportedCertificateVersion) }
    self.init(
      subject: Array(certificate[fields.subject.contentsRange]), subjectPublicKeyInfo: key,
      validity: parsed.seconds,
      fingerprint: Array(SHA256.hash(certificate)))
  }
}

extension Certificate {
  /// Reads a certificate that a caller wants to trust.
  init(trusted certificate: [UInt8]) throws(ReceiptSignatureError) {
    self = try ReceiptSignatureError.wrapping(
      .malformedCertificate, Certificate(derEncoded: certificate))
    let validity = tbsCertificate.validity
    guard validity.notBefore <= validity.notAfter else {
      throw ReceiptSignatureError(.neverValid, at: validity.offset)
    }
  }

  /// When the certificate is valid, in seconds since 1970. It was checked that this is some time.
  var seconds: ClosedRange<Int64> {
    let validity = tbsCertificate.validity
    return validity.notBefore.secondsSince1970...validity.notAfter.secondsSince1970
  }
}

extension HashDigest {
  /// Whether the digest has these bytes.
  package func isEqual(to bytes: [UInt8]) -> Bool { bytes.withRawSpan { isEqual(to: $0) } }
}
