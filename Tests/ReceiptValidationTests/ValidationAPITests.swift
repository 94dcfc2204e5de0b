// The README's validation, as a user writes it.

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

/// A verifier of a user's own, which leaves the decision to somebody else: what was decided about is compared
/// again.
private struct AnsweredVerifier: ReceiptSignatureVerifier {
  let content: [UInt8]
  let signature: [UInt8]

  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {
    guard copy(material.signedBytes) == content, copy(material.signature) == signature else {
      throw ReceiptSignatureError(.other)
    }
  }
}

private func copy(_ bytes: RawSpan) -> [UInt8] {
  unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
}

@Suite struct ValidationAPITests {
  private let now = ReceiptDate(Date(timeIntervalSince1970: 1_767_225_600))

  @Test func `A receipt is validated in three lines`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    let root = try TrustAnchor(certificate: Fixtures.certificate("root"))

    let receipt = try AppReceipt(bytes)
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: now)
    let validated = try receipt.validate(
      expectations, verifier: AppleSignatureVerifier(anchors: [root]))
    #expect(validated.purchaseHistory().purchases.count { !$0.isCancelled } == 3)
    #expect(validated.skippedChecks == [.appVersion, .device])

    let error = #expect(throws: ReceiptValidationError.self) {
      try receipt.validate(expectations, verifier: AppleSignatureVerifier())
    }
    #expect(error?.check == .signature)
  }

  @Test func `A verifier may be anybody's`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    let other = try AppReceipt(Fixtures.receipt("macos-sha256-no-purchases"))
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: now)
    let verifier = try receipt.withSignatureMaterial { material in
      AnsweredVerifier(
        content: copy(material.signedBytes), signature: copy(material.signature))
    }
    _ = try receipt.validate(expectations, verifier: verifier)
    let error = #expect(throws: ReceiptValidationError.self) {
      try other.validate(expectations, verifier: verifier)
    }
    #expect(error?.check == .signature)
  }
}
