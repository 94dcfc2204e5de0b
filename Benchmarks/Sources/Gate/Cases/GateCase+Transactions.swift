import AppStoreReceipt
import BenchmarkSupport
import ReceiptTrust

extension GateCase {
  /// Transaction receipts, as those of iOS 6.
  static func transactions() throws -> [GateCase] {
    let verifier = AppleTransactionVerifier(
      anchors: [try TrustAnchor(certificate: try Samples.certificate("root"))],
      issuers: [
        try IssuerCertificate(certificate: octets("store.cer")),
        try IssuerCertificate(certificate: Samples.certificate("developer-relations-sha1")),
        try IssuerCertificate(certificate: Samples.certificate("developer-relations-sha256")),
      ])
    let expectations = TransactionExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: .notChecked)
    var cases: [GateCase] = []
    for name in ["P01-v2", "P02-v3", "P05-subscription"] {
      let octets = try octets("\(name).plist")
      let receipt = try TransactionReceipt(octets)
      cases += [
        .succeeding("TransactionReceipt(_: Collection)/\(name)") {
          try TransactionReceipt(octets).isBase64 ? 1 : 0
        },
        .succeeding("TransactionReceipt.validate/\(name)") {
          _ = try receipt.validate(expectations, verifier: verifier)
          return 0
        },
      ]
    }
    for name in ["A03-nested", "A07-truncated"] {
      let octets = try octets("\(name).plist")
      cases.append(
        .failing("TransactionReceipt(_: Collection)/\(name)") { Refusal.transaction(octets) })
    }
    for name in ["S01-purchase-changed", "S07-other-key", "E01-bundle-other"] {
      let receipt = try TransactionReceipt(try octets("\(name).plist"))
      cases.append(
        .failing("TransactionReceipt.validate/\(name)") {
          Refusal.validation(receipt, expectations, verifier)
        })
    }
    return cases
  }

  private static func octets(_ name: String) throws -> [UInt8] {
    try Repository.octets("Tests/Fixtures/Transactions/\(name)")
  }
}
