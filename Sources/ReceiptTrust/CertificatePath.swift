package import CMSParsing
import DERParsing
import ReceiptHashing
package import ReceiptValidation
import TextCoding

/// Finds and checks the path from a signer's certificate through one intermediate certificate to a trust anchor
/// (RFC 5280 §6.1, with the length that Apple's policy demands).
package struct CertificatePath: ~Escapable {
  private let anchors: [TrustAnchor]
  private let minimumKeyBits: Int
  /// What has been verified, so that nothing is verified twice.
  private var verified: [Verified] = []
  private let seconds: Int64
  private let bytes: RawSpan
  private let policy: ApplePolicy.Signatures
  private let limits: SignatureLimits
  private var signatureChecks = 0

  /// An anchor's own certificate, or one that an anchor's key has signed.
  private struct Verified {
    let encoding: Range<Int>
    var anchorKey: [UInt8]?
  }

  /// - Parameters:
  ///   - seconds: the time at which certificates must be valid.
  ///   - bytes: what the certificates were read from.
  ///   - policy: what the two certificates below the anchor must say.
  @_lifetime(copy bytes)
  package init(
    anchors: [TrustAnchor], minimumKeyBits: Int, seconds: Int64,
    bytes: RawSpan, policy: ApplePolicy.Signatures = ApplePolicy.receipts,
    limits: SignatureLimits = .default
  ) {
    self.anchors = anchors
    self.minimumKeyBits = minimumKeyBits
    self.seconds = seconds
    self.bytes = bytes
    self.policy = policy
    self.limits = limits
    verified.reserveCapacity(2)  // a receipt's root and intermediate
  }

  /// Checks the signer's certificate and everything above it.
  ///
  /// - Returns: the seconds since 1970 at which the same certificates lead to the same anchor; `nil` if there is more to
  ///   that than their validity, or if the bag has certificates outside of the path.
  /// - Throws: `ReceiptSignatureError`.
  @discardableResult
  package mutating func verify(
    _ signer: Certificate, _ bag: MessageCertificates
  ) throws(ReceiptSignatureError) -> ClosedRange<Int64>? {
    if isSelfIssued(signer), !bag.certificates.contains(where: { isIssuer($0, of: signer) }) {
      throw ReceiptSignatureError(.untrustedRoot, at: signer.encodingRange.lowerBound)
    }
    try check(signer, policy.signer)
    try checkClaims(bag)
    var failure: ReceiptSignatureError?
    for (index, candidate) in bag.certificates.enumerated() where isIssuer(candidate, of: signer) {
      // The same certificate may be there twice.
      let encoding = bytes.extracting(candidate.encodingRange)
      let wasTried = bag.certificates[..<index].contains {
        isIssuer($0, of: signer) && bytes.extracting($0.encodingRange).hasSameBytes(as: encoding)
      }
      guard !wasTried else { continue }
      do {
        let validity = try checkPath(signer, candidate, bag)
        return isAlone(signer, candidate, bag) ? validity : nil
      } catch {
        // The failure of a candidate that got further says more.
        if failure == nil || failure?.code == .untrustedRoot { failure = error }
      }
    }
    let isMissing = !hasAnchor(named: signer.tbsCertificate.issuer)
    throw failure
      ?? ReceiptSignatureError(
        isMissing ? .issuerMissing : .untrustedRoot, at: signer.encodingRange.lowerBound)
  }

  /// Whether the bag has no more than a path: the signer's certificate, the intermediate one, and the anchor's own. So
  /// there is no other candidate, which failed at this time and may not at another.
  private func isAlone(
    _ signer: Certificate, _ intermediate: Certificate, _ bag: MessageCertificates
  ) -> Bool {
    bag.certificates.count <= 3
      && bag.certificates.allSatisfy {
        $0.encodingRange == signer.encodingRange || $0.encodingRange == intermediate.encodingRange
          || isRoot(bytes.extracting($0.encodingRange))
      }
  }

  /// Checks one possible path.
  ///
  /// - Returns: when all its certificates are valid.
  private mutating func checkPath(
    _ signer: Certificate, _ intermediate: Certificate, _ bag: MessageCertificates
  ) throws(ReceiptSignatureError) -> ClosedRange<Int64> {
    try check(intermediate, policy.intermediate)
    try checkAnchor(of: intermediate, bag)
    let encoding = bytes.extracting(intermediate.encodingRange)
    guard let anchorKey = known(encoding)?.anchorKey else {  // `checkClaims` has verified it
      throw ReceiptSignatureError(.untrustedRoot, at: intermediate.encodingRange.lowerBound)
    }
    let anchor = try anchor(named: intermediate.tbsCertificate.issuer, with: anchorKey)
    let key = try RSAPublicKey(
      intermediate.tbsCertificate.subjectPublicKeyInfo, in: bytes, minimumBits: minimumKeyBits)
    try checkSignature(of: signer, by: key)
    return signer.seconds.clamped(to: intermediate.seconds).clamped(to: anchor.validity)
  }

  /// The anchor with that name and key that is valid; a namesake with another key doesn't count.
  private func anchor(
    named name: Name, with key: [UInt8]
  ) throws(ReceiptSignatureError) -> TrustAnchor {
    var isEarly = true
    for anchor in anchors where isName(name, of: anchor) && anchor.subjectPublicKeyInfo == key {
      if anchor.validity.contains(seconds) { return anchor }
      isEarly = isEarly && seconds < anchor.validity.lowerBound
    }
    throw ReceiptSignatureError(isEarly ? .certificateNotYetValid : .certificateExpired)
  }

  /// Checks what a certificate says about itself.
  private func check(
    _ certificate: Certificate, _ role: ApplePolicy.Role
  ) throws(ReceiptSignatureError) {
    let offset = certificate.encodingRange.lowerBound
    guard certificate.signatureAlgorithmsAgree else {
      throw ReceiptSignatureError(.certificateAlgorithmsDisagree, at: offset)
    }
    guard certificate.tbsCertificate.version == 2 else {
      throw ReceiptSignatureError(.unsupportedCertificateVersion, at: offset)
    }
    try CertificateProfile(certificate, for: role, in: bytes, limits: limits).check(offset)
    try ApplePolicy.check(certificate.tbsCertificate.validity, at: seconds, offset)
  }

  /// A certificate with an anchor's name must be the anchor's own, and one that claims to be issued by an anchor
  /// must be. This holds for certificates outside the path too, so no bit of an embedded root can change unnoticed.
  private mutating func checkClaims(_ bag: MessageCertificates) throws(ReceiptSignatureError) {
    for certificate in bag.certificates {
      let offset = certificate.encodingRange.lowerBound
      let encoding = bytes.extracting(certificate.encodingRange)
      guard known(encoding) == nil else { continue }
      let fields = certificate.tbsCertificate
      if hasAnchor(named: fields.subject) {
        let digest = SHA256.hash(encoding)
        let isAnchors = anchors.contains {
          isName(fields.subject, of: $0) && digest.isEqual(to: $0.fingerprint)
        }
        guard isAnchors else { throw ReceiptSignatureError(.embeddedRootDiffers, at: offset) }
        verified.append(Verified(encoding: certificate.encodingRange))
      } else if hasAnchor(named: fields.issuer) {
        let key = try anchorKey(verifying: certificate)
        verified.append(Verified(encoding: certificate.encodingRange, anchorKey: key))
      }
    }
  }

  /// What was found out about a certificate.
  private func known(_ certificate: RawSpan) -> Verified? {
    verified.first { bytes.extracting($0.encoding).hasSameBytes(as: certificate) }
  }

  /// Whether a certificate was found to be an anchor's own.
  private func isRoot(_ certificate: RawSpan) -> Bool {
    known(certificate).map { $0.anchorKey == nil } ?? false
  }

  /// Checks that one of the anchors with the issuer's name has signed a certificate, and gives that one's key.
  private mutating func anchorKey(
    verifying certificate: Certificate
  ) throws(ReceiptSignatureError) -> [UInt8] {
    var failure: ReceiptSignatureError?
    for anchor in anchors where isName(certificate.tbsCertificate.issuer, of: anchor) {
      do {
        if isProven(certificate, by: anchor) {
          try countSignatureCheck(of: certificate)
        } else {
          try checkSignature(of: certificate, by: anchorKey(anchor))
        }
        return anchor.subjectPublicKeyInfo
      } catch {
        failure = error
      }
    }
    throw failure ?? ReceiptSignatureError(.untrustedRoot, at: certificate.encodingRange.lowerBound)
  }

  /// Whether a test has proved that the anchor has signed the certificate: Apple's own root, one of its known
  /// intermediate certificates, by all bytes, and a key that is long enough here, too.
  private func isProven(_ certificate: Certificate, by anchor: TrustAnchor) -> Bool {
    anchor == .appleRootCA && minimumKeyBits <= ApplePolicy.appleRootKeyBits
      && AppleIntermediates.contains(bytes.extracting(certificate.encodingRange))
  }

  /// Whether the name of `candidate` is that of the issuer, byte by byte.
  private func isIssuer(_ candidate: Certificate, of certificate: Certificate) -> Bool {
    candidate.encodingRange != certificate.encodingRange
      && isSame(candidate.tbsCertificate.subject, certificate.tbsCertificate.issuer)
  }

  private func isSame(_ first: Name, _ second: Name) -> Bool {
    bytes.extracting(first.contentsRange).hasSameBytes(as: bytes.extracting(second.contentsRange))
  }

  /// Whether an anchor has that name, byte by byte.
  private func isName(_ name: Name, of anchor: TrustAnchor) -> Bool {
    anchor.subject.hasSameBytes(as: bytes.extracting(name.contentsRange))
  }

  private func hasAnchor(named name: Name) -> Bool {
    anchors.contains { isName(name, of: $0) }
  }

  /// Checks that there is an anchor that an intermediate certificate may mean by its issuer.
  private func checkAnchor(
    of intermediate: Certificate, _ bag: MessageCertificates
  ) throws(ReceiptSignatureError) {
    let issuer = intermediate.tbsCertificate.issuer
    if hasAnchor(named: issuer) { return }
    let code: ReceiptSignatureError.Code
    if ApplePolicy.isOtherAppleRoot(bytes.extracting(issuer.contentsRange)) {
      code = .unsupportedAppleRoot
    } else {
      // The issuer is there too: an untrusted root, or one certificate too many.
      let hasMore = bag.certificates.contains {
        isIssuer($0, of: intermediate) && !isSelfIssued($0)
      }
      code = hasMore ? .pathTooLong : .untrustedRoot
    }
    throw ReceiptSignatureError(code, at: intermediate.encodingRange.lowerBound)
  }

  private func anchorKey(_ anchor: TrustAnchor) throws(ReceiptSignatureError) -> RSAPublicKey {
    let minimumKeyBits = minimumKeyBits
    return try anchor.subjectPublicKeyInfo.withRawSpan { (bytes) throws(ReceiptSignatureError) in
      // Without a place: the anchor isn't part of the receipt.
      guard let info = try? SubjectPublicKeyInfo(derEncoded: bytes),
        let key = try? RSAPublicKey(info, in: bytes, minimumBits: minimumKeyBits)
      else { throw ReceiptSignatureError(.keyNotUsable) }
      return key
    }
  }

  /// Counts a signature toward the limit, the proved ones too, so that it means the same for every receipt.
  private mutating func countSignatureCheck(
    of certificate: Certificate
  ) throws(ReceiptSignatureError) {
    guard signatureChecks < limits.signatureChecks else {
      throw ReceiptSignatureError(.tooManyCertificates, at: certificate.encodingRange.lowerBound)
    }
    signatureChecks += 1
  }

  private mutating func checkSignature(
    of certificate: Certificate, by key: RSAPublicKey
  ) throws(ReceiptSignatureError) {
    try countSignatureCheck(of: certificate)
    let offset = certificate.encodingRange.lowerBound
    let algorithm = certificate.signatureAlgorithm
    guard algorithm.hasNoParameters,
      let digest = ApplePolicy.digest(
        signatureAlgorithm: algorithm.algorithm,
        of: bytes.extracting(certificate.tbsCertificateEncoding))
    else {
      throw ReceiptSignatureError(.unsupportedCertificateAlgorithm, at: offset)
    }
    guard certificate.signatureValue.unusedBits == 0 else {
      throw ReceiptSignatureError(.certificateSignatureMismatch, at: offset)
    }
    do {
      try key.verify(
        signature: bytes.extracting(certificate.signatureValue.bytesRange), of: digest)
    } catch {
      throw ReceiptSignatureError(.certificateSignatureMismatch, at: offset)
    }
  }

  /// Whether subject and issuer are the same name.
  private func isSelfIssued(_ certificate: Certificate) -> Bool {
    isSame(certificate.tbsCertificate.subject, certificate.tbsCertificate.issuer)
  }
}
