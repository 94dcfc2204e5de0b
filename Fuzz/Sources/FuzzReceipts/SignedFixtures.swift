import AppStoreReceipt
import Foundation
import ReceiptTrust

/// What the test authority has signed: the receipts of `Tests/Fixtures`, and its own root.
struct SignedFixtures: Sendable {
  static let shared = SignedFixtures()

  /// The contents of all genuine receipts.
  let contents: Set<[UInt8]>
  let verifier: AppleSignatureVerifier
  /// The same, after it has verified every receipt.
  let warmVerifier: AppleSignatureVerifier

  private init() {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let fixtures = package.appending(path: "Tests/Fixtures")
    do {
      let root = try Data(contentsOf: fixtures.appending(path: "authority/root.cer"))
      let xcode = try Data(contentsOf: fixtures.appending(path: "authority/storekit-test.cer"))
      verifier = AppleSignatureVerifier(
        anchors: [
          try TrustAnchor(certificate: [UInt8](root)), try TrustAnchor(certificate: [UInt8](xcode)),
        ], allowsXcode: true)
      var contents: Set<[UInt8]> = []
      var warmVerifier = verifier
      for file in try Self.genuine(fixtures) {
        let receipt = try AppReceipt([UInt8](try Data(contentsOf: file)))
        try warmVerifier.verifyAndRemember(receipt)
        contents.insert(Array(receipt.contentOctets))
      }
      self.contents = contents
      self.warmVerifier = warmVerifier
    } catch {
      fatalError("the fixtures of the tests are no good: \(error)")
    }
  }

  /// The receipts, and those made to be accepted beside the forgeries.
  private static func genuine(_ fixtures: URL) throws -> [URL] {
    let forgeries = try Self.files(fixtures.appending(path: "Forgeries"))
    return try Self.files(fixtures.appending(path: "Receipts"))
      + forgeries.filter { $0.lastPathComponent.hasPrefix("P") }
  }

  private static func files(_ folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "p7" }
  }
}
