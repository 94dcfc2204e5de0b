import AppStoreReceipt
// The first pages of ReceiptTrust, ReceiptValidation and TransactionReceipts, "What is owned", "Transaction receipts".

import Foundation
import TestSupport
import Testing

@Suite struct OwnershipSnippets {
  @Test func `Expectations and a verifier`() throws {
    // The test authority's in place of Apple's.
    typealias AppleSignatureVerifier = TestVerifier
    let receipt = try AppReceipt(Fixtures.receipt("unknown-attributes"))
    let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_000)
    do {
      let expectations = ReceiptExpectations(
        bundleIdentifier: "com.example.app", devices: .notChecked, now: now)
      let validated = try receipt.validate(expectations, verifier: AppleSignatureVerifier())
      #expect(validated.skippedChecks == [.appVersion, .device])
    }
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: now)

    let verifier = AppleSignatureVerifier()
    let validated = try receipt.validate(expectations, verifier: verifier)
    #expect(
      validated.purchaseHistory().owned(at: now).map(\.productIdentifier) == [
        "com.example.app.levels"
      ])
  }

  @Test func `Questions about purchases`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    let validated = try receipt.validate(bundleIdentifier: "com.example.app", devices: .notChecked)
    let now = try #require(ReceiptDate("2025-05-01T00:00:00Z")).date

    let purchases = validated.purchaseHistory()
    for product in purchases.owned(at: now, leeway: 3600) {
      print(product.productIdentifier, product.state(at: now, leeway: 3600))
    }
    let mayTry = purchases.introductoryOfferEligibility(in: ["pro.monthly", "pro.yearly"])
      .isEligible
    let askWith = purchases.serverAPILookup.identifier
    #expect(mayTry && askWith == "730001900000912")
  }

  @Test func `A transaction receipt is read, and checked`() throws {
    // The test authority's in place of Apple's.
    typealias AppleTransactionVerifier = TestTransactionVerifier
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P05-subscription.plist")
    let bytes = try Fixtures.bytes(of: file)
    let now = ReceiptDate(millisecondsSince1970: 1_514_100_000_000)

    do {
      let receipt = try TransactionReceipt(bytes)  // the list or its Base64
      let expectations = ReceiptExpectations(
        bundleIdentifier: "com.example.app", devices: .notChecked, now: .required(now))
      let validated = try receipt.validate(expectations, verifier: AppleTransactionVerifier())
      #expect(validated.environment == .production)
    }

    let receipt = try TransactionReceipt(bytes)  // the list or its Base64
    let purchase = receipt.purchaseInfo
    print(purchase.productIdentifier ?? "–", purchase.purchaseDate?.utcText ?? "–")
    for entry in purchase.entries { print(entry.key, entry.value) }  // all keys, in their order

    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: .required(now))
    let validated = try receipt.validate(expectations, verifier: AppleTransactionVerifier())
    print(validated.purchaseInfo.transactionIdentifier ?? "–", validated.skippedChecks)
    #expect(validated.purchaseInfo.transactionIdentifier == "1000000046000001")
  }
}
