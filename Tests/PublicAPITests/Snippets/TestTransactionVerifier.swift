import AppStoreReceipt
import TestSupport

/// `AppleTransactionVerifier` with the test authority's certificates in the place of Apple's; see
/// `TestVerifier`.
struct TestTransactionVerifier: TransactionSignatureVerifier {
  private static let verifier: AppleTransactionVerifier = {
    do {
      let root = try TrustAnchor(certificate: Fixtures.certificate("root"))
      let issuer = try IssuerCertificate(
        certificate: Fixtures.certificate("developer-relations-sha1"))
      return AppleTransactionVerifier(anchors: [root], issuers: [issuer])
    } catch {
      preconditionFailure("the test authority has no certificates: \(error)")
    }
  }()

  func verify(_ material: TransactionSignatureMaterial) throws(ReceiptSignatureError) {
    try Self.verifier.verify(material)
  }
}
