// The README, and the first pages of AppStoreReceipt and ReceiptPurchases.

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

@Suite struct ReadMeSnippets {
  private let examples = Fixtures.root.appending(path: "Examples/Receipts")
  private let now: Date

  init() throws {
    now = try #require(ReceiptDate("2025-05-01T00:00:00Z")).date
  }

  @Test func `A server validates what a client sent`() throws {
    let body = try Data(contentsOf: examples.appending(path: "ios.p7")).base64EncodedString()

    let receipt = try AppReceipt(base64: body)
    let validated = try receipt.validate(bundleIdentifier: "com.example.app", devices: .notChecked)
    let owned = validated.purchaseHistory().owned(at: Date())  // products and their periods
    #expect(owned.isEmpty)
    #expect(validated.purchaseHistory().owned(at: now).count == 1)
  }

  #if !canImport(Darwin)
    @MainActor @Test func `An app validates its own receipt`() throws {
      let receipt = try AppReceipt.current()
      let validated = try receipt.validate(
        bundleIdentifier: "com.example.app", devices: .thisDevice,
        environments: .productionAndSandbox)  // TestFlight and App Review, too
      let isPro = validated.purchaseHistory().state(of: "com.example.app.pro", at: Date())
        .grantsAccess
      #expect(!isPro && validated.matchedDevice == ThisApp.devices[0])
    }
  #endif

  @Test func `What was bought`() throws {
    let receipt = try AppReceipt(contentsOf: examples.appending(path: "ios.p7"))
    let validated = try receipt.validate(bundleIdentifier: "com.example.app", devices: .notChecked)

    for purchase in receipt.inAppReceipts where !purchase.isCancelled {
      print(purchase.productIdentifier ?? "–", purchase.expiresDate?.utcText ?? "no end date")
    }
    let purchases = validated.purchaseHistory()  // only a validated receipt grants anything
    let monthly = "com.example.app.pro.monthly"
    let state = purchases.state(of: monthly, at: now)  // .active(until:), .cancelled(at:), …
    let mayTry = purchases.introductoryOfferEligibility(in: [monthly]).isEligible
    let transactionIdentifier = purchases.serverAPILookup.identifier  // for Apple's Server API
    #expect(state == .active(until: ReceiptDate("2025-05-14T08:30:00Z")))
    #expect(!mayTry && transactionIdentifier == "730001900000912")
  }

  @Test func `What is owned`() throws {
    let receipt = try AppReceipt(contentsOf: examples.appending(path: "ios.p7"))
    let validated = try receipt.validate(bundleIdentifier: "com.example.app", devices: .notChecked)

    let purchases = validated.purchaseHistory()
    let owned = purchases.owned(at: now)
    let state = purchases.state(of: "com.example.app.pro.monthly", at: now)  // .active, …
    #expect(owned.count == 1 && state.grantsAccess)
  }
}
