import CMSParsing
import DERParsing
import ReceiptParsing
package import ReceiptTrust
import Synchronization

/// What the test authority has signed: the receipts among the fixtures, and its own roots.
package struct SignedFixtures: Sendable {
  package static let shared = SignedFixtures()

  /// What makes each genuine receipt one.
  private let proofs: Set<SignatureProof>
  /// The contents of those, and the certificates of their signers, which are not signed with them.
  private let contents: Set<[UInt8]>
  private let certificates: Set<[UInt8]>
  /// The certificates between the root and the signers.
  let intermediates: Set<[UInt8]>
  package let verifier: AppleSignatureVerifier
  /// The same, after it has verified every receipt.
  let warmVerifier: AppleSignatureVerifier
  /// The same, but that Xcode's receipts are not allowed, whose certificates it knows.
  let forbiddingVerifier: AppleSignatureVerifier
  /// The root of the one ends with the second in which most are made, that of the other begins with the next; both without
  /// a memory and with one of all that they verify.
  let boundVerifiers: [(cold: AppleSignatureVerifier, warm: AppleSignatureVerifier)]
  /// These verify nothing: the root is too old or too young for all receipts; too old beside one of its name and another
  /// key that is not, or beside itself, too young, in both orders; or the root's key is that of a certificate of Xcode's,
  /// too.
  let otherVerifiers: [AppleSignatureVerifier]
  /// This one verifies all of them: beside their root there are others of its name, too old, too young, or with another
  /// key.
  let crowdedVerifier: AppleSignatureVerifier
  /// One that also trusts a root of the name of Apple's, whose key has signed nothing of Apple's.
  let namesakesVerifier: AppleSignatureVerifier
  /// How each forgery fails, with a verifier that allows no receipts of Xcode's.
  private let forgeries: JudgedForgeries
  private let broken: BrokenReceipts
  private let strictVerifier: AppleSignatureVerifier

  private init() {
    do {
      verifier = AppleSignatureVerifier(
        anchors: [
          try TrustAnchor(certificate: FixtureFiles.bytes("authority/root.cer"))
        ], allowsXcode: true,
        xcodeCertificates: [
          try XcodeCertificate(certificate: FixtureFiles.bytes("authority/storekit-test.cer"))
        ])
      forbiddingVerifier = AppleSignatureVerifier(
        anchors: verifier.anchors, xcodeCertificates: verifier.xcodeCertificates)
      forgeries = try JudgedForgeries("Forgeries", to: ".p7")
      broken = try BrokenReceipts()
      strictVerifier = AppleSignatureVerifier(anchors: verifier.anchors)
      // The refused ones among the forgeries may be signed as they should be.
      let genuine =
        try FixtureFiles.all(in: "Receipts", to: ".p7")
        + FixtureFiles.manifest("Forgeries").signed(to: ".p7")
        + FixtureFiles.genuine()
      var proofs: Set<SignatureProof> = []
      var intermediates: Set<[UInt8]> = []
      var warmVerifier = verifier
      for bytes in genuine {
        let receipt = try AppReceipt(bytes)
        try warmVerifier.verifyAndRemember(receipt)
        guard let proof = SignatureProof(receipt) else {
          fatalError("a genuine receipt without a signer")
        }
        proofs.insert(proof)
        intermediates.formUnion(Self.issuers(of: proof.certificate, in: receipt))
      }
      self.proofs = proofs
      contents = Set(proofs.map(\.content))
      certificates = Set(proofs.map(\.certificate))
      self.intermediates = intermediates
      self.warmVerifier = warmVerifier
      let root = try FixtureFiles.bytes("authority/root.cer")
      let others = try [("350209200000Z", "060425200001Z"), ("060425200000Z", "350209195959Z")]
        .map { try TrustAnchor(certificate: Self.changed(root, $0, $1)) }
      let bound = Self.changed(root, "350209200000Z", "250301100000Z")
      let late = Self.changed(root, "060425200000Z", "250301100001Z")
      boundVerifiers = try [bound, late].map { root in
        let cold = AppleSignatureVerifier(anchors: [try TrustAnchor(certificate: root)])
        var warm = cold
        for bytes in genuine { try? warm.verifyAndRemember(AppReceipt(bytes)) }
        return (cold, warm)
      }
      guard let key = SignatureProof.key(of: root), let place = root.firstRange(of: key.modulus)
      else { fatalError("the root has no key") }
      var namesake = root
      namesake[place.lowerBound + 100] ^= 1
      let anchors =
        others.map { [$0] } + [[others[0], try TrustAnchor(certificate: namesake)]]
        + [others, others.reversed()]
      let withXcodes = AppleSignatureVerifier(
        anchors: [try TrustAnchor(certificate: root)], allowsXcode: true,
        xcodeCertificates: [try XcodeCertificate(certificate: bound)])
      otherVerifiers = anchors.map { AppleSignatureVerifier(anchors: $0) } + [withXcodes]
      // Each root that is tried counts, so there have to be enough of these.
      crowdedVerifier = AppleSignatureVerifier(
        anchors: [try TrustAnchor(certificate: namesake)] + others + verifier.anchors,
        allowsXcode: true, xcodeCertificates: verifier.xcodeCertificates,
        limits: SignatureLimits(signatureChecks: 64))
      namesakesVerifier = AppleSignatureVerifier(
        anchors: verifier.anchors + [try TrustAnchor(certificate: Self.applesNamesake(of: root))],
        allowsXcode: true, xcodeCertificates: verifier.xcodeCertificates)
    } catch {
      fatalError("the fixtures of the tests are no good: \(error)")
    }
  }

  /// A certificate with another date.
  private static func changed(_ root: [UInt8], _ date: String, _ other: String) -> [UInt8] {
    guard let place = root.firstRange(of: Array(date.utf8)) else {
      fatalError("the root has other dates")
    }
    var changed = root
    changed.replaceSubrange(place, with: Array(other.utf8))
    return changed
  }

  /// A certificate of the name of Apple's root, with the key of this one. Nobody looks at its signature.
  private static func applesNamesake(of root: [UInt8]) throws -> [UInt8] {
    func element(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
      Message.element(tag, Array(parts.joined()))
    }
    let name = element(0x30, NaiveTrust.applesRoot)
    let validity = element(
      0x30, element(0x17, Array("060425200000Z".utf8)), element(0x17, Array("350209200000Z".utf8)))
    let algorithm = element(
      0x30, element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 11]), [0x05, 0x00])
    let fields = try Certificate(derEncoded: root).tbsCertificate
    let key = Array(root[fields.subjectPublicKeyInfo.encodingRange])
    // It says that it is an authority.
    let authority = element(0x04, element(0x30, [0x01, 0x01, 0xFF]))
    let constraints = element(
      0x30, element(0x06, [0x55, 0x1D, 0x13]), [0x01, 0x01, 0xFF], authority)
    let signed = element(
      0x30, element(0xA0, [0x02, 0x01, 0x02]), [0x02, 0x01, 0x01], algorithm, name, validity, name,
      key, element(0xA3, element(0x30, constraints)))
    return element(0x30, signed, algorithm, element(0x03, [0x00]))
  }

  /// A forgery is refused for what is wrong with it.
  func check(_ bytes: [UInt8], _ answer: Answer) {
    forgeries.check(bytes, answer, strictVerifier)
    broken.check(bytes, answer.receipt, verifier)
  }

  /// Whether a receipt has all that a verified one has to have.
  func isGenuine(_ receipt: AppReceipt) -> Bool {
    guard let proof = SignatureProof(receipt) else { return false }
    guard proofs.contains(proof) || isMended(proof) else { return false }
    // Xcode's is alone, and says that it is Xcode's.
    return Self.isSelfIssued(proof.certificate)
      ? (try? receipt.certificateEncodings().count) == 1 && receipt.environment == .xcode
      : !intermediates.isDisjoint(with: Self.issuers(of: proof.certificate, in: receipt))
  }

  /// What was found right by calculation, which is slow: forgeries that a mutator has mended, and receipts with another
  /// certificate of the same key.
  private static let mended = Mutex<Set<SignatureProof>>([])

  private func isMended(_ proof: SignatureProof) -> Bool {
    if Self.mended.withLock({ $0.contains(proof) }) { return true }
    guard contents.contains(proof.content), certificates.contains(proof.certificate), proof.isRight
    else { return false }
    Self.mended.withLock { _ = $0.insert(proof) }
    return true
  }

  private static func issuers(of certificate: [UInt8], in receipt: AppReceipt) -> [[UInt8]] {
    guard let fields = try? Certificate(derEncoded: certificate).tbsCertificate else { return [] }
    return ((try? receipt.certificateEncodings()) ?? []).map { Array($0) }.filter {
      guard let others = try? Certificate(derEncoded: $0).tbsCertificate else { return false }
      return $0 != certificate
        && $0[others.subject.contentsRange] == certificate[fields.issuer.contentsRange]
    }
  }

  /// As Xcode's is.
  private static func isSelfIssued(_ certificate: [UInt8]) -> Bool {
    guard let fields = try? Certificate(derEncoded: certificate).tbsCertificate else {
      return false
    }
    return certificate[fields.subject.contentsRange] == certificate[fields.issuer.contentsRange]
  }
}
