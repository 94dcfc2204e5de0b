package import CMSParsing
import DERParsing
import ReceiptHashing
package import ReceiptValidation

/// Finds and checks the path from a signer's certificate over one intermediate certificate to an anchor
/// (RFC 5280 §6.1, with the length that Apple's policy demands).
package struct CertificatePath: ~Escapable {
  private let anchors: [TrustAnchor]
  private let minimumKeyBits: Int
  /// Certificates that were verified before, and those that this path has verified.
  private(set) var known: VerifiedCertificates
  private let seconds: Int64
  private let bytes: RawSpan
  private let policy: ApplePolicy.Signatures
  private let limits: SignatureLimits
  private var signatureChecks = 0

  /// - Parameters:
  ///   - seconds: the time at which certificates must be valid.
  ///   - bytes: what the certificates were read from.
  ///   - policy: what the two certificates below the anchor must say.
  @_lifetime(copy bytes)
  package init(
    anchors: [TrustAnchor], minimumKeyBits: Int, known: VerifiedCertificates, seconds: Int64,
    bytes: RawSpan, policy: ApplePolicy.Signatures = ApplePolicy.receipts,
    limits: SignatureLimits = .default
  ) {
    self.anchors = anchors
    self.minimumKeyBits = minimumKeyBits
    self.known = known
    self.seconds = seconds
    self.bytes = bytes
    self.policy = policy
    self.limits = limits
  }

  /// Checks the signer's certificate and everything above it.
  ///
  /// - Throws: `ReceiptSignatureError`.
  package mutating func verify(
    _ signer: Certificate, _ bag: CertificateBag
  ) throws(ReceiptSignatureError) {
    if isSelfIssued(signer), !bag.certificates.contains(where: { isIssuer($0, of: signer) }) {
      throw ReceiptSignatureError(.untrustedRoot, at: signer.encoding.lowerBound)
    }
    try check(signer, policy.signer)
    try checkClaims(bag)
    var failure: ReceiptSignatureError?
    var tried: [Certificate] = []
    for candidate in bag.certificates where isIssuer(candidate, of: signer) {
      // The same certificate may be there twice.
      let encoding = bytes.extracting(candidate.encoding)
      guard !tried.contains(where: { bytes.extracting($0.encoding).hasSameBytes(as: encoding) })
      else { continue }
      tried.append(candidate)
      do {
        return try verify(signer, candidate, bag)
      } catch {
        // The failure of a candidate that got further says more.
        if failure == nil || failure?.code == .untrustedRoot { failure = error }
      }
    }
    throw failure ?? missingIssuer(of: signer)
  }

  /// Checks one possible path.
  private mutating func verify(
    _ signer: Certificate, _ intermediate: Certificate, _ bag: CertificateBag
  ) throws(ReceiptSignatureError) {
    try check(intermediate, policy.intermediate)
    let anchors = try anchors(of: intermediate, bag)
    let encoding = bytes.extracting(intermediate.encoding)
    guard let anchorKey = known.anchorKey(of: encoding) else {  // `checkClaims` has verified it
      throw ReceiptSignatureError(.untrustedRoot, at: intermediate.encoding.lowerBound)
    }
    try checkValidity(of: anchors, with: anchorKey)
    let signerEncoding = bytes.extracting(signer.encoding)
    guard !known.containsSigner(signerEncoding, of: encoding) else { return }
    let key = try RSAPublicKey(
      intermediate.tbsCertificate.subjectPublicKeyInfo, in: bytes, minimumBits: minimumKeyBits)
    try checkSignature(of: signer, by: key)
    known.insertSigner(signerEncoding, of: encoding)
  }

  /// Checks that an anchor with that key is valid; a namesake with another key doesn't count.
  private func checkValidity(
    of anchors: [TrustAnchor], with key: [UInt8]
  ) throws(ReceiptSignatureError) {
    var isEarly = true
    for anchor in anchors where anchor.subjectPublicKeyInfo == key {
      if anchor.validity.contains(seconds) { return }
      isEarly = isEarly && seconds < anchor.validity.lowerBound
    }
    throw ReceiptSignatureError(isEarly ? .certificateNotYetValid : .certificateExpired)
  }

  /// Checks what a certificate says about itself.
  private func check(
    _ certificate: Certificate, _ role: ApplePolicy.Role
  ) throws(ReceiptSignatureError) {
    let offset = certificate.encoding.lowerBound
    guard certificate.signatureAlgorithmsAgree else {
      throw ReceiptSignatureError(.certificateAlgorithmsDisagree, at: offset)
    }
    guard certificate.tbsCertificate.version == 2 else {
      throw ReceiptSignatureError(.certificateVersion, at: offset)
    }
    try CertificateProfile(certificate, for: role, in: bytes, limits: limits).check(offset)
    try ApplePolicy.check(certificate.tbsCertificate.validity, at: seconds, offset)
  }

  /// A certificate with an anchor's name must be the anchor's own, and one that claims to be issued by an anchor
  /// must be. This holds for certificates outside the path too, so no bit of an embedded root can change unnoticed.
  private mutating func checkClaims(_ bag: CertificateBag) throws(ReceiptSignatureError) {
    for certificate in bag.certificates {
      let offset = certificate.encoding.lowerBound
      let encoding = bytes.extracting(certificate.encoding)
      guard !known.containsRoot(encoding), known.anchorKey(of: encoding) == nil else { continue }
      let namesakes = anchors(named: certificate.tbsCertificate.subject)
      let issuers = anchors(named: certificate.tbsCertificate.issuer)
      if !namesakes.isEmpty {
        let digest = SHA256.hash(encoding)
        let isAnchors = namesakes.contains { anchor in
          anchor.fingerprint.withRawSpan { digest.isEqual(to: $0) }
        }
        guard isAnchors else { throw ReceiptSignatureError(.embeddedRootDiffers, at: offset) }
        known.insertRoot(encoding)
      } else if !issuers.isEmpty {
        let key = try anchorKey(verifying: certificate, oneOf: issuers)
        known.insertIntermediate(encoding, signedBy: key)
      }
    }
  }

  /// Checks that one of the anchors, which have the same name, has signed a certificate, and gives that one's key.
  private mutating func anchorKey(
    verifying certificate: Certificate, oneOf anchors: [TrustAnchor]
  ) throws(ReceiptSignatureError) -> [UInt8] {
    var failure: ReceiptSignatureError?
    for anchor in anchors {
      do {
        try checkSignature(of: certificate, by: anchorKey(anchor))
        return anchor.subjectPublicKeyInfo
      } catch {
        failure = error
      }
    }
    throw failure ?? ReceiptSignatureError(.untrustedRoot, at: certificate.encoding.lowerBound)
  }

  /// Whether the name of `candidate` is that of the issuer, byte by byte.
  private func isIssuer(_ candidate: Certificate, of certificate: Certificate) -> Bool {
    candidate.encoding != certificate.encoding
      && bytes.extracting(candidate.tbsCertificate.subject.bytes)
        .hasSameBytes(as: bytes.extracting(certificate.tbsCertificate.issuer.bytes))
  }

  /// The anchors of that name, byte by byte: nearly always one or none.
  private func anchors(named name: Name) -> [TrustAnchor] {
    let name = bytes.extracting(name.bytes)
    var found: [TrustAnchor] = []
    for anchor in anchors where anchor.subject.withRawSpan({ $0.hasSameBytes(as: name) }) {
      found.append(anchor)
    }
    return found
  }

  /// The anchors that an intermediate certificate may mean by its issuer.
  private func anchors(
    of intermediate: Certificate, _ bag: CertificateBag
  ) throws(ReceiptSignatureError) -> [TrustAnchor] {
    let issuer = intermediate.tbsCertificate.issuer
    let found = anchors(named: issuer)
    if !found.isEmpty { return found }
    let code: ReceiptSignatureError.Code
    if ApplePolicy.isOtherAppleRoot(bytes.extracting(issuer.bytes)) {
      code = .unsupportedAppleRoot
    } else {
      // The issuer is there too: an untrusted root, or one certificate too many.
      let hasMore = bag.certificates.contains {
        isIssuer($0, of: intermediate) && !isSelfIssued($0)
      }
      code = hasMore ? .pathTooLong : .untrustedRoot
    }
    throw ReceiptSignatureError(code, at: intermediate.encoding.lowerBound)
  }

  private func anchorKey(_ anchor: TrustAnchor) throws(ReceiptSignatureError) -> RSAPublicKey {
    let minimumKeyBits = minimumKeyBits
    return try anchor.subjectPublicKeyInfo.withRawSpan { (bytes) throws(ReceiptSignatureError) in
      let info: SubjectPublicKeyInfo
      do throws(DERError) {
        info = try SubjectPublicKeyInfo(derEncoded: bytes)
      } catch {
        throw ReceiptSignatureError(.keyNotUsable)
      }
      return try RSAPublicKey(info, in: bytes, minimumBits: minimumKeyBits)
    }
  }

  private mutating func checkSignature(
    of certificate: Certificate, by key: RSAPublicKey
  ) throws(ReceiptSignatureError) {
    let offset = certificate.encoding.lowerBound
    guard signatureChecks < limits.signatureChecks else {
      throw ReceiptSignatureError(.tooManyCertificates, at: offset)
    }
    signatureChecks += 1
    let algorithm = certificate.signatureAlgorithm
    guard algorithm.hasNoParameters,
      let digest = ApplePolicy.digest(
        signatureAlgorithm: algorithm.algorithm,
        of: bytes.extracting(certificate.tbsCertificateEncoding))
    else {
      throw ReceiptSignatureError(.certificateAlgorithm, at: offset)
    }
    guard certificate.signatureValue.unusedBits == 0 else {
      throw ReceiptSignatureError(.certificateSignatureMismatch, at: offset)
    }
    do {
      try key.verify(
        signature: bytes.extracting(certificate.signatureValue.bytes), of: digest)
    } catch {
      throw ReceiptSignatureError(.certificateSignatureMismatch, at: offset)
    }
  }

  /// The error for a signer whose issuer is not there.
  private func missingIssuer(of signer: Certificate) -> ReceiptSignatureError {
    let isIssuedByAnchor = !anchors(named: signer.tbsCertificate.issuer).isEmpty
    return ReceiptSignatureError(
      isIssuedByAnchor ? .untrustedRoot : .issuerMissing, at: signer.encoding.lowerBound)
  }

  /// Whether subject and issuer are the same name.
  private func isSelfIssued(_ certificate: Certificate) -> Bool {
    bytes.extracting(certificate.tbsCertificate.subject.bytes)
      .hasSameBytes(as: bytes.extracting(certificate.tbsCertificate.issuer.bytes))
  }
}
