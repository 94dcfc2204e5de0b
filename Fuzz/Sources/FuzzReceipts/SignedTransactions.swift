import AppStoreReceipt
import ReceiptTrust

/// The transaction receipts that the test authority has signed.
struct SignedTransactions: Sendable {
  static let shared = SignedTransactions()

  /// The purchases of all genuine ones.
  let purchases: Set<[UInt8]>
  let verifier: AppleTransactionVerifier

  private init() {
    do {
      let issuers = [
        "Transactions/store.cer", "authority/developer-relations-sha1.cer",
        "authority/developer-relations-sha256.cer",
      ]
      verifier = AppleTransactionVerifier(
        anchors: [try TrustAnchor(certificate: FixtureFiles.octets("authority/root.cer"))],
        issuers: try issuers.map { try IssuerCertificate(certificate: FixtureFiles.octets($0)) })
      var purchases: Set<[UInt8]> = []
      for octets in try FixtureFiles.all(in: "Transactions", from: "P", to: ".plist") {
        let receipt = try TransactionReceipt(octets)
        try verifier.verify(receipt.signatureMaterial())
        purchases.insert(receipt.purchaseInfo.octets)
      }
      self.purchases = purchases
    } catch {
      fatalError("the fixtures of the tests are no good: \(error)")
    }
  }
}
