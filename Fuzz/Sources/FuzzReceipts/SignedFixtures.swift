import ReceiptParsing
package import ReceiptTrust

/// What the test authority has signed: the receipts among the fixtures, and its own roots.
package struct SignedFixtures: Sendable {
  package static let shared = SignedFixtures()

  /// The contents of all genuine receipts.
  let contents: Set<[UInt8]>
  package let verifier: AppleSignatureVerifier
  /// The same, after it has verified every receipt.
  let warmVerifier: AppleSignatureVerifier

  private init() {
    do {
      verifier = AppleSignatureVerifier(
        anchors: [
          try TrustAnchor(certificate: FixtureFiles.bytes("authority/root.cer"))
        ], allowsXcode: true,
        xcodeCertificates: [
          try XcodeCertificate(certificate: FixtureFiles.bytes("authority/storekit-test.cer"))
        ])
      // Beside the forgeries are some that have to be accepted.
      let genuine =
        try FixtureFiles.all(in: "Receipts", to: ".p7")
        + FixtureFiles.all(in: "Forgeries", from: "P", to: ".p7")
      var contents: Set<[UInt8]> = []
      var warmVerifier = verifier
      for bytes in genuine {
        let receipt = try AppReceipt(bytes)
        try warmVerifier.verifyAndRemember(receipt)
        contents.insert(Array(receipt.contentBytes))
      }
      self.contents = contents
      self.warmVerifier = warmVerifier
    } catch {
      fatalError("the fixtures of the tests are no good: \(error)")
    }
  }
}
