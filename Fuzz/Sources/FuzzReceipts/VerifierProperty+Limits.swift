import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation

// How much a verifier takes.

extension VerifierProperty {
  /// A genuine receipt is verified within limits that it just keeps, and refused with one less of anything.
  ///
  /// - Parameter receipt: one that the fixtures' verifier has verified.
  static func checkLimits(_ receipt: AppReceipt) {
    let documented = SignatureLimits(certificates: 16, extensions: 32, signatureChecks: 8)
    require(SignatureLimits() == documented, "the limits: \(SignatureLimits())")
    let trust = NaiveTrust(SignedFixtures.shared.verifier)
    guard let needs = SignatureClaims(receipt, nil).needs(trust) else { return }
    let found = error(of: receipt, within: needs)
    require(found == nil, "\(found, default: "nothing") within \(needs)")
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
