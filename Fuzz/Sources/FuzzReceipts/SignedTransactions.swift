import ReceiptTrust
package import TransactionReceipts

/// The transaction receipts that the test authority has signed.
package struct SignedTransactions: Sendable {
  package static let shared = SignedTransactions()

  /// What all genuine ones say, each with its signature.
  private let proofs: Set<Proof>
  package let verifier: AppleTransactionVerifier

  private init() {
    do {
      let issuers = [
        "Transactions/store.cer", "authority/developer-relations-sha1.cer",
        "authority/developer-relations-sha256.cer",
      ]
      verifier = AppleTransactionVerifier(
        anchors: [try TrustAnchor(certificate: FixtureFiles.bytes("authority/root.cer"))],
        issuers: try issuers.map { try IssuerCertificate(certificate: FixtureFiles.bytes($0)) })
      var proofs: Set<Proof> = []
      for (bytes, isSigned) in try FixtureFiles.judged("Transactions", to: ".plist") where isSigned
      {
        let receipt = try TransactionReceipt(bytes)
        try verifier.verify(receipt.signatureMaterial())
        proofs.insert(try Proof(receipt))
      }
      self.proofs = proofs
    } catch {
      fatalError("the fixtures of the tests are no good: \(error)")
    }
  }

  /// Whether a receipt has all that a validated one has to have.
  func isGenuine(_ receipt: TransactionReceipt) -> Bool {
    (try? Proof(receipt)).map { proofs.contains($0) } ?? false
  }

  private struct Proof: Hashable {
    let purchase: [UInt8]
    /// With the signer's certificate.
    let signature: [UInt8]

    init(_ receipt: TransactionReceipt) throws {
      purchase = receipt.purchaseInfo.bytes
      signature = try receipt.signature().bytes
    }
  }
}
