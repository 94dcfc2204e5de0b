// "Cookbook", and the first pages of ReceiptParsing and ReceiptRedaction.

import AppStoreReceipt
import ReceiptRedaction
import ReceiptTesting
import TestSupport
import Testing

@Suite struct CookbookSnippets {
  private let bytes: [UInt8]
  private let receipt: AppReceipt
  private let validated: ValidatedReceipt
  private let purchases: PurchaseHistory
  private let now: Date

  init() throws {
    bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    receipt = try AppReceipt(bytes)
    validated = try receipt.validate(bundleIdentifier: "com.example.app", devices: .notChecked)
    purchases = validated.purchaseHistory()
    now = try #require(ReceiptDate("2025-05-01T00:00:00Z")).date
  }

  @Test func `All purchases with their dates`() {
    var lines: [String] = []
    func print(_ words: String...) { lines.append(words.joined(separator: " ")) }
    for purchase in purchases.purchases {
      let end = purchase.expiration.value.map { "until \($0.utcText)" } ?? "without an end date"
      print(purchase.productIdentifier, purchase.purchaseDate.utcText, end)
    }
    #expect(
      lines.last
        == "com.example.app.pro.monthly 2025-04-14T08:30:00Z until 2025-05-14T08:30:00Z")
  }

  @Test func `Is this subscription active`() {
    var unlocked = 0
    func unlock() { unlocked += 1 }
    let state = purchases.state(of: "com.example.app.pro.monthly", at: now)
    if state.grantsAccess { unlock() }
    #expect(unlocked == 1)

    let group = purchases.state(ofAny: ["pro.monthly", "pro.yearly"], at: now)
    if group.grantsAccess { unlock() }
    #expect(unlocked == 1 && group == .noPurchase)

    for product in purchases.owned(at: now) {
      print(
        product.productIdentifier,
        product.interval(at: now)?.end?.utcText ?? "for good, or in a grace period")
    }
    let end = purchases.owned(at: now).first?.interval(at: now)?.end
    #expect(end == ReceiptDate("2025-05-14T08:30:00Z"))
  }

  @Test func `A grace period`() throws {
    let monthly = "com.example.app.pro.monthly"
    let original = try #require(purchases.originalTransactions.last?.identifier)
    let now = try #require(ReceiptDate("2025-05-15T00:00:00Z")).date
    let graceEnd = now + 86_400
    let renewal = RenewalInformation(
      originalTransactionIdentifier: original, gracePeriodExpiresDate: ReceiptDate(graceEnd))
    let state = purchases.state(of: monthly, at: now, renewals: [renewal])  // .inGracePeriod
    #expect(state == .inGracePeriod(until: ReceiptDate(graceEnd)))
  }

  @Test func `What was refunded is taken back`() throws {
    let purchases = try AppReceipt(Fixtures.receipt("ios-sha1-purchases")).validate(
      bundleIdentifier: "com.example.app", devices: .notChecked
    ).purchaseHistory()
    var revoked: [String] = []
    func revoke(_ product: String, _ transaction: String) { revoked.append(product) }
    for purchase in purchases.purchases where purchase.isCancelled {
      revoke(purchase.productIdentifier, purchase.transactionIdentifier)
    }
    #expect(revoked.count == 1)
  }

  @Test func `Consumables are credited once`() throws {
    let authority = TestAuthority()
    let coins = "com.example.app.coins"
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [
      .consumable(coins, quantity: 3, purchased: "2025-01-01T00:00:00Z"),
      .consumable(coins, purchased: "2025-01-02T00:00:00Z"),
      .consumable("com.example.app.gems", purchased: "2025-01-03T00:00:00Z"),
    ]
    let purchases = try AppReceipt(builder.bytes(signedBy: authority)).validate(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      verifier: AppleSignatureVerifier(anchors: [authority.anchor])
    ).purchaseHistory()
    var credited: [String: Int64] = [:]
    func credit(_ quantity: Int64, once transaction: String) { credited[transaction] = quantity }
    for _ in 1...2 {
      for purchase in purchases.purchases where purchase.productIdentifier == coins {
        guard !purchase.isCancelled, let quantity = purchase.inAppReceipt.quantity else { continue }
        credit(quantity, once: purchase.transactionIdentifier)
      }
    }
    #expect(credited.values.sorted() == [1, 3])
  }

  @Test func `From paid to free`() {
    var shown: [String] = []
    func unlock() { shown.append("everything") }
    func showStore() { shown.append("store") }
    func print(_ reason: OriginalVersionComparison.Reason) { shown.append("\(reason)") }
    switch validated.originalVersion(comparedTo: "2.0") {
    case .earlier: unlock()
    case .same, .later: showStore()
    case .undetermined(let reason): print(reason)  // such as .notFromAppStore in the sandbox
    }
    #expect(shown.count == 1)
  }

  @Test func `Receipts of one customer are merged`() throws {
    let validatedOnOtherDevice = validated
    let history = try PurchaseHistory(merging: [validated, validatedOnOtherDevice])
    let owned = history.owned(at: now).map(\.productIdentifier)
    #expect(owned == ["com.example.app.pro.monthly"])
  }

  @Test func `The sandbox is accepted on purpose`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("sandbox-ios"))
    #expect(throws: ReceiptValidationError.self) {
      try receipt.validate(bundleIdentifier: "com.example.app", devices: .notChecked)
    }
    let validated = try receipt.validate(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      environments: [.production, .productionVPP, .productionSandbox])
    let isTest = validated.receipt.environment == .productionSandbox
    #expect(isTest)
  }

  @Test func `A receipt is read without validating`() throws {
    let receipt = try AppReceipt(bytes)  // DER, BER or Base64
    print(receipt)
    for purchase in receipt.inAppReceipts { print(purchase.productIdentifier ?? "–") }
    #expect(receipt.inAppReceipts.count == 3)
  }

  @Test func `The first page of ReceiptParsing`() throws {
    let receipt = try AppReceipt(bytes)  // DER, BER or Base64
    for purchase in receipt.inAppReceipts where !purchase.isCancelled {
      print(purchase.productIdentifier ?? "–", purchase.expiresDate?.utcText ?? "no end date")
    }
    #expect(receipt == self.receipt)
  }

  @Test func `A receipt is streamed`() throws {
    var subscriptions = 0
    try bytes.withReceiptContainer { container in
      var attributes = container.attributes
      while let attribute = try attributes.next() {
        guard attribute.type == .inAppReceipt else { continue }
        var fields = try attribute.inAppAttributes()
        while let field = try fields.next() {
          if field.type == .productType, field.integer() == .value(3) { subscriptions += 1 }
        }
      }
    }
    #expect(subscriptions == 3)
  }

  @Test func `The latest expiry, in one pass`() throws {
    let product = "com.example.app.pro.monthly"
    let dates = receipt.inAppReceipts.filter { $0.productIdentifier == product && !$0.isCancelled }
      .compactMap(\.expiresDate)
    #expect(try latestExpiry(of: product, in: bytes) == dates.max() && dates.count > 1)
    #expect(try latestExpiry(of: product + ".2", in: bytes) == nil)
    #expect(throws: ReceiptError.self) { try latestExpiry(of: product, in: bytes.dropLast()) }

    let refunded = try Fixtures.receipt("ios-sha1-purchases")
    for purchase in try AppReceipt(refunded).inAppReceipts where purchase.isCancelled {
      let product = try #require(purchase.productIdentifier)
      #expect(try latestExpiry(of: product, in: refunded) == nil)
    }
  }

  @Test func `An answer is stored`() throws {
    let json = try JSONEncoder().encode(purchases.owned(at: now))
    let stored = try JSONDecoder().decode([ProductEntitlement].self, from: json)
    #expect(stored == purchases.owned(at: now))
  }

  @Test func `A receipt is redacted`() throws {
    var generator = SystemRandomNumberGenerator()
    let redacted = try ReceiptRedaction(bytes, using: &generator).bytes
    #expect(redacted.count == bytes.count && redacted != bytes)
  }

  @Test func `A receipt is faked`() throws {
    let authority = TestAuthority()
    var builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    builder.purchases = [.nonConsumable("com.example.app.pro", purchased: "2026-01-01T00:00:00Z")]
    let receipt = try AppReceipt(builder.bytes(signedBy: authority))
    let validated = try receipt.validate(
      bundleIdentifier: "com.example.app", devices: .notChecked,
      verifier: AppleSignatureVerifier(anchors: [authority.anchor]))
    #expect(validated.purchaseHistory().owned(at: Date()).count == 1)
  }
}
