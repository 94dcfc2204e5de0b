import ReceiptTrust
package import TransactionReceipts

/// The transaction receipts that the test authority has signed.
package struct SignedTransactions: Sendable {
  package static let shared = SignedTransactions()

  /// The purchases of all genuine ones.
  let purchases: Set<[UInt8]>
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
      var purchases: Set<[UInt8]> = []
      for bytes in try FixtureFiles.all(in: "Transactions", from: "P", to: ".plist") {
        let receipt = try TransactionReceipt(bytes)
        try verifier.verify(receipt.signatureMaterial())
        purchases.insert(receipt.purchaseInfo.bytes)
      }
      self.purchases = purchases
    } catch {
      fatalError("the fixtures of the tests are no good: \(error)")
    }
  }
}
