// The snippets of the article about transaction receipts, as a user writes them.

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

/// A verifier of a user's own, which somebody else has given an answer to: what it was about is compared again.
private struct AnsweredVerifier: TransactionSignatureVerifier {
  let signedBytes: [UInt8]

  func verify(_ material: TransactionSignatureMaterial) throws(ReceiptSignatureError) {
    guard material.signedBytes == signedBytes else { throw ReceiptSignatureError(.other) }
  }
}

@Suite struct TransactionAPITests {
  private static let folder = Fixtures.root.appending(path: "Tests/Fixtures/Transactions")

  private func bytes(_ name: String) throws -> [UInt8] {
    try Fixtures.bytes(of: Self.folder.appending(path: name))
  }

  @Test func `A transaction receipt is read`() throws {
    let bytes = try bytes("P05-subscription.plist")
    let receipt = try TransactionReceipt(bytes)  // the list or its Base64
    let purchase = receipt.purchaseInfo
    #expect(purchase.productIdentifier == "com.example.app.pro")
    #expect(purchase.purchaseDate?.utcText == "2017-12-23T17:03:44Z")
    for entry in purchase.entries {
      #expect(purchase[entry.key] == entry.value)
    }
    let data = Data(bytes)
    #expect(try TransactionReceipt(base64: data.base64EncodedString()) == TransactionReceipt(data))
  }

  @Test func `A transaction receipt is validated`() throws {
    let receipt = try TransactionReceipt(bytes("P05-subscription.plist"))
    let root = try TrustAnchor(certificate: Fixtures.certificate("root"))
    let issuer = try IssuerCertificate(
      certificate: Fixtures.certificate("developer-relations-sha1"))
    let now = ReceiptDate(Date(timeIntervalSince1970: 1_514_100_000))

    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: .required(now))
    let validated = try receipt.validate(
      expectations, verifier: AppleTransactionVerifier(anchors: [root], issuers: [issuer]))
    #expect(validated.purchaseInfo.transactionIdentifier == "1000000046000001")
    #expect(validated.skippedChecks == [.appVersion, .device])
    #expect(validated.environment == .production)

    do {
      _ = try receipt.validate(expectations, verifier: AppleTransactionVerifier())
      Issue.record("validated under Apple's root")
    } catch {
      #expect(error.check == .signature && error.reason.name == "issuerMissing")
      #expect(
        error.description
          == "signature: the certificate that issued the signer's is missing at byte 261")
    }
  }

  @Test func `Somebody else may verify the signature`() throws {
    let receipt = try TransactionReceipt(bytes("P01-v2.plist"))
    let material = try receipt.signatureMaterial()
    #expect(material.signedBytes == [2] + receipt.purchaseInfo.bytes)
    #expect(material.signature.certificate.count > 500)
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: .notChecked)
    _ = try receipt.validate(
      expectations, verifier: AnsweredVerifier(signedBytes: material.signedBytes))
    let error = #expect(throws: TransactionValidationError.self) {
      try receipt.validate(expectations, verifier: AnsweredVerifier(signedBytes: []))
    }
    #expect(error?.check == .signature && error?.reason.name == "other")
  }
}
