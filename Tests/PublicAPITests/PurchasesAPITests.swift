import AppStoreReceipt
// The README's questions, as a user writes them.

import TestSupport
import Testing

@Suite struct PurchasesAPITests {
  @Test func `A validated receipt answers what is owned`() throws {
    let root = try TrustAnchor(certificate: Fixtures.certificate("root"))
    let instant = try #require(ReceiptDate("2026-01-01T00:00:00Z"))
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: instant)
    let validated = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions")).validate(
      expectations, verifier: AppleSignatureVerifier(anchors: [root]))

    let purchases = validated.purchaseHistory()
    let now = try #require(ReceiptDate("2025-05-01T00:00:00Z"))
    let monthly = "com.example.app.pro.monthly"
    #expect(purchases.owned(at: now).map { $0.productIdentifier } == [monthly])
    #expect(
      purchases.state(of: monthly, at: now) == .active(until: ReceiptDate("2025-05-14T08:30:00Z")))
    #expect(purchases.introductoryOfferEligibility(in: [monthly]).isEligible == false)
    #expect(purchases.serverAPILookup.identifier == "730001900000912")
  }
}
