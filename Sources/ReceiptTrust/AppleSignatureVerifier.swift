import CMSParsing
import DERParsing
import ReceiptHashing
public import ReceiptParsing
public import ReceiptValidation

/// Verifies receipts by Apple's own policy (<doc:ApplesPolicy>), in pure Swift:
///
/// - a path of exactly three certificates: the signer's, an intermediate one, a pinned root;
/// - RSA PKCS #1 v1.5 signatures with keys of 2,048–4,096 bits;
/// - all certificates valid at the receipt's creation date;
/// - the signer's certificate marked for receipts, the intermediate one as Apple's;
/// - basicConstraints and keyUsage as in RFC 5280, no unknown critical extension, none twice.
///
/// Nothing in the receipt chooses what is trusted. Apple's policy includes revocation, which can't be checked offline:
/// anyone with a leaked Apple key could backdate receipts.
public struct AppleSignatureVerifier: ReceiptSignatureVerifier, Sendable {
  /// The roots that a path may end at.
  public let anchors: [TrustAnchor]

  /// Whether receipts signed by Xcode are accepted, if their environment is `Xcode`. Anyone can make those: for debug
  /// builds only.
  public let allowsXcode: Bool

  /// Certificates that Xcode may have signed with, besides the one that all copies share. They count only with
  /// ``allowsXcode``, and no path ends at one of them.
  public let xcodeCertificates: [XcodeCertificate]

  /// The minimum size of a key in bits.
  public let minimumKeyBits: Int

  /// How many certificates, extensions and signatures to accept.
  public let limits: SignatureLimits

  /// The anchors whose keys are not Xcode's.
  private let pathAnchors: [TrustAnchor]

  /// Certificates that have led to an anchor before.
  private var knownPaths = VerifiedPaths()

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - anchors: Apple's root, or a test authority's in its place. None makes an Xcode receipt acceptable.
  ///   - allowsXcode: whether to accept receipts signed by Xcode: with the certificate that all copies share, or
  ///     with one of `xcodeCertificates`.
  ///   - xcodeCertificates: a team's own certificates for StoreKit testing. Without `allowsXcode`, receipts signed with
  ///     them are refused.
  ///   - minimumKeyBits: 2,048, or less for very old receipts; less than 1,024 counts as 1,024.
  ///   - limits: how many certificates, extensions and signatures to accept.
  public init(
    anchors: [TrustAnchor] = [.appleRootCA], allowsXcode: Bool = false,
    xcodeCertificates: [XcodeCertificate] = [], minimumKeyBits: Int = ApplePolicy.minimumKeyBits,
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

  /// Checks that Apple signed the receipt.
  ///
  /// - Throws: `ReceiptSignatureError`.
  /// - Complexity: O(n) for the digest; at most ``SignatureLimits/signatureChecks`` signatures of certificates and
  ///   one of the receipt.
  public func verify(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) {
    _ = try verify(material, knownPaths, remembers: false)
  }

  /// Verifies a receipt and remembers the path of its certificates: the next receipt with the same ones costs one
  /// signature instead of two or three. The last sixteen paths are remembered.
  ///
  /// What is remembered is a verdict on these certificates, by all their bytes. It holds while all of them are valid;
  /// at any other time, and with any other byte, they are judged anew. The receipt is checked each time.
  ///
  /// A verifier is a value: copies in other threads do not change. Let one remember a receipt when the program
  /// starts, and share it; or use `RememberingVerifier` in `AppStoreReceipt`, which is for many threads.
  ///
  /// - Throws: `ReceiptSignatureError`; nothing is remembered then.
  public mutating func verifyAndRemember(_ receipt: AppReceipt) throws(ReceiptSignatureError) {
    let verifier = self
    let path = try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
      try verifier.verify(material, verifier.knownPaths)
    }
    if let path { knownPaths.insert(path) }
  }

  /// Verifies the signature.
  ///
  /// - Parameters:
  ///   - known: paths that this verifier has judged before.
  ///   - remembers: whether the path is asked for.
  /// - Returns: the path to be remembered; `nil` if it is known, or not to be remembered.
  package func verify(
    _ material: borrowing ReceiptSignatureMaterial, _ known: VerifiedPaths, remembers: Bool = true
  ) throws(ReceiptSignatureError) -> VerifiedPath? {
    let seconds = ApplePolicy.seconds(of: material.creationDate)
    if let path = known.path(of: material, at: seconds) {
      try verifySignature(material, path.key)
      return nil
    }
    let bag = try MessageCertificates(material.certificates, limits: limits)
    let signer = try bag.signer(material)
    var validity: ClosedRange<Int64>?
    if try !isXcode(signer, bag, material) {
      var path = CertificatePath(
        anchors: pathAnchors, minimumKeyBits: minimumKeyBits, seconds: seconds,
        bytes: material.container, limits: limits)
      validity = try path.verify(signer, bag)
    }
    let key = try RSAPublicKey(
      signer.tbsCertificate.subjectPublicKeyInfo, in: material.container,
      minimumBits: minimumKeyBits)
    try verifySignature(material, key)
    guard remembers else { return nil }
    return validity.map { VerifiedPath(material, validity: $0, key: key) }
  }

  /// Checks the signature over the receipt with the signer's key.
  private func verifySignature(
    _ material: borrowing ReceiptSignatureMaterial, _ key: RSAPublicKey
  ) throws(ReceiptSignatureError) {
    do {
      try key.verify(
        signature: material.signature,
        of: MessageDigest(material.digestAlgorithm, of: material.signedBytes))
    } catch {
      throw ReceiptSignatureError(.signatureMismatch, at: material.signerInfo.signature.lowerBound)
    }
  }
}

/// The bounds of verifying a signature.
///
/// Keys have bounds of their own: at least ``AppleSignatureVerifier/minimumKeyBits``, and at most 4,096, twice what
/// Apple's keys have, because the time for a signature grows with the square and the memory is fixed.
public struct SignatureLimits: Hashable, Sendable, BitwiseCopyable {
  /// How many certificates a message may contain. 16 by default: a receipt has three or four, and each is read.
  public var certificates: Int

  /// How many extensions a certificate may have. 32 by default: Apple's have about ten, and looking for one that
  /// appears twice takes time that grows with the square.
  public var extensions: Int

  /// How many certificate signatures are checked at most. 8 by default: a receipt needs two, and checking them takes
  /// most of the time.
  public var signatureChecks: Int

  /// Creates limits, with defaults for those not given.
  public init(certificates: Int = 16, extensions: Int = 32, signatureChecks: Int = 8) {
    self.certificates = certificates
    self.extensions = extensions
    self.signatureChecks = signatureChecks
  }

  /// The defaults.
  public static var `default`: SignatureLimits { SignatureLimits() }
}
