import AppStoreReceipt
import BenchmarkSupport

extension GateCase {
  /// Transaction receipts, as those of iOS 6.
  static func transactions() throws -> [GateCase] {
    let verifier = AppleTransactionVerifier(
      anchors: [try TrustAnchor(certificate: try Samples.certificate("root"))],
      issuers: [
        try IssuerCertificate(certificate: bytes("store.cer")),
        try IssuerCertificate(certificate: Samples.certificate("developer-relations-sha1")),
        try IssuerCertificate(certificate: Samples.certificate("developer-relations-sha256")),
      ])
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: .notChecked)
    var cases: [GateCase] = []
    for name in ["P01-v2", "P02-v3", "P05-subscription"] {
      let bytes = try bytes("\(name).plist")
      let receipt = try TransactionReceipt(bytes)
      cases += [
        .succeeding("TransactionReceipt(_: Collection)/\(name)") {
          try TransactionReceipt(bytes).isBase64 ? 1 : 0
        },
        .succeeding("TransactionReceipt.validate/\(name)") {
          _ = try receipt.validate(expectations, verifier: verifier)
          return 0
        },
      ]
    }
    for name in ["A03-nested", "A07-truncated"] {
      let bytes = try bytes("\(name).plist")
      cases.append(
        .failing("TransactionReceipt(_: Collection)/\(name)") { Refusal.transaction(bytes) })
    }
    for name in ["S01-purchase-changed", "S07-other-key", "E01-bundle-other"] {
      let receipt = try TransactionReceipt(try bytes("\(name).plist"))
      cases.append(
        .failing("TransactionReceipt.validate/\(name)") {
          Refusal.validation(receipt, expectations, verifier)
        })
    }
    return cases
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Repository.bytes("Tests/Fixtures/Transactions/\(name)")
  }
}
