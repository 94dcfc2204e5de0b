import AppStoreReceipt
import Foundation
import ReceiptTesting
import TestSupport
import Testing

/// What people store and print: `Codable` there and back, and descriptions.
@Suite struct StoredResultsTests {
  private static let authority = TestAuthority()

  private func validated(_ name: String) throws -> ValidatedReceipt {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    var expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked, now: Date())
    (expectations.environments, expectations.now) = (.notChecked, .notChecked)
    return try receipt.validate(expectations, verifier: AcceptingVerifier())
  }

  private struct AcceptingVerifier: ReceiptSignatureVerifier {
    func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
  }

  private func again<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test(arguments: Fixtures.names)
  func `Purchases and entitlements come back as they were stored`(name: String) throws {
    let history = try validated(name).purchaseHistory()
    #expect(try again(history.purchases) == history.purchases)
    #expect(try again(history.entitlements) == history.entitlements)
    for purchase in history.purchases {
      let stored = try again(purchase)
      #expect(
        stored.inAppReceipt.attributes.map(\.value) == purchase.inAppReceipt.attributes.map(\.value)
      )
      #expect(
        stored.isCancelled == purchase.isCancelled && stored.expiration == purchase.expiration)
    }
    for entitlement in history.entitlements {
      let state = entitlement.state(at: Date())
      #expect(try again(state) == state)
    }
  }

  @Test func `A purchase is stored under readable keys`() throws {
    let purchase = try #require(
      try validated("ios-sha1-purchases").purchaseHistory().purchases.first)
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(purchase))
    let object = try #require(json as? [String: Any])
    #expect(object["productIdentifier"] as? String == purchase.productIdentifier)
    #expect(object["purchaseDate"] as? String == purchase.purchaseDate.text)
    #expect(object["isCancelled"] as? Bool == purchase.isCancelled)
  }

  /// In UTC, or without digits of a fraction, it would not be the text of the receipt any more.
  @Test func `Each date of a purchase is stored under its name, as the receipt has it`() throws {
    let (bought, end) = ("2026-01-01T01:00:00+0100", "2026-02-01T00:00:00.1234Z")
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [
      .subscription("basic", purchased: bought, expires: end),
      .subscription("pro", purchased: bought, expires: end),
      .nonConsumable("full", purchased: bought),
    ]
    builder.purchases[1].cancellationDate = "2026-01-15 00:00:00z"
    let expected: [String: [String?]] = [
      "basic": [end, nil], "pro": [end, "2026-01-15 00:00:00z"], "full": [nil, nil],
    ]
    let purchases = try AppReceipt(builder.bytes(signedBy: Self.authority))
      .unverifiedPurchaseHistory().purchases
    #expect(purchases.count == 3)
    for purchase in purchases {
      let stored = try JSONValue(parsing: JSONEncoder().encode(purchase))
      #expect(stored["purchaseDate"]?.string == bought)
      let dates = [stored["expiresDate"]?.string, stored["cancellationDate"]?.string]
      #expect(dates == expected[purchase.productIdentifier])
    }
  }

  @Test(arguments: [
    (#"{"neverOwned":{}}"#, EntitlementState.noPurchase),
    (#"{"undetermined":{"_0":{"withheld":{}}}}"#, .undetermined(.unreadable)),
  ])
  func `A state is stored under the names of 1.0`(json: String, state: EntitlementState) throws {
    #expect(try JSONDecoder().decode(EntitlementState.self, from: Data(json.utf8)) == state)
    #expect(String(decoding: try JSONEncoder().encode(state), as: UTF8.self) == json)
  }

  @Test func `An entitlement is stored under the keys of 1.0`() throws {
    let entitlement = try #require(
      try validated("ios-sha1-purchases").purchaseHistory().entitlements.first)
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(entitlement))
    #expect(
      Set(try #require(json as? [String: Any]).keys) == [
        "productIdentifier", "intervals", "cancelled", "withoutPeriod", "renewing", "withheld",
      ])
  }

  @Test(arguments: ["\"\"", "\"AAAA\"", "\"MQAxAA==\"", "\"%\"", "1"])
  func `What is no purchase is not decoded`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([InAppReceipt].self, from: Data("[\(json)]".utf8))
    }
  }

  @Test func `An empty SET is a purchase without attributes, as the reader of receipts takes it`()
    throws
  {
    let purchases = try JSONDecoder().decode([InAppReceipt].self, from: Data("[\"MQA=\"]".utf8))
    #expect(purchases.map(\.attributes) == [[]])
  }

  @Test func `A report is written check by check`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha1-purchases"))
    let report = receipt.report(
      ReceiptExpectations(bundleIdentifier: "com.other", devices: .notChecked, now: Date()),
      verifier: AcceptingVerifier())
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report))
    let checks = try #require((json as? [String: Any])?["checks"] as? [[String: String]])
    #expect(checks.map { $0["check"] } == report.entries.map(\.check.rawValue))
    #expect(checks.count == 7)
    #expect(checks[2]["result"] == "failed" && checks[1]["result"] == "passed")
    let message = checks[2]["message"]
    #expect(message?.contains("com.other") == true)
    #expect(message == report.failures.first?.description)
    #expect(checks[4] == ["check": "device", "result": "skipped"])
  }

  @Test func `Printing a receipt says what it is`() throws {
    let validated = try validated("ios-sha256-subscriptions")
    let text = "\(validated.receipt)"
    #expect(text.hasPrefix("com.example.app "))
    #expect(text.contains(", Production, created 20") && text.hasSuffix(" purchases"))
    #expect("\(validated)".hasPrefix(text + ", validated; not checked: app version, device"))
    let purchase = try #require(validated.receipt.inAppReceipts.first)
    #expect("\(purchase)".contains(", transaction "))
    #expect(validated.purchaseHistory().purchases.map(\.description).contains("\(purchase)"))
  }

  @Test func `A receipt is streamed out of every collection of bytes`() throws {
    let bytes = try AppReceipt(Fixtures.receipt("ios-sha1-purchases")).containerBytes
    func count(_ bytes: some Collection<UInt8>) throws -> Int {
      try bytes.withReceiptContainer { (container) throws(ReceiptError) in
        var (count, attributes) = (0, container.attributes)
        while try attributes.next() != nil { count += 1 }
        return count
      }
    }
    let expected = try count(bytes)
    #expect(expected > 5)
    #expect(try count(Data(bytes)) == expected)
    #expect(try count(([1, 2, 3] + bytes).dropFirst(3)) == expected)
    #expect(try count(bytes.lazy.map { $0 }) == expected)
    let buffered = try unsafe bytes.withUnsafeBytes { try unsafe count($0) }
    #expect(buffered == expected)
    let error = #expect(throws: ReceiptError.self) { try count(bytes.dropLast()) }
    #expect(error?.code == .truncated)
  }
}
