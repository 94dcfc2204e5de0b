import CMSParsing
import DERParsing
public import ReceiptParsing
public import ReceiptValidation

/// Verifies receipts by Apple's own policy for them, in pure Swift:
///
/// - a path of exactly three certificates: the signer's, an intermediate one, a root that is pinned here;
/// - RSA PKCS #1 v1.5 signatures with keys of 2,048–4,096 bits, checked by encoding what they have to be;
/// - all certificates valid at the receipt's creation date;
/// - the signer's marked for receipts (extension 1.2.840.113635.100.6.11.1 and certificate policy
///   1.2.840.113635.100.5.6.1), the intermediate marked as Apple's (extension 1.2.840.113635.100.6.2.1);
/// - basicConstraints and keyUsage as RFC 5280 has them, no unknown critical extension, none twice.
///
/// Nothing in the receipt chooses what is trusted. Revocation is part of Apple's policy too, and impossible
/// offline: a key that leaked can date receipts back.
public struct AppleSignatureVerifier: ReceiptSignatureVerifier, Sendable {
  /// The roots that a path may end at.
  public let anchors: [TrustAnchor]

  /// Whether receipts are accepted that Xcode has signed on somebody's machine. Anybody can make those: for
  /// debug builds only. Their environment has to be `Xcode`.
  public let allowsXcode: Bool

  /// The certificates that Xcode may have signed with, beside the one that is the same on every machine. They count only if
  /// ``allowsXcode``, and no path ends at one of them.
  public let xcodeCertificates: [XcodeCertificate]

  /// The fewest bits of a key.
  public let minimumKeyBits: Int

  /// How many certificates, extensions and signatures are looked at.
  public let limits: SignatureLimits

  /// The anchors whose keys are not Xcode's.
  private let pathAnchors: [TrustAnchor]

  /// Certificates that have led to an anchor before.
  private(set) var knownCertificates = VerifiedCertificates()

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - anchors: Apple's root, or those of a test authority in its place. None of them makes a receipt of Xcode
  ///     acceptable.
  ///   - allowsXcode: whether receipts of Xcode are accepted: those signed with the certificate that is the same
  ///     on every machine, or with one of `xcodeCertificates`.
  ///   - xcodeCertificates: a team's own certificates for StoreKit testing. Without `allowsXcode` receipts signed with them
  ///     are refused.
  ///   - minimumKeyBits: 2,048, or less for very old receipts; less than 1,024 counts as 1,024.
  ///   - limits: how many certificates, extensions and signatures are looked at.
  public init(
    anchors: [TrustAnchor] = [.appleRootCA], allowsXcode: Bool = false,
    xcodeCertificates: [XcodeCertificate] = [], minimumKeyBits: Int = 2048,
    limits: SignatureLimits = .default
  ) {
    self.anchors = anchors
    self.allowsXcode = allowsXcode
    self.xcodeCertificates = xcodeCertificates
    pathAnchors = anchors.filter { anchor in
      !xcodeCertificates.contains { $0.subjectPublicKeyInfo == anchor.subjectPublicKeyInfo }
    }
    self.minimumKeyBits = minimumKeyBits
    self.limits = limits
  }

  /// Returns if the signature is Apple's.
  ///
  /// - Throws: `ReceiptSignatureError`.
  /// - Complexity: O(n) for the digest; at most ``SignatureLimits/signatureChecks`` signatures of certificates and one of
  ///   the receipt.
  public func verify(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) {
    _ = try verifiedCertificates(material)
  }

  /// Verifies a receipt and remembers its certificates, so that the next receipt with the same ones costs one
  /// signature in place of three, and one with another signer's certificate two. The last eight of each kind
  /// are remembered.
  ///
  /// What is remembered is that a signature held, by the bytes of both certificates. Everything that depends
  /// on the receipt is checked each time.
  ///
  /// A verifier is a value: a copy that another thread has does not change. Let one remember a receipt when
  /// the program starts, and share it.
  ///
  /// - Throws: `ReceiptSignatureError`; nothing is remembered then.
  public mutating func verifyAndRemember(_ receipt: AppReceipt) throws(ReceiptSignatureError) {
    let verifier = self
    knownCertificates = try receipt.withSignatureMaterial {
      (material) throws(ReceiptSignatureError) in try verifier.verifiedCertificates(material)
    }
    knownCertificates.trim()
  }

  /// Verifies the signature.
  ///
  /// - Returns: the certificates known before and those by which it was verified.
  private func verifiedCertificates(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) -> VerifiedCertificates {
    let bag = try CertificateBag(material.certificates, limits: limits)
    let signer = try bag.signer(material)
    if try isXcode(signer, bag, material) {
      try verifySignature(material, signer)
      return knownCertificates
    }
    var path = CertificatePath(
      anchors: pathAnchors, minimumKeyBits: minimumKeyBits, known: knownCertificates,
      seconds: material.creationSeconds, bytes: material.container,
      limits: limits)
    try path.verify(signer, bag)
    try verifySignature(material, signer)
    return path.known
  }

  /// Checks the signature over the receipt with the signer's key.
  private func verifySignature(
    _ material: borrowing ReceiptSignatureMaterial, _ signer: Certificate
  ) throws(ReceiptSignatureError) {
    let key = try RSAPublicKey(
      signer.tbsCertificate.subjectPublicKeyInfo, in: material.container,
      minimumBits: minimumKeyBits)
    do {
      try key.verify(
        signature: material.signature,
        of: MessageDigest(material.digestAlgorithm, of: material.signedBytes))
    } catch {
      throw ReceiptSignatureError(.signatureMismatch, at: material.signerInfo.signature.lowerBound)
    }
  }
}
