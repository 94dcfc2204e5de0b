import AppStoreReceipt
// The first pages of AppStoreReceipt and ReceiptTrust, "What is owned", "Transaction receipts".

import Foundation
import TestSupport
import Testing

@Suite struct OwnershipSnippets {
  @Test func `From bytes to what is owned`() throws {
    // The test authority's in place of Apple's.
    typealias AppleSignatureVerifier = TestVerifier
    let bytes = try Fixtures.receipt("unknown-attributes")
    let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_000)
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: now)

    let receipt = try AppReceipt(bytes)  // DER, BER or Base64
    let validated = try receipt.validate(expectations, verifier: AppleSignatureVerifier())
    let owned = validated.purchases.owned(at: now)
    #expect(owned.map(\.productIdentifier) == ["com.example.app.levels"])
  }

  @Test func `Questions about purchases`() throws {
    // The test authority's in place of Apple's.
    typealias AppleSignatureVerifier = TestVerifier
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: 1_767_225_600_000))

    let verifier = AppleSignatureVerifier()
    let validated = try receipt.validate(expectations, verifier: verifier)

    let history = validated.purchases
    let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_000)  // from a clock that you trust

    for product in history.owned(at: now, leewayMilliseconds: 3_600_000) {
      print(product.productIdentifier, product.state(at: now, leewayMilliseconds: 3_600_000))
    }
    let mayTry = history.introductoryOfferEligibility(in: ["pro.monthly", "pro.yearly"]).isEligible
    let askWith = history.serverAPILookup.identifier
    #expect(mayTry && askWith == "730001900000912")
  }

  @Test func `A transaction receipt is read, and checked`() throws {
    // The test authority's in place of Apple's.
    typealias AppleTransactionVerifier = TestTransactionVerifier
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P05-subscription.plist")
    let bytes = try Fixtures.bytes(of: file)
    let now = ReceiptDate(millisecondsSince1970: 1_514_100_000_000)

    let receipt = try TransactionReceipt(bytes)  // the list or its Base64
    let purchase = receipt.purchaseInfo
    print(purchase.productIdentifier ?? "–", purchase.purchaseDate?.utcText ?? "–")
    for entry in purchase.entries { print(entry.key, entry.value) }  // all keys, in their order

    let expectations = TransactionExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: .required(now))
    let validated = try receipt.validate(expectations, verifier: AppleTransactionVerifier())
    print(validated.purchaseInfo.transactionIdentifier ?? "–", validated.skippedChecks)
    #expect(validated.purchaseInfo.transactionIdentifier == "1000000046000001")
  }
}
