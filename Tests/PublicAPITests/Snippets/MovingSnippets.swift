// "Moving from TPInAppReceipt, RevenueCat or SwiftyStoreKit": what stands in its right columns is compiled here.

import AppStoreReceipt
import Foundation
import ReceiptTesting
import TestSupport
import Testing
import VerifyReceipt

@Suite struct MovingSnippets {
  #if !canImport(Darwin)
    @MainActor @Test func `Every call has a successor`() throws {
      let data = try Data(contentsOf: ThisApp.receipt)
      let text = data.base64EncodedString()
      let now = try #require(ReceiptDate("2025-05-01T00:00:00Z")).date
      let product = "com.example.app.pro.monthly"
      let group = [product]

      let receipt = try AppReceipt.current()
      #expect(try AppReceipt(data: data) == receipt && AppReceipt(base64: text) == receipt)
      let validated = try
        (receipt.validate(bundleIdentifier: "com.example.app", devices: .thisDevice))
      let purchases = validated.purchaseHistory()
      #expect(validated.skippedChecks.contains(ReceiptCheck.device) == false)

      #expect(receipt.bundleIdentifier == "com.example.app")
      #expect(receipt.appVersion != nil && receipt.originalAppVersion != nil)
      #expect(receipt.creationDate?.date != nil && receipt.expirationDate?.date == nil)
      #expect(receipt.containerData.base64EncodedString() == text)
      #expect(receipt.environment != .productionSandbox)
      #expect(receipt.opaqueValue != nil && receipt.sha1Hash != nil)

      #expect(!purchases.purchases.isEmpty)
      #expect(purchases.purchases(ofType: .autoRenewableSubscription).count == 3)
      #expect(
        purchases.purchases(ofType: .autoRenewableSubscription).contains {
          purchases.state(of: $0.productIdentifier, at: now).grantsAccess
        })
      #expect(purchases.purchases.filter { $0.productIdentifier == product }.count == 3)
      #expect(purchases.state(of: product, at: now) != .noPurchase)
      #expect(
        purchases.purchases.first { $0.productIdentifier == product }?.originalTransactionIdentifier
          != nil)
      let subscriptions = purchases.purchases(ofType: .autoRenewableSubscription).filter {
        !$0.isCancelled && $0.purchaseDate.date <= now
          && now < $0.expiration.value?.date ?? .distantPast
      }
      #expect(subscriptions.count == 1)
      #expect(subscriptions.last { $0.productIdentifier == product } != nil)
      #expect(
        purchases.purchases(ofType: .autoRenewableSubscription).last {
          $0.productIdentifier == product
        } != nil)
      #expect(
        purchases.purchases.contains { $0.productIdentifier == product && !$0.isCancelled })
      #expect(purchases.state(of: product, at: now).grantsAccess)
      #expect(!purchases.introductoryOfferEligibility(in: group).isEligible)
      #expect(purchases.state(ofAny: group, at: now).grantsAccess)
      #expect(
        Set(purchases.purchases(ofType: .autoRenewableSubscription).map(\.productIdentifier))
          == Set(group))
      #expect(purchases.serverAPILookup.identifier != nil)
      for purchase in purchases.purchases {
        #expect(purchase.expiration.value?.date != nil)
        #expect(purchase.cancellation.value?.date == nil && !purchase.isCancelled)
      }
      for inApp in receipt.inAppReceipts {
        #expect(inApp.productIdentifier == product && inApp.productType != nil)
        #expect(inApp.transactionIdentifier != nil && inApp.originalTransactionIdentifier != nil)
        #expect(inApp.purchaseDate?.date != nil && inApp.expiresDate?.date != nil)
        #expect(inApp.cancellationDate?.date == nil && !inApp.isCancelled)
        _ = (inApp.isTrialPeriod, inApp.isInIntroOfferPeriod, inApp.webOrderLineItemIdentifier)
      }
    }

    @Test func `Stored answers are read, and products described`() throws {
      let receipt = try AppReceipt.current()
      let validated = try receipt.validate(
        bundleIdentifier: "com.example.app", devices: .notChecked)
      let stored = VerifyReceiptResponse(validated, requestDate: ReceiptDate(Date())).json()
      #expect(try VerifyReceiptResponse(json: stored).isValid)

      var catalog = ProductCatalog()
      catalog.setNonRenewingLength(.days(30), of: "com.example.app.pass")
      let history = validated.purchaseHistory(catalog: catalog)
      switch history.state(of: "com.example.app.pass", at: Date()) {
      case EntitlementState.active, EntitlementState.inGracePeriod, EntitlementState.expired,
        EntitlementState.cancelled:
        Issue.record("owned")
      case EntitlementState.noPurchase: break
      default: Issue.record("another state")
      }
    }
  #endif

  /// Where a careless port differs: a lifetime product beside a subscription that has ended, and a consumable.
  @Test func `Each row says what the other library says`() throws {
    let authority = TestAuthority()
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [
      .nonConsumable("lifetime", purchased: "2024-01-01T00:00:00Z"),
      .consumable("coins", purchased: "2024-01-02T00:00:00Z"),
      .subscription(
        "monthly", purchased: "2024-01-01T00:00:00Z", expires: "2024-02-01T00:00:00Z"),
    ]
    let receipt = try AppReceipt(builder.bytes(signedBy: authority))
    let purchases = try receipt.validate(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      verifier: AppleSignatureVerifier(anchors: [authority.anchor])
    ).purchaseHistory()
    let now = try #require(ReceiptDate("2024-03-01T00:00:00Z")).date
    // hasActiveAutoRenewablePurchases: false, though something is owned.
    #expect(!purchases.owned(at: now).isEmpty)
    #expect(
      !purchases.purchases(ofType: .autoRenewableSubscription).contains {
        purchases.state(of: $0.productIdentifier, at: now).grantsAccess
      })
    // verifyPurchase: .purchased for a consumable, and for a subscription that has ended.
    for product in ["lifetime", "coins", "monthly"] {
      #expect(
        purchases.purchases.contains { $0.productIdentifier == product && !$0.isCancelled })
    }
    // getDistinctPurchaseIds: of one type only.
    #expect(
      Set(purchases.purchases(ofType: .autoRenewableSubscription).map(\.productIdentifier))
        == ["monthly"])
    // activeAutoRenewableSubscriptionPurchases(ofProductIdentifier:forDate:): by the date.
    let then = try #require(ReceiptDate("2024-01-15T00:00:00Z")).date
    func active(at now: Date) -> [Purchase] {
      purchases.purchases(ofType: .autoRenewableSubscription).filter {
        !$0.isCancelled && $0.purchaseDate.date <= now
          && now < $0.expiration.value?.date ?? .distantPast
      }
    }
    #expect(active(at: then).last { $0.productIdentifier == "monthly" } != nil)
    #expect(active(at: now).isEmpty)
    // verifySubscriptions: expired, with the end.
    #expect(
      purchases.state(ofAny: ["monthly", "yearly"], at: now)
        == .expired(at: try #require(ReceiptDate("2024-02-01T00:00:00Z"))))
    // verifyBundleIdentifierAndVersion: the version is checked if it is given.
    let error = #expect(throws: ReceiptValidationError.self) {
      try receipt.validate(
        bundleIdentifier: "com.example.app", appVersion: "2.0", devices: .notChecked,
        verifier: AppleSignatureVerifier(anchors: [authority.anchor]))
    }
    #expect(error?.check == .appVersion)
  }

  /// What a verifier of one's own, and errors, are called.
  private func names(_ verifier: some ReceiptSignatureVerifier) -> [any Error.Type] {
    [ReceiptError.self, ReceiptValidationError.self]
  }

  @Test func `What the article names is compiled here`() throws {
    let path = "Sources/AppStoreReceipt/AppStoreReceipt.docc/MovingFromOtherLibraries.md"
    let page = try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .filter { !$0.isWhitespace }
    let elsewhere = ["validate", "SKReceiptRefreshRequest", "ProductionSandbox", "renewals:"]
    var count = 0
    for row in page.split(separator: "\n") where row.hasPrefix("| `") || row.hasPrefix("| a `") {
      let cell = row.split(separator: "|").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
      for (place, span) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where place % 2 == 1 && !elsewhere.contains(String(span)) {
        count += 1
        #expect(source.contains(span.filter { !$0.isWhitespace }), "\(span)")
      }
    }
    #expect(count > 50)
  }
}
