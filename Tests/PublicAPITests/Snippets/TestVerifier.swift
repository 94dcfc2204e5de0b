import AppStoreReceipt
import TestSupport

/// `AppleSignatureVerifier` with the test authority's root in the place of Apple's: snippets that mean Apple's
/// are run with this one under that name, so that the receipts of this repository can pass.
struct TestVerifier: ReceiptSignatureVerifier, Sendable {
  private var verifier: AppleSignatureVerifier

  init(allowsXcode: Bool = false) {
    verifier = AppleSignatureVerifier(anchors: [Self.root], allowsXcode: allowsXcode)
  }

  private static let root: TrustAnchor = {
    do {
      return try TrustAnchor(certificate: Fixtures.certificate("root"))
    } catch {
      preconditionFailure("the test authority has no root: \(error)")
    }
  }()

  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {
    try verifier.verify(material)
  }

  mutating func verifyAndRemember(_ receipt: AppReceipt) throws(ReceiptSignatureError) {
    try verifier.verifyAndRemember(receipt)
  }
}
