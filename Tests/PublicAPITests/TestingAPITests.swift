import AppStoreReceipt
// The snippets of "Faking a receipt in your unit tests", as a user writes them.

import Foundation
import ReceiptTesting
import TestSupport
import Testing

/// What the customer may use.
struct Store {
  var verifier = AppleSignatureVerifier()

  func isPro(_ bytes: [UInt8], at now: Date) throws -> Bool {
    let validated = try AppReceipt(bytes).validate(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: now, verifier: verifier)
    return validated.purchaseHistory().state(of: "com.example.pro", at: now).grantsAccess
  }
}

@Suite struct TestingAPITests {
  @Test func `A subscriber may use everything`() throws {
    let authority = TestAuthority()
    let store = Store(verifier: AppleSignatureVerifier(anchors: [authority.anchor]))
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [
      .subscription(
        "com.example.pro", purchased: "2026-01-01T00:00:00Z", expires: "2026-02-01T00:00:00Z")
    ]
    let bytes = builder.bytes(signedBy: authority)
    let during = try #require(ReceiptDate("2026-01-15T00:00:00Z")).date
    let after = try #require(ReceiptDate("2026-02-15T00:00:00Z")).date
    #expect(try store.isPro(bytes, at: during))
    #expect(try !store.isPro(bytes, at: after))
  }

  @Test(arguments: ReceiptFault.allCases)
  func `Nobody gets anything for a receipt with a fault`(fault: ReceiptFault) {
    let authority = TestAuthority()
    let store = Store(verifier: AppleSignatureVerifier(anchors: [authority.anchor]))
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.faults = [fault]
    #expect(throws: (any Error).self) {
      try store.isPro(
        builder.bytes(signedBy: authority), at: Date())
    }
  }

  @Test func `Everything that a receipt says can be set`() throws {
    let device = try #require(DeviceIdentifier("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [
      .subscription(
        "com.example.pro", purchased: "2026-01-01T00:00:00Z", expires: "2026-02-01T00:00:00Z")
    ]
    builder.environment = .productionSandbox
    builder.creationDate = "2026-01-15T00:00:00Z"
    builder.device = device
    builder.purchases[0].cancellationDate = "2026-01-10T00:00:00Z"
    builder.purchases[0].isTrialPeriod = true
    builder.omittedAttributes = [.appVersion]
    builder.additionalAttributes = [
      EncodedAttribute(.ageRating, .ia5String("17+")),
      EncodedAttribute(type: 9999, value: [0xFF]),
    ]
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    #expect(receipt.environment == .productionSandbox && receipt.appVersion == nil)
    #expect(receipt.inAppReceipts.first?.isCancelled == true)
    #expect(receipt.ageRating == "17+" && receipt.problems.isEmpty)
  }

  @Test func `Receipts of Xcode, and old ones`() throws {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    let xcode = TestAuthority.xcode()
    builder.environment = .xcode
    builder.encoding = .ber
    let verifier = AppleSignatureVerifier(
      allowsXcode: true, xcodeCertificates: xcode.xcodeCertificates)
    try verify(builder.bytes(signedBy: xcode), verifier)

    let start = try #require(ReceiptDate("2015-01-01T00:00:00Z"))
    let end = try #require(ReceiptDate("2022-12-31T23:59:59Z"))
    let old = TestAuthority(digestAlgorithm: .sha1, signerValidity: start...end)
    builder.creationDate = "2016-05-01T00:00:00Z"
    try verify(
      builder.bytes(signedBy: old), AppleSignatureVerifier(anchors: [old.anchor]))
  }

  private func verify(_ bytes: [UInt8], _ verifier: AppleSignatureVerifier) throws {
    try AppReceipt(bytes).withSignatureMaterial { (material) throws(ReceiptSignatureError) in
      try verifier.verify(material)
    }
  }

  @Test func `The article has the code of this file`() throws {
    let page = try String(
      contentsOf: Fixtures.root.appending(
        path: "Sources/ReceiptTesting/ReceiptTesting.docc/FakingAReceipt.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    // Lines of documentation are longer, so white space does not count.
    let code = source.filter { !$0.isWhitespace }
    let snippets = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }.filter { !$0.hasPrefix(".product") }
    #expect(snippets.count == 7)
    for snippet in snippets {
      #expect(code.contains(snippet.filter { !$0.isWhitespace }), "\(snippet)")
    }
  }
}
