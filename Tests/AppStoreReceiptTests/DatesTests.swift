import AppStoreReceipt
import Foundation
import ReceiptTesting
import Testing

/// `Date` in place of `ReceiptDate`: the same answers.
@Suite struct DatesTests {
  @Test(arguments: [
    ("2020-10-08T11:17:49.131Z", 1_602_155_869.131), ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59.500Z", -0.5), ("4001-01-01T00:00:00Z", 64_092_211_200),
    ("1970-01-01T00:00:12.339Z", 12.339), ("4149-01-03T00:05:49.193Z", 68_762_822_749.193),
  ])
  func `Foundation's date is the same instant`(text: String, seconds: Double) throws {
    let date = try #require(ReceiptDate(text))
    #expect(date.date == Date(timeIntervalSince1970: seconds))
    #expect(ReceiptDate(date.date) == date)
  }

  @Test(arguments: [
    (-Double.infinity, "0000-01-01T00:00:00Z"), (-1e300, "0000-01-01T00:00:00Z"),
    (1e300, "9999-12-31T23:59:59Z"), (.infinity, "9999-12-31T23:59:59Z"),
    // No receipt is valid then.
    (.nan, "9999-12-31T23:59:59Z"),
  ])
  func `Every date has its place in the years of receipts`(seconds: Double, text: String) {
    #expect(ReceiptDate(Date(timeIntervalSince1970: seconds)) == ReceiptDate(text))
  }

  private static let authority = TestAuthority()

  private func history() throws -> PurchaseHistory {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [
      .subscription(
        "com.example.pro", purchased: "2026-01-01T00:00:00Z", expires: "2026-02-01T00:00:00Z"),
      .nonConsumable("com.example.full", purchased: "2026-01-15T00:00:00Z"),
    ]
    let receipt = try AppReceipt(builder.bytes(signedBy: Self.authority))
    let validated = try receipt.validate(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      verifier: AppleSignatureVerifier(anchors: [Self.authority.anchor]))
    #expect(validated.skippedChecks == [.appVersion, .device])
    return validated.purchaseHistory()
  }

  @Test(arguments: [
    "2025-12-31T23:59:59Z", "2026-01-20T00:00:00Z", "2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z",
    "2026-02-01T00:00:59Z", "2026-02-01T00:01:00Z",
  ])
  func `Every question takes a Date`(text: String) throws {
    let history = try history()
    let instant = try #require(ReceiptDate(text))
    let date = instant.date
    #expect(history.owned(at: date) == history.owned(at: instant))
    #expect(
      history.owned(at: date, leeway: 60) == history.owned(at: instant, leewayMilliseconds: 60_000))
    #expect(
      history.state(of: "com.example.pro", at: date)
        == history.state(of: "com.example.pro", at: instant))
    #expect(history.age(at: date) == history.age(at: instant))
    #expect(
      history.consumableCount(of: "com.example.pro", at: date)
        == history.consumableCount(of: "com.example.pro", at: instant))
    let renewal = RenewalInformation(
      originalTransactionIdentifier: "1000000000000001",
      gracePeriodExpiresDate: ReceiptDate("2026-02-01T00:00:30Z"), isInBillingRetryPeriod: true)
    let products = ["com.example.pro"]
    for renewals in [[], [renewal]] {
      #expect(
        history.state(ofAny: products, at: date, leeway: 0.5, renewals: renewals)
          == history.state(
            ofAny: products, at: instant, leewayMilliseconds: 500, renewals: renewals))
      for entitlement in history.entitlements {
        #expect(
          entitlement.state(at: date, leeway: 0.5, renewals: renewals)
            == entitlement.state(at: instant, leewayMilliseconds: 500, renewals: renewals))
      }
    }
    for entitlement in history.entitlements {
      #expect(entitlement.state(at: date) == entitlement.state(at: instant))
      #expect(entitlement.interval(at: date) == entitlement.interval(at: instant))
      #expect(entitlement.intervals.allSatisfy { $0.contains(date) == $0.contains(instant) })
    }
  }

  @Test func `A grace period counts for a group, too`() throws {
    let renewal = RenewalInformation(
      originalTransactionIdentifier: "1000000000000001",
      gracePeriodExpiresDate: ReceiptDate("2026-02-08T00:00:00Z"), isInBillingRetryPeriod: true)
    let state = try history().state(
      ofAny: ["com.example.pro"], at: #require(ReceiptDate("2026-02-01T00:00:00Z")).date,
      renewals: [renewal])
    #expect(state == .inGracePeriod(until: try #require(ReceiptDate("2026-02-08T00:00:00Z"))))
  }

  @Test func `A grace period counts for what is owned, too`() throws {
    let renewal = RenewalInformation(
      originalTransactionIdentifier: "1000000000000001",
      gracePeriodExpiresDate: ReceiptDate("2026-02-08T00:00:00Z"), isInBillingRetryPeriod: true)
    let date = try #require(ReceiptDate("2026-02-05T00:00:00Z")).date
    let owned = try history().owned(at: date, renewals: [renewal])
    #expect(Set(owned.map(\.productIdentifier)) == ["com.example.full", "com.example.pro"])
  }

  @Test(arguments: [("09", 0), ("10", 3), ("19", 3), ("20", 7)] as [(String, Int64)])
  func `Consumables are counted up to a Date`(day: String, count: Int64) throws {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [
      .consumable("coins", quantity: 3, purchased: "2026-01-10T00:00:00Z"),
      .consumable("coins", quantity: 4, purchased: "2026-01-20T00:00:00Z"),
    ]
    let history = try AppReceipt(builder.bytes(signedBy: Self.authority))
      .unverifiedPurchaseHistory()
    let date = try #require(ReceiptDate("2026-01-\(day)T00:00:00Z")).date
    #expect(history.consumableCount(of: "coins", at: date).quantity == count)
  }

  @Test func `The clock decides when a receipt expires`() throws {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.expirationDate = "2026-02-01T00:00:00Z"
    let receipt = try AppReceipt(builder.bytes(signedBy: Self.authority))
    let verifier = AppleSignatureVerifier(anchors: [Self.authority.anchor])
    let end = try #require(ReceiptDate("2026-02-01T00:00:00Z")).date
    func isExpired(
      _ validate: () throws(ReceiptValidationError) -> ValidatedReceipt
    ) -> Bool {
      do throws(ReceiptValidationError) {
        _ = try validate()
        return false
      } catch {
        return error.check == .expiration
      }
    }
    for (now, expected) in [(end - 0.001, false), (end, true)] {
      let expectations = ReceiptExpectations(
        bundleIdentifier: "com.example.app", devices: .notChecked, now: now)
      #expect(
        expected
          == isExpired { () throws(ReceiptValidationError) in
            try receipt.validate(expectations, verifier: verifier)
          })
      #expect(
        expected
          == isExpired { () throws(ReceiptValidationError) in
            try receipt.validate(
              bundleIdentifier: "com.example.app", devices: .notChecked, now: now,
              verifier: verifier)
          })
    }
  }

  @Test(arguments: [("2020-01-01T00:00:00Z", false), ("4001-01-01T00:00:00Z", true)])
  func `Without a date, the system's clock decides`(end: String, isValid: Bool) throws {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.expirationDate = end
    let receipt = try AppReceipt(builder.bytes(signedBy: Self.authority))
    let validated = try? receipt.validate(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      verifier: AppleSignatureVerifier(anchors: [Self.authority.anchor]))
    #expect((validated != nil) == isValid)
  }

  @Test func `Unless environments are given, only the App Store's are expected`() throws {
    let now = ReceiptDate(millisecondsSince1970: 0)
    let app = "com.example.app"
    for expectations in [
      ReceiptExpectations(bundleIdentifier: app, devices: .notChecked, now: now.date),
      ReceiptExpectations(bundleIdentifier: app, devices: .notChecked, now: now),
      ReceiptExpectations(bundleIdentifier: app, devices: .notChecked, now: .required(now)),
    ] {
      #expect(expectations.environments == .required([.production, .productionVPP]))
    }
  }

  @Test func `A leeway may be less than a second`() throws {
    let end = try #require(ReceiptDate("2026-02-01T00:00:00.300Z")).date
    let history = try history()
    for (leeway, isOwned) in [(0.299, false), (0.301, true), (0.5, true)] {
      let state = history.state(of: "com.example.pro", at: end, leeway: leeway)
      #expect(state.grantsAccess == isOwned, "\(leeway)")
    }
  }

  @Test func `A leeway counts to the nearest millisecond`() throws {
    // As a Double, a thousand times 1.001 is less than 1,001.
    let history = try history()
    let end = try #require(ReceiptDate("2026-02-01T00:00:01.001Z"))
    for (leeway, milliseconds) in [(1.001, 1_001), (1.0014, 1_001), (1.0016, 1_002)] as [(_, Int64)]
    {
      for offset in [-2, -1, 0, 1] as [Int64] {
        let instant = ReceiptDate(millisecondsSince1970: end.millisecondsSince1970 + offset)
        #expect(
          history.state(of: "com.example.pro", at: instant.date, leeway: leeway)
            == history.state(
              of: "com.example.pro", at: instant, leewayMilliseconds: milliseconds))
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `A leeway that is no number of seconds puts nothing off by accident`(leeway: Double) throws {
    let end = try #require(ReceiptDate("2026-03-01T00:00:00Z")).date
    let isOwned = try history().owned(at: end, leeway: leeway)
      .contains { $0.productIdentifier == "com.example.pro" }
    #expect(isOwned == (leeway > 0))
    // Seventy thousand years later, too.
    let state = try history().state(ofAny: ["com.example.pro"], at: .distantFuture, leeway: leeway)
    #expect(state.grantsAccess == (leeway > 0))
  }

  @Test func `What one call is given is checked`() throws {
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = []
    let receipt = try AppReceipt(builder.bytes(signedBy: Self.authority))
    let verifier = AppleSignatureVerifier(anchors: [Self.authority.anchor])
    func check(_ body: () throws(ReceiptValidationError) -> ValidatedReceipt) -> ReceiptCheck? {
      do throws(ReceiptValidationError) {
        _ = try body()
        return nil
      } catch {
        return error.check
      }
    }
    let app = "com.example.app"
    #expect(
      check { () throws(ReceiptValidationError) in
        try receipt.validate(
          bundleIdentifier: "com.example.other", devices: .notChecked, verifier: verifier)
      } == .bundleIdentifier)
    #expect(
      check { () throws(ReceiptValidationError) in
        try receipt.validate(
          bundleIdentifier: app, appVersion: "1.1", devices: .notChecked, verifier: verifier)
      } == .appVersion)
    #expect(
      check { () throws(ReceiptValidationError) in
        try receipt.validate(
          bundleIdentifier: app, appVersion: "", devices: .notChecked, verifier: verifier)
      } == .appVersion)
    #expect(
      check { () throws(ReceiptValidationError) in
        try receipt.validate(
          bundleIdentifier: app, devices: .required([DeviceIdentifier(UUID())]), verifier: verifier)
      } == .device)
    #expect(
      check { () throws(ReceiptValidationError) in
        try receipt.validate(
          bundleIdentifier: app, devices: .notChecked, environments: [.xcode], verifier: verifier)
      } == .environment)
    #expect(
      check { () throws(ReceiptValidationError) in
        try receipt.validate(bundleIdentifier: app, devices: .notChecked)
      } == .signature)
  }
}
