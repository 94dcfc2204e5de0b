import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// `latest_receipt_info` derived from the receipt itself.
@Suite struct LatestReceiptInfoTests {
  private typealias Sample = SampleReceipt

  private static let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_123)

  private static func purchase(
    _ product: String, _ transaction: String, of original: String, on date: String,
    until end: String? = nil
  ) -> [UInt8] {
    Sample.purchase(
      Sample.attribute(1702, DER.utf8(product)), Sample.attribute(1703, DER.utf8(transaction)),
      Sample.attribute(1705, DER.utf8(original)), Sample.attribute(1704, DER.ia5(date)),
      Sample.attribute(1708, DER.ia5(end ?? "")))
  }

  private static let levels = purchase("levels", "5", of: "5", on: "2025-03-01T00:00:00Z")
  private static let coins = purchase("coins", "40", of: "40", on: "2025-09-01T00:00:00Z")

  /// Two subscriptions, one of them with an upgrade, in no order.
  private static let subscriptions = [
    purchase(
      "pro", "11", of: "10", on: "2025-07-01T00:00:00Z", until: "2025-08-01T00:00:00Z"),
    purchase(
      "pro", "10", of: "10", on: "2025-06-01T00:00:00Z", until: "2025-07-01T00:00:00Z"),
    purchase(
      "max", "12", of: "10", on: "2025-07-15T00:00:00Z", until: "2025-08-15T00:00:00Z"),
    purchase(
      "news", "9", of: "8", on: "2025-07-15T00:00:00Z", until: "2025-07-22T00:00:00Z"),
    purchase(
      "news", "8", of: "8", on: "2025-07-08T00:00:00Z", until: "2025-07-15T00:00:00Z"),
  ]

  private func request(
    _ purchases: [[UInt8]], excluding: Bool? = nil
  ) throws -> VerifyReceiptRequest {
    let sample = Sample(
      of: [
        Sample.attribute(0, DER.utf8("Production")),
        Sample.attribute(2, DER.utf8("com.example.app")),
        Sample.attribute(12, DER.ia5("2025-12-01T10:00:00Z")),
      ] + purchases)
    return try VerifyReceiptRequest(AppReceipt(sample.bytes), excludesOldTransactions: excluding)
  }

  private func answer(
    _ request: VerifyReceiptRequest, derives: Bool = true
  ) -> VerifyReceiptResponse {
    var responder = VerifyReceiptResponder(
      for: .any, at: nil, verifier: AcceptingVerifier(),
      transactionVerifier: RefusingVerifier(code: .signatureMismatch))
    responder.derivesLatestReceiptInfo = derives
    return responder.answer(request, at: Self.now).response
  }

  private func transactions(_ response: VerifyReceiptResponse) -> [String?] {
    response.latestPurchases.map(\.transactionIdentifier)
  }

  @Test func `Of two entries for one transaction the cancelled one stays`() throws {
    let entries = ["", "2025-07-10T00:00:00Z"].map { cancelled in
      Sample.purchase(
        Sample.attribute(1702, DER.utf8("pro")), Sample.attribute(1703, DER.utf8("10")),
        Sample.attribute(1705, DER.utf8("10")),
        Sample.attribute(1704, DER.ia5("2025-07-01T00:00:00Z")),
        Sample.attribute(1708, DER.ia5("2025-08-01T00:00:00Z")),
        Sample.attribute(1712, DER.ia5(cancelled)))
    }
    for purchases in [entries, entries.reversed()] {
      let answer = answer(try request(purchases, excluding: true))
      #expect(answer.latestPurchases.map(\.isCancelled) == [true])
    }
  }

  @Test func `A cancelled copy that is left out cancels the one that stays`() throws {
    func entry(_ transaction: String, _ start: String, cancelled: String = "") -> [UInt8] {
      Sample.purchase(
        Sample.attribute(1702, DER.utf8("pro")), Sample.attribute(1703, DER.utf8(transaction)),
        Sample.attribute(1705, DER.utf8("10")), Sample.attribute(1704, DER.ia5(start)),
        Sample.attribute(1708, DER.ia5("2025-08-01T00:00:00Z")),
        Sample.attribute(1712, DER.ia5(cancelled)))
    }
    let july = "2025-07-01T00:00:00Z"
    let refunded = entry("10", july, cancelled: "2025-07-10T00:00:00Z")
    for (start, isCopy) in [(july, true), ("2025-07-02T00:00:00Z", false)] {
      let purchases = [refunded, entry("11", start)]
      for order in [purchases, purchases.reversed()] {
        let latest = answer(try request(order, excluding: true)).latestPurchases
        #expect(latest.map(\.transactionIdentifier) == ["11"])
        #expect(latest.map(\.isCancelled) == [isCopy])
        let all = answer(try request(order)).latestPurchases
        #expect(all.map(\.isCancelled) == [false, true])
      }
    }
  }

  @Test func `It is there only if asked for`() throws {
    let request = try request(Self.subscriptions, excluding: true)
    let answer = answer(request, derives: false)
    #expect(answer.isValid && answer.latestReceiptInfo == nil && answer.latestReceipt == nil)
  }

  @Test func `Only receipts with subscriptions have it`() throws {
    for purchases in [[], [Self.levels], [Self.levels, Self.coins]] {
      let answer = answer(try request(purchases))
      #expect(answer.isValid && answer.latestReceiptInfo == nil && answer.latestReceipt == nil)
    }
  }

  @Test func `All purchases, newest first`() throws {
    let request = try request([Self.levels] + Self.subscriptions + [Self.coins])
    let answer = answer(request)
    // 12 and 9 were bought at one time: the later end comes first.
    #expect(transactions(answer) == ["40", "12", "9", "8", "11", "10", "5"])
    #expect(answer.latestReceipt == request.receiptData)
    #expect(answer.pendingRenewalInfo == nil)
    let inApp = try #require(answer.receipt?.inApp)
    #expect(inApp.map(\.transactionIdentifier) == ["5", "11", "10", "12", "9", "8", "40"])
    #expect(Set(inApp) == Set(answer.latestPurchases))
    let reordered = try self.request([Self.coins] + Self.subscriptions.reversed() + [Self.levels])
    #expect(self.answer(reordered).latestReceiptInfo == answer.latestReceiptInfo)
  }

  @Test func `The greater number is the newer transaction of two at one time`() throws {
    let (date, end) = ("2025-07-01T00:00:00Z", "2025-08-01T00:00:00Z")
    let purchases = ["99", "100", "101", "0098"].map {
      Self.purchase("pro", $0, of: "99", on: date, until: end)
    }
    #expect(transactions(answer(try request(purchases))) == ["101", "100", "99", "0098"])
    #expect(transactions(answer(try request(purchases, excluding: true))) == ["101"])
  }

  @Test func `Old transactions are left out of each subscription, and of nothing else`() throws {
    let purchases = [Self.levels] + Self.subscriptions + [Self.coins]
    let answer = answer(try request(purchases, excluding: true))
    #expect(transactions(answer) == ["40", "12", "9", "5"])
    #expect(answer.receipt?.inApp?.count == purchases.count)
    #expect(transactions(self.answer(try request(purchases, excluding: false))).count == 7)
  }

  @Test func `What was restored twice is no old transaction`() throws {
    let restored = ["5", "6"].map {
      Self.purchase("levels", $0, of: "5", on: "2025-03-0\($0)T00:00:00Z")
    }
    let answer = answer(try request(restored + Self.subscriptions, excluding: true))
    #expect(transactions(answer) == ["12", "9", "6", "5"])
  }

  @Test func `A purchase without an original is a subscription of its own`() throws {
    let purchases = [
      Self.purchase("pro", "1", of: "", on: "2025-07-01T00:00:00Z", until: "2025-08-01T00:00:00Z"),
      Self.purchase("pro", "2", of: "1", on: "2025-08-01T00:00:00Z", until: "2025-09-01T00:00:00Z"),
      Self.purchase("max", "3", of: "", on: "2025-07-01T00:00:00Z", until: "2025-08-01T00:00:00Z"),
    ]
    #expect(transactions(answer(try request(purchases, excluding: true))) == ["2", "3"])
  }

  @Test func `A purchase that in_app leaves out is not here either`() throws {
    let unreadable = Self.purchase(
      "pro", "12", of: "10", on: "2025-08-01T00:00:00Z", until: "tomorrow")
    let answer = answer(try request(Self.subscriptions.dropLast(2) + [unreadable], excluding: true))
    #expect(answer.receipt?.inApp?.count == 3 && transactions(answer) == ["12"])
    #expect(answer.latestPurchases.first?.productIdentifier == "max")
  }

  @Test func `The answer reads as it was written, in Apple's order of keys`() throws {
    let answer = answer(try request(Self.subscriptions))
    let read = try VerifyReceiptResponse(json: answer.json())
    #expect(read == answer && read.problems.isEmpty)
    let keys = ["\"receipt\":", "\"latest_receipt_info\":", "\"latest_receipt\":"]
    let places = keys.map { answer.jsonText.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(try answer.differences().isEmpty)
  }

  // MARK: The style of iOS 6

  private func transaction(_ name: String, at date: String) throws -> VerifyReceiptResponse {
    let root = try TrustAnchor(certificate: Fixtures.certificate("root"))
    let folder = Fixtures.root.appending(path: "Tests/Fixtures/Transactions")
    let issuers = try [
      Fixtures.bytes(of: folder.appending(path: "store.cer")),
      Fixtures.certificate("developer-relations-sha1"),
      Fixtures.certificate("developer-relations-sha256"),
    ].map { try IssuerCertificate(certificate: $0) }
    var responder = VerifyReceiptResponder(
      for: .any, at: nil, verifier: AppleSignatureVerifier(anchors: [root]),
      transactionVerifier: AppleTransactionVerifier(anchors: [root], issuers: issuers))
    responder.derivesLatestReceiptInfo = true
    let list = try Fixtures.bytes(of: folder.appending(path: "\(name).plist"))
    let request = VerifyReceiptRequest(receiptData: Data(list).base64EncodedString())
    let response = responder.answer(request, at: try #require(ReceiptDate(date))).response
    #expect(response.latestReceipt == nil || response.latestReceipt == request.receiptData)
    return response
  }

  @Test func `A transaction is the newest of its subscription, and an object`() throws {
    let valid = try transaction("P11-expired", at: "2000-01-01T00:00:00Z")
    let subscription = try #require(valid.transaction)
    #expect(valid.status == .valid && valid.latestTransaction == subscription)
    #expect(valid.latestReceipt != nil && valid.latestExpiredReceiptInfo == nil)

    let expired = try transaction("P11-expired", at: "2100-01-01T00:00:00Z")
    #expect(expired.status == .subscriptionExpired && expired.transaction == subscription)
    #expect(expired.latestExpiredReceiptInfo == subscription)
    #expect(expired.latestTransaction == nil && expired.latestReceipt == nil)

    let bought = try transaction("P01-v2", at: "2012-01-01T00:00:00Z")
    #expect(bought.isValid && bought.latestTransaction == nil && bought.latestReceipt == nil)
  }
}
