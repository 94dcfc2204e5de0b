import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation

// How much a verifier takes, and what its caller allows.

extension VerifierProperty {
  /// Xcode's are refused as such unless they are allowed, whoever knows their certificates; all others are verified.
  ///
  /// - Parameter receipt: one that the fixtures' verifier has verified.
  static func checkPermission(_ receipt: AppReceipt) {
    let found = error(of: receipt, SignedFixtures.shared.forbiddingVerifier)
    // A path has two certificates at least.
    let isXcodes = (try? receipt.certificateEncodings().count) == 1
    let code: ReceiptSignatureError.Code? = isXcodes ? .xcodeNotAllowed : nil
    require(found?.code == code, "\(found, default: "nothing"), Xcode's: \(isXcodes)")
  }

  /// A genuine receipt is verified within limits that it just keeps, and refused with one less of anything.
  ///
  /// - Parameter receipt: one that the fixtures' verifier has verified.
  static func checkLimits(_ receipt: AppReceipt) {
    let trust = NaiveTrust(SignedFixtures.shared.verifier)
    guard let (needs, areLeast) = SignatureClaims(receipt, nil).needs(trust) else { return }
    let found = error(of: receipt, within: needs)
    require(found == nil, "\(found, default: "nothing") within \(needs)")
    guard areLeast else { return }
    let limits: [(WritableKeyPath<SignatureLimits, Int>, ReceiptSignatureError.Code)] = [
      (\.certificates, .tooManyCertificates), (\.extensions, .tooManyExtensions),
      (\.signatureChecks, .tooManyCertificates),
    ]
    for (limit, code) in limits where needs[keyPath: limit] > 0 {
      var less = needs
      less[keyPath: limit] -= 1
      let found = error(of: receipt, within: less)
      require(found?.code == code, "\(found, default: "nothing") within \(less), of \(needs)")
    }
  }

  /// The root's key has to be as long as all others, whatever their lengths are: it is 2,048 bits long. It has no place in
  /// the receipt.
  ///
  /// - Parameter receipt: one that the fixtures' verifier has verified.
  static func checkRootKeyLength(_ receipt: AppReceipt) {
    // Xcode's leads to no root.
    guard (try? receipt.certificateEncodings().count) != 1 else { return }
    let anchors = SignedFixtures.shared.verifier.anchors
    let found = error(of: receipt, AppleSignatureVerifier(anchors: anchors, minimumKeyBits: 2_049))
    require(
      found?.code == .keyNotUsable && found?.offset == nil,
      "\(found, default: "nothing") with a root's key of 2,048 bits, of at least 2,049")
  }

  /// What is refused for the length of its signer's key is refused up to that length, and no further.
  ///
  /// - Parameter error: why the fixtures' verifier refuses it.
  static func checkKeyLength(_ receipt: AppReceipt, _ error: ReceiptSignatureError) {
    guard error.code == .keyNotUsable, let offset = error.offset, receipt.form.encoding == .der
    else { return }
    let claims = SignatureClaims(receipt, nil)
    guard let signer = claims.signerMember, signer.encoding.contains(offset),
      let key = SignatureProof.key(of: claims.encoding(of: signer)), let first = key.modulus.first
    else { return }
    let bits = key.modulus.count * 8 - first.leadingZeroBitCount
    // The authority has signed it, or its certificate would be wrong: so nothing else is wrong with a short key.
    guard 1024..<2048 ~= bits else { return }
    for (minimum, isEnough) in [(bits, true), (bits + 1, false)] {
      let verifier = AppleSignatureVerifier(
        anchors: SignedFixtures.shared.verifier.anchors, minimumKeyBits: minimum)
      let found = Self.error(of: receipt, verifier)
      require(
        (found?.code != .keyNotUsable) == isEnough,
        "\(found, default: "nothing") with \(bits) bits, of at least \(minimum)")
    }
  }

  private static func error(
    of receipt: AppReceipt, within limits: SignatureLimits
  ) -> ReceiptSignatureError? {
    let usual = SignedFixtures.shared.verifier
    let verifier = AppleSignatureVerifier(
      anchors: usual.anchors, allowsXcode: usual.allowsXcode,
      xcodeCertificates: usual.xcodeCertificates, limits: limits)
    return error(of: receipt, verifier)
  }
}
