import AppStoreReceipt
import Foundation
import X509

/// The path from a signer's certificate over exactly one intermediate certificate to a root.
struct CertificateChain {
  private let roots: [ParsedCertificate]
  private let bag: [ParsedCertificate]
  private let date: Date

  /// The certificates that a root's key has signed.
  private var issuedByRoot: [ArraySlice<UInt8>] = []
  /// How many more signatures may be checked.
  private var remainingChecks = 8

  /// - Parameters:
  ///   - bag: the certificates that the receipt brings along.
  ///   - date: when certificates have to be valid.
  init(roots: [ParsedCertificate], bag: [ParsedCertificate], date: Date) {
    self.roots = roots
    self.bag = bag
    self.date = date
  }

  /// Checks the signer's certificate and everything above it.
  ///
  /// - Throws: `ReceiptSignatureError`.
  mutating func verify(_ signer: ParsedCertificate) throws(ReceiptSignatureError) {
    try check(signer, .signer)
    try checkClaims()
    var failure = ReceiptSignatureError(.issuerMissing)
    var tried: [ArraySlice<UInt8>] = []
    for candidate in bag
    where candidate.subject == signer.issuer && !tried.contains(candidate.encoding) {
      tried.append(candidate.encoding)
      do {
        return try verify(signer, issuedBy: candidate)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private mutating func verify(
    _ signer: ParsedCertificate, issuedBy intermediate: ParsedCertificate
  ) throws(ReceiptSignatureError) {
    try check(intermediate, .intermediate)
    guard issuedByRoot.contains(intermediate.encoding) else {
      throw ReceiptSignatureError(.untrustedRoot)
    }
    guard try isSignature(of: signer, by: intermediate) else {
      throw ReceiptSignatureError(.certificateSignatureMismatch)
    }
  }

  /// What a certificate has to say about itself.
  private func check(
    _ certificate: ParsedCertificate, _ role: CertificateRole
  ) throws(ReceiptSignatureError) {
    let contents = try certificate.contents()
    guard certificate.algorithmsAgree else {
      throw ReceiptSignatureError(.certificateAlgorithmsDisagree)
    }
    guard contents.version == .v3 else {
      throw ReceiptSignatureError(.unsupportedCertificateVersion)
    }
    try role.check(contents.extensions)
    try certificate.checkValidity(at: date)
  }

  /// Whatever claims to be a root or to be issued by one has to be, whether the path needs it or not.
  private mutating func checkClaims() throws(ReceiptSignatureError) {
    for certificate in bag {
      if roots.contains(where: { $0.subject == certificate.subject }) {
        guard roots.contains(where: { $0.encoding == certificate.encoding }) else {
          throw ReceiptSignatureError(.embeddedRootDiffers)
        }
      } else if roots.contains(where: { $0.subject == certificate.issuer }),
        !issuedByRoot.contains(certificate.encoding)
      {
        try checkClaim(certificate)
        issuedByRoot.append(certificate.encoding)
      }
    }
  }

  private mutating func checkClaim(
    _ certificate: ParsedCertificate
  ) throws(ReceiptSignatureError) {
    var failure = ReceiptSignatureError(.certificateSignatureMismatch)
    for root in roots where root.subject == certificate.issuer {
      guard try isSignature(of: certificate, by: root) else { continue }
      do {
        return try root.checkValidity(at: date)
      } catch {
        failure = error  // another root may have the same key
      }
    }
    throw failure
  }

  private mutating func isSignature(
    of certificate: ParsedCertificate, by issuer: ParsedCertificate
  ) throws(ReceiptSignatureError) -> Bool {
    guard remainingChecks > 0 else { throw ReceiptSignatureError(.tooManyCertificates) }
    remainingChecks -= 1
    let contents = try certificate.contents()
    guard let digest = RSAKey.Digest(contents.signatureAlgorithm) else {
      throw ReceiptSignatureError(.unsupportedCertificateAlgorithm)
    }
    guard certificate.hasWholeSignature else { return false }
    return try RSAKey(issuer).isSignature(
      contents.signature.rawRepresentation[...], over: contents.tbsCertificateBytes, digest)
  }
}
