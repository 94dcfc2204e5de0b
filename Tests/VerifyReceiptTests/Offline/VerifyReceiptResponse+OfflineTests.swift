import AppStoreReceipt
import Foundation
import TestSupport
import Testing

@testable import VerifyReceipt

@Suite struct VerifyReceiptResponseOfflineTests {
  static let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_123)

  /// A receipt from anywhere is valid; its environment decides about the answer.
  static func validated(
    _ receipt: AppReceipt, isAllowed: Bool = true
  ) throws(ReceiptValidationError) -> ValidatedReceipt {
    var expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked, now: now,
      environments: [])
    if isAllowed { expectations.environments = .notChecked }
    return try receipt.validate(expectations, verifier: AcceptingVerifier())
  }

  private static func answer(
    _ receipt: AppReceipt, at endpoint: VerifyReceiptEndpoint
  ) -> VerifyReceiptResponse {
    let responder = VerifyReceiptResponder(
      for: .any, at: endpoint, verifier: AcceptingVerifier(),
      transactionVerifier: AppleTransactionVerifier())
    return responder.answer(VerifyReceiptRequest(receipt), at: now).response
  }

  typealias Sample = SampleReceipt

  static func number(_ type: Int64, _ value: Int64) -> [UInt8] {
    Sample.attribute(type, DER.integer(value))
  }

  static func text(_ type: Int64, _ value: String) -> [UInt8] {
    Sample.attribute(type, DER.utf8(value))
  }

  static func date(_ type: Int64, _ value: String) -> [UInt8] {
    Sample.attribute(type, DER.ia5(value))
  }

  static func receipt(
    environment: String? = "Production", _ attributes: [UInt8]...
  ) throws -> AppReceipt {
    let environment = environment.map { [text(0, $0)] } ?? []
    let creation = date(12, "2025-12-01T10:00:00Z")
    return try AppReceipt(
      Sample(of: environment + [text(2, "com.example.app"), creation] + attributes).bytes)
  }

  private static let subscription = Sample.purchase(
    number(1701, 2), text(1702, "pro"), text(1703, "12"), date(1704, "2025-07-01T00:00:00Z"),
    text(1705, "11"), date(1706, "2025-06-01T00:00:00Z"), date(1708, "2025-08-01T00:00:00Z"),
    number(1711, 500_880_970_751_784_868), date(1712, "2025-12-31T23:59:59Z"), number(1713, 1),
    number(1719, 0), number(1720, 1), text(1721, "spring"), number(1722, 1), number(1707, 3))

  @Test func `Every attribute that Apple's answers show is in its place`() throws {
    let receipt = try Self.receipt(
      Self.number(1, 6_444_772_154), Self.text(3, "3.4"),
      Self.number(15, 504_427_454_456_956_077), Self.number(16, 7),
      Self.date(18, "2020-10-08T08:46:35.304Z"), Self.text(19, "1.0"),
      Self.date(21, "2027-01-01T00:00:00Z"), Self.date(32, "2019-01-01T00:00:00Z"),
      Self.subscription)
    let answer = VerifyReceiptResponse(try Self.validated(receipt), requestDate: Self.now)
    #expect(
      answer.jsonText == """
        {"status":0,"environment":"Production","receipt":{"receipt_type":"Production",\
        "adam_id":6444772154,"app_item_id":6444772154,"bundle_id":"com.example.app",\
        "application_version":"3.4","download_id":504427454456956077,\
        "version_external_identifier":7,"receipt_creation_date":"2025-12-01 10:00:00 Etc/GMT",\
        "receipt_creation_date_ms":"1764583200000",\
        "receipt_creation_date_pst":"2025-12-01 02:00:00 America/Los_Angeles",\
        "request_date":"2026-01-01 00:00:00 Etc/GMT","request_date_ms":"1767225600123",\
        "request_date_pst":"2025-12-31 16:00:00 America/Los_Angeles",\
        "original_purchase_date":"2020-10-08 08:46:35 Etc/GMT",\
        "original_purchase_date_ms":"1602146795304",\
        "original_purchase_date_pst":"2020-10-08 01:46:35 America/Los_Angeles",\
        "original_application_version":"1.0","expiration_date":"2027-01-01 00:00:00 Etc/GMT",\
        "expiration_date_ms":"1798761600000",\
        "expiration_date_pst":"2026-12-31 16:00:00 America/Los_Angeles","in_app":[{\
        "quantity":"2","product_id":"pro","transaction_id":"12","original_transaction_id":"11",\
        "purchase_date":"2025-07-01 00:00:00 Etc/GMT","purchase_date_ms":"1751328000000",\
        "purchase_date_pst":"2025-06-30 17:00:00 America/Los_Angeles",\
        "original_purchase_date":"2025-06-01 00:00:00 Etc/GMT",\
        "original_purchase_date_ms":"1748736000000",\
        "original_purchase_date_pst":"2025-05-31 17:00:00 America/Los_Angeles",\
        "expires_date":"2025-08-01 00:00:00 Etc/GMT","expires_date_ms":"1754006400000",\
        "expires_date_pst":"2025-07-31 17:00:00 America/Los_Angeles",\
        "cancellation_date":"2025-12-31 23:59:59 Etc/GMT","cancellation_date_ms":"1767225599000",\
        "cancellation_date_pst":"2025-12-31 15:59:59 America/Los_Angeles",\
        "web_order_line_item_id":"500880970751784868","is_trial_period":"true",\
        "is_in_intro_offer_period":"false","cancellation_reason":"1",\
        "promotional_offer_id":"spring"}]}}
        """)
    #expect(answer.isValid && answer.problems.isEmpty)
  }

  @Test func `What is missing, empty or 0 has no key`() throws {
    let purchase = Sample.purchase(
      Self.text(1702, "pro"), Self.text(1703, "12"), Self.date(1704, "2025-07-01T00:00:00Z"),
      Self.date(1708, ""), Self.number(1711, 0), Self.date(1712, ""), Self.text(1721, ""))
    let receipt = try Self.receipt(
      Self.number(1, 0), Self.number(15, 0), Self.date(18, ""), Self.text(19, ""), purchase)
    let answer = VerifyReceiptResponse(unverified: receipt)
    #expect(
      answer.jsonText == """
        {"environment":"Production","receipt":{"receipt_type":"Production","adam_id":0,\
        "app_item_id":0,"bundle_id":"com.example.app","download_id":0,\
        "receipt_creation_date":"2025-12-01 10:00:00 Etc/GMT",\
        "receipt_creation_date_ms":"1764583200000",\
        "receipt_creation_date_pst":"2025-12-01 02:00:00 America/Los_Angeles","in_app":[{\
        "product_id":"pro","transaction_id":"12",\
        "purchase_date":"2025-07-01 00:00:00 Etc/GMT","purchase_date_ms":"1751328000000",\
        "purchase_date_pst":"2025-06-30 17:00:00 America/Los_Angeles"}]}}
        """)
    #expect(answer.status == nil && !answer.isValid)
  }

  @Test func `A receipt without purchases has an empty array`() throws {
    let answer = VerifyReceiptResponse(try Self.validated(Self.receipt()), requestDate: Self.now)
    #expect(answer.receipt?.inApp == [])
    #expect(answer.jsonText.hasSuffix("\"in_app\":[]}}"))
  }

  @Test(arguments: [
    Sample.attribute(1712, [0x16, 0x01]), Self.date(1712, "yesterday"), Self.date(1708, "never"),
    Self.date(1712, "2025-01-01T00:00:00Z") + Self.date(1712, "2025-01-02T00:00:00Z"),
    Self.text(1702, "other"), Self.date(1704, "2025-07-01T00:00:00Z"),
    Self.text(1707, "0"),
  ])
  func `A purchase that cannot be read is in no answer`(spoiled: [UInt8]) throws {
    let bad = Sample.purchase(
      Self.text(1702, "pro"), Self.text(1703, "12"), Self.date(1704, "2025-07-01T00:00:00Z"),
      spoiled)
    let receipt = try Self.receipt(bad, Self.subscription)
    let validated = try Self.validated(receipt)
    #expect(receipt.inAppReceipts.count { !$0.isComplete } == 1)
    for answer in [
      VerifyReceiptResponse(validated, requestDate: Self.now),
      VerifyReceiptResponse(unverified: receipt),
    ] {
      #expect(answer.receipt?.inApp?.map(\.quantity) == [2])
    }
  }

  @Test(arguments: Fixtures.names)
  func `Validated or not, the same purchases are in the answer`(name: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    let validated = try Self.validated(receipt)
    let answer = VerifyReceiptResponse(validated, requestDate: Self.now)
    var unverified = VerifyReceiptResponse(unverified: receipt, requestDate: Self.now)
    #expect(unverified.status == nil)
    unverified.status = .valid
    #expect(answer == unverified)
    let complete = receipt.inAppReceipts.filter(\.isComplete)
    #expect(answer.receipt?.inApp?.count == complete.count)
    for (purchase, source) in zip(answer.receipt?.inApp ?? [], complete) {
      #expect(purchase.isCancelled == source.isCancelled)
      #expect(purchase.transactionIdentifier == source.transactionIdentifier)
      #expect(purchase.expiresDate?.receiptDate == source.expiresDate)
    }
  }

  @Test(arguments: [1702, 1703, 1704] as [Int64])
  func `A purchase that lacks product, transaction or date is left out`(missing: Int64) throws {
    let attributes: [(type: Int64, attribute: [UInt8])] = [
      (1702, Self.text(1702, "pro")), (1703, Self.text(1703, "12")),
      (1704, Self.date(1704, "2025-07-01T00:00:00Z")),
    ]
    func count(_ attributes: [(type: Int64, attribute: [UInt8])]) throws -> Int? {
      let purchase = Sample.purchase(attributes.flatMap(\.attribute))
      let receipt = try Self.validated(Self.receipt(purchase))
      return VerifyReceiptResponse(receipt, requestDate: Self.now).receipt?.inApp?.count
    }
    #expect(try count(attributes) == 1)
    #expect(try count(attributes.filter { $0.type != missing }) == 0)
  }

  @Test(arguments: Fixtures.names)
  func `Text, Foundation and the reader agree`(name: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    let answer = VerifyReceiptResponse(unverified: receipt, requestDate: Self.now)
    #expect(try VerifyReceiptResponse(json: answer.json()) == answer)
    let encoded = try JSONEncoder().encode(answer)
    #expect(try JSONValue(parsing: encoded) == JSONValue(parsing: answer.jsonText))
    #expect(try JSONDecoder().decode(VerifyReceiptResponse.self, from: encoded) == answer)
  }

  @Test(arguments: [
    (
      "Production", VerifyReceiptEnvironment.production, VerifyReceiptStatus.valid,
      VerifyReceiptStatus.productionReceiptInSandbox
    ),
    ("ProductionVPP", .production, .valid, .productionReceiptInSandbox),
    ("ProductionSandbox", .sandbox, .sandboxReceiptInProduction, .valid),
    ("ProductionVPPSandbox", .sandbox, .sandboxReceiptInProduction, .valid),
    ("Xcode", .xcode, .malformedReceipt, .malformedReceipt),
    ("Elsewhere", .init(rawValue: "Elsewhere"), .notAuthenticated, .notAuthenticated),
  ])
  func `Each endpoint answers for its environments`(
    name: String, environment: VerifyReceiptEnvironment, production: VerifyReceiptStatus,
    sandbox: VerifyReceiptStatus
  ) throws {
    let receipt = try Self.receipt(environment: name)
    let validated = try Self.validated(receipt)
    let answer = VerifyReceiptResponse(validated, requestDate: Self.now)
    #expect(answer.status == .valid && answer.environment == environment)
    for (endpoint, status) in [(VerifyReceiptEndpoint.production, production), (.sandbox, sandbox)]
    {
      let answer = Self.answer(receipt, at: endpoint)
      #expect(answer.status == status)
      #expect((answer.receipt != nil) == (status == .valid))
      #expect(answer.isValid == (status == .valid))

      // The same when the caller does not allow the environment, but then nothing is valid.
      let error = #expect(throws: ReceiptValidationError.self) {
        try Self.validated(receipt, isAllowed: false)
      }
      let expected = status == .valid ? .notAuthenticated : status
      #expect(error.map { VerifyReceiptStatus(offline: $0, endpoint: endpoint) } == expected)
    }
  }

  @Test func `Without an environment no endpoint answers`() throws {
    let receipt = try Self.receipt(environment: nil)
    let answer = VerifyReceiptResponse(try Self.validated(receipt), requestDate: Self.now)
    #expect(answer.environment == nil)
    for endpoint in VerifyReceiptEndpoint.allCases {
      #expect(Self.answer(receipt, at: endpoint).status == .notAuthenticated)
    }
  }
}
