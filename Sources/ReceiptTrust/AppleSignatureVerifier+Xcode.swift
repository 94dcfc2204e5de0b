import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptParsing
import ReceiptValidation

extension AppleSignatureVerifier {
  /// Whether the receipt is one of Xcode's that is acceptable here; the signature is still to be verified.
  ///
  /// - Throws: `ReceiptSignatureError` when it is one of Xcode's and is not acceptable.
  func isXcode(
    _ signer: Certificate, _ bag: CertificateBag, _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) -> Bool {
    let offset = signer.encoding.lowerBound
    let encoding = material.container.extracting(signer.encoding)
    // One that has led to an anchor is none of these; it does so again, or is refused.
    guard !knownCertificates.containsSigner(encoding) else { return false }
    let digest = SHA256.hash(encoding)
    let isShared = SharedXcodeCertificate.fingerprint.withRawSpan { digest.isEqual(to: $0) }
    let isTeams = xcodeCertificates.contains {
      $0.fingerprint.withRawSpan { digest.isEqual(to: $0) }
    }
    guard isShared || isTeams else { return false }
    guard allowsXcode, material.environment == .xcode, bag.certificates.count == 1 else {
      throw ReceiptSignatureError(.xcodeNotAllowed, at: offset)
    }
    let validity = signer.tbsCertificate.validity
    try validity.check(at: material.creationSeconds, offset)
    return true
  }
}

extension ReceiptSignatureMaterial {
  /// The whole seconds since 1970 at which certificates have to be valid.
  var creationSeconds: Int64 { creationDate.wholeSecondsSince1970 }
}

extension ReceiptDate {
  /// The seconds since 1970, rounded down, as times in certificates have no fraction.
  package var wholeSecondsSince1970: Int64 {
    (millisecondsSince1970 - (millisecondsSince1970 % 1000 + 1000) % 1000) / 1000
  }
}

extension Validity {
  /// Checks that the instant lies within.
  ///
  /// - Throws: `ReceiptSignatureError` with `certificateNotYetValid` or `certificateExpired`.
  func check(at seconds: Int64, _ offset: Int) throws(ReceiptSignatureError) {
    guard notBefore.secondsSince1970 <= seconds else {
      throw ReceiptSignatureError(.certificateNotYetValid, at: offset)
    }
    guard seconds <= notAfter.secondsSince1970 else {
      throw ReceiptSignatureError(.certificateExpired, at: offset)
    }
  }
}
