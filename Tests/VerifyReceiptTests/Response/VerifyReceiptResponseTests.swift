import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

@Suite struct VerifyReceiptResponseTests {
  private func response(_ text: String) throws -> VerifyReceiptResponse {
    try VerifyReceiptResponse(json: text)
  }

  private func purchase(_ members: String) throws -> ResponsePurchase {
    let response = try response("{\"receipt\":{\"in_app\":[{\(members)}]}}")
    return try #require(response.receipt?.inApp?.first)
  }

  @Test func `Renewal information is about the current product, not the next one`() throws {
    let json = """
      {"pending_renewal_info":[{"original_transaction_id":"7","product_id":"pro",
      "auto_renew_product_id":"basic","grace_period_expires_date_ms":"1000"}]}
      """
    let renewal = try VerifyReceiptResponse(json: Array(json.utf8)).pendingRenewalInfo?.first
    #expect(
      RenewalInformation(try #require(renewal))
        == RenewalInformation(
          originalTransactionIdentifier: "7", productIdentifier: "pro",
          gracePeriodExpiresDate: ReceiptDate(millisecondsSince1970: 1000)))
  }

  @Test(arguments: SampleAnswer.allCases)
  func `Every documented key is known, and written in Apple's form and order`(
    sample: SampleAnswer
  ) throws {
    let response = try response(sample.text)
    #expect(response.jsonText == sample.text)
    #expect(response.problems.isEmpty && response.otherMembers.isEmpty)
    for purchase in (response.receipt?.inApp ?? []) + response.latestPurchases {
      #expect(purchase.otherMembers.isEmpty)
    }
    #expect(response.receipt?.otherMembers.isEmpty != false)
    #expect(response.transaction?.purchase.otherMembers.isEmpty != false)
    #expect(response.pendingRenewalInfo?[0].otherMembers.isEmpty != false)
  }

  @Test func `Values of an app receipt`() throws {
    let response = try response(SampleAnswer.app.text)
    let date = try #require(ReceiptDate("2020-07-22T17:39:06Z"))
    #expect(response.status == .valid && response.isValid)
    #expect(response.environment == .production && response.isRetryable == false)
    #expect(response.exception == "com.example.Exception")
    let receipt = try #require(response.receipt)
    #expect(receipt.receiptType == .production && receipt.bundleIdentifier == "com.example.app")
    #expect(receipt.adamIdentifier == 6_444_772_154)
    #expect(receipt.appItemIdentifier == 6_444_772_154)
    #expect(receipt.downloadIdentifier == 504_427_454_456_956_077)
    #expect(receipt.versionExternalIdentifier == 837_591_391)
    #expect(receipt.applicationVersion == "3.4.1")
    #expect(receipt.originalApplicationVersion == "1.0")
    for value in [
      receipt.receiptCreationDate, receipt.requestDate, receipt.originalPurchaseDate,
      receipt.preorderDate, receipt.expirationDate,
    ] { #expect(value?.receiptDate == date) }
    #expect(receipt.inApp == response.latestPurchases)

    let purchase = try #require(receipt.inApp?.first)
    #expect(purchase.quantity == 1 && purchase.productIdentifier == "com.example.app.pro")
    #expect(purchase.transactionIdentifier == "1000000694914109")
    #expect(purchase.originalTransactionIdentifier == "1000000694914108")
    #expect(purchase.webOrderLineItemIdentifier == "500880970751784868")
    #expect(purchase.isTrialPeriod == false && purchase.isInIntroOfferPeriod == true)
    #expect(purchase.cancellationReason == .problemWithApp && purchase.isCancelled)
    #expect(purchase.promotionalOfferIdentifier == "spring")
    #expect(purchase.offerCodeReferenceName == "code" && purchase.isUpgraded == true)
    #expect(purchase.ownershipType == .familyShared)
    #expect(purchase.subscriptionGroupIdentifier == "20703822")
    #expect(purchase.appAccountToken == "933c613d-2a7e-4bb0-97ba-131105a06399")
    for value in [
      purchase.purchaseDate, purchase.originalPurchaseDate, purchase.expiresDate,
      purchase.cancellationDate,
    ] { #expect(value?.receiptDate == date) }

    let renewal = try #require(response.pendingRenewalInfo?.first)
    #expect(renewal.expirationIntent == .billingError && renewal.autoRenewStatus == .on)
    #expect(renewal.autoRenewProductIdentifier == "com.example.app.pro")
    #expect(renewal.originalTransactionIdentifier == "1000000694914108")
    #expect(renewal.isInBillingRetryPeriod == true)
    #expect(renewal.productIdentifier == "com.example.app.pro")
    #expect(renewal.gracePeriodExpiresDate?.receiptDate == date)
    #expect(renewal.priceConsentStatus == .noAnswer && renewal.priceIncreaseStatus == .agreed)
    #expect(renewal.promotionalOfferIdentifier == "spring")
    #expect(renewal.offerCodeReferenceName == "code")
  }

  @Test func `Values in the style of iOS 6`() throws {
    let response = try response(SampleAnswer.iOS6.text)
    #expect(response.status == .subscriptionExpired && !response.isValid)
    #expect(response.receipt == nil && response.latestPurchases.isEmpty)
    let transaction = try #require(response.transaction)
    #expect(response.latestTransaction == transaction)
    #expect(response.latestExpiredReceiptInfo == transaction)
    #expect(transaction.purchase.expiresDate?.millisecondsSince1970 == 1_595_439_546_000)
    #expect(transaction.bundleIdentifier == "com.example.app" && transaction.bundleVersion == "68")
    #expect(transaction.itemIdentifier == "1450637621")
    #expect(transaction.appItemIdentifier == "1387514950" && transaction.purchase.isCancelled)
    #expect(transaction.uniqueIdentifier == "00008020-001624500AF2002E")
    #expect(transaction.uniqueVendorIdentifier == "88DE8B5A-0B5C-48F6-A014-CBA8A07858BC")
    #expect(
      transaction.purchase.ownershipType == .purchased && transaction.purchase.isTrialPeriod == true
    )
    #expect(response.autoRenewStatus == .off && response.expirationIntent == .cancelled)
    #expect(response.isInBillingRetryPeriod == false)
    #expect(response.cancellationReason == .anotherReason)
  }

  @Test(arguments: [
    // (read, written)
    ("\"quantity\":2", "\"quantity\":\"2\""),
    ("\"transaction_id\":1000000694914109", "\"transaction_id\":\"1000000694914109\""),
    ("\"is_trial_period\":true", "\"is_trial_period\":\"true\""),
    ("\"is_trial_period\":1", "\"is_trial_period\":\"true\""),
    ("\"is_trial_period\":\"0\"", "\"is_trial_period\":\"false\""),
    ("\"cancellation_reason\":0", "\"cancellation_reason\":\"0\""),
    ("\"cancellation_reason\":\"7\"", "\"cancellation_reason\":\"7\""),
    // Kept as they are, because they would not be the same afterwards.
    ("\"quantity\":\"02\"", "\"quantity\":\"02\""), ("\"quantity\":null", "\"quantity\":null"),
    ("\"quantity\":\"many\"", "\"quantity\":\"many\""),
    ("\"is_trial_period\":\"TRUE\"", "\"is_trial_period\":\"TRUE\""),
    ("\"product_id\":null", "\"product_id\":null"), ("\"product_id\":\"\"", "\"product_id\":\"\""),
    (
      "\"purchase_date\":\"\",\"purchase_date_ms\":\"0\",\"purchase_date_pst\":null",
      "\"purchase_date\":\"\",\"purchase_date_ms\":\"0\",\"purchase_date_pst\":null"
    ),
    ("\"purchase_date\":\"\"", "\"purchase_date\":\"\""),
    ("\"x\":1,\"y\":[{}]", "\"x\":1,\"y\":[{}]"),
  ])
  func `Other forms of a value become Apple's, or stay`(read: String, written: String) throws {
    let response = try response("{\"receipt\":{\"in_app\":[{\(read)}]}}")
    #expect(response.jsonText == "{\"receipt\":{\"in_app\":[{\(written)}]}}")
    #expect(try VerifyReceiptResponse(json: response.json()) == response)
  }

  @Test func `Numbers at the top and in a receipt may be strings`() throws {
    let response = try response(
      """
      {"status":"21007","is_retryable":"1","auto_renew_status":"1",
      "receipt":{"adam_id":"504427454456956077","application_version":2}}
      """)
    #expect(response.status == .sandboxReceiptInProduction && response.isRetryable == true)
    #expect(response.receipt?.adamIdentifier == 504_427_454_456_956_077)
    #expect(
      response.jsonText == """
        {"status":21007,"is_retryable":true,"receipt":{"adam_id":504427454456956077,\
        "application_version":"2"},"auto_renew_status":1}
        """)
  }

  @Test func `Whether to ask again has one spelling once it is set`() throws {
    var response = try response("{\"status\":21007,\"is_retryable\":\"1\"}")
    response.isRetryable = nil
    #expect(response.isRetryable == nil && response.jsonText == "{\"status\":21007}")
    response = try self.response("{\"status\":21007,\"is_retryable\":true}")
    response.isRetryable = false
    #expect(response.isRetryable == false)
    #expect(response.jsonText == "{\"status\":21007,\"is-retryable\":false}")
  }

  @Test func `A value that nobody can read is a problem, and stays`() throws {
    let text = """
      {"status":0,"receipt":{"adam_id":"none","in_app":[{"quantity":"x",\
      "is_trial_period":"perhaps","expires_date":"never","expires_date_ms":"soon"}]}}
      """
    let response = try response(text)
    #expect(response.jsonText.count == text.count)
    let problems = response.problems
    #expect(Set(problems.map(\.code)) == [.unreadableValue])
    #expect(
      problems.map(\.path.description) == [
        "receipt.adam_id", "receipt.in_app[0].quantity", "receipt.in_app[0].expires_date",
        "receipt.in_app[0].expires_date_ms", "receipt.in_app[0].is_trial_period",
      ])
  }

  @Test func `A cancellation date that cannot be read still means cancelled`() throws {
    #expect(try purchase("\"cancellation_date\":\"[REDACTED]\"").isCancelled)
    #expect(try purchase("\"cancellation_date_ms\":\"soon\"").isCancelled)
    #expect(try !purchase("\"cancellation_date\":null").isCancelled)
    #expect(try !purchase("\"cancellation_date\":\"\"").isCancelled)
    let transaction = try response("{\"receipt\":{\"bid\":\"a\",\"cancellation_date_pst\":\"x\"}}")
    #expect(transaction.transaction?.purchase.isCancelled == true)
  }

  @Test func `Only status 0 with a receipt is valid`() throws {
    #expect(try !response("{\"status\":0}").isValid)
    #expect(try !response("{\"receipt\":{}}").isValid)
    #expect(try !response("{\"status\":\"zero\",\"receipt\":{}}").isValid)
    #expect(try !response("{\"status\":21006,\"receipt\":{\"bid\":\"a\"}}").isValid)
    #expect(try response("{\"status\":0,\"receipt\":{}}").isValid)
  }

  @Test func `A value that was set replaces one that could not be read`() throws {
    var purchase = try purchase("\"quantity\":null,\"x\":1")
    purchase.quantity = 3
    #expect(
      try JSONValue(parsing: JSONEncoder().encode(purchase))
        == .object(["quantity": .string("3"), "x": .integer(1)]))
    var response = VerifyReceiptResponse(status: .valid)
    response.receipt = ResponseReceipt()
    response.receipt?.inApp = [purchase]
    #expect(
      response.jsonText == "{\"status\":0,\"receipt\":{\"in_app\":[{\"quantity\":\"3\",\"x\":1}]}}")
    response.otherMembers["status"] = .array([])
    #expect(response.jsonText.hasPrefix("{\"status\":0,"))
    #expect(response.problems.isEmpty)
  }

  @Test func `The order of unknown members means nothing`() throws {
    let first = try response("{\"a\":1,\"b\":{\"c\":1,\"d\":2}}")
    let second = try response("{\"b\":{\"d\":2,\"c\":1},\"a\":1}")
    #expect(first == second && first.hashValue == second.hashValue)
    #expect(try first != response("{\"a\":1,\"b\":{\"c\":1,\"d\":3}}"))
  }

  @Test(arguments: [
    "{\"bid\":\"a\"}", "{\"transaction_id\":\"1\"}", "{\"item_id\":\"1\"}", "{\"bvrs\":\"1\"}",
    "{\"product_id\":\"a\"}",
  ])
  func `An object with keys of a transaction is one`(receipt: String) throws {
    #expect(try response("{\"receipt\":\(receipt)}").transaction != nil)
  }

  @Test(arguments: [
    "{}", "{\"in_app\":[],\"bid\":\"a\"}", "{\"bundle_id\":\"a\",\"bvrs\":\"1\"}",
    "{\"receipt_type\":\"Production\",\"bvrs\":\"1\"}",
  ])
  func `Every other object is an app receipt`(receipt: String) throws {
    #expect(try response("{\"receipt\":\(receipt)}").receipt != nil)
  }

  @Test func `Strings are escaped`() throws {
    var response = VerifyReceiptResponse()
    response.exception = "\"\\/\u{0}\u{1F}\u{7F}é😀\n"
    #expect(response.jsonText == #"{"exception":"\"\\/\u0000\u001f"# + "\u{7F}é😀" + #"\u000a"}"#)
    #expect(try VerifyReceiptResponse(json: response.json()) == response)
  }

  @Test func `Only an object is an answer`() {
    for text in ["[]", "1", "null", "\"x\"", "true"] {
      let error = #expect(throws: JSONError.self) { try VerifyReceiptResponse(json: text) }
      #expect(error?.code == .wrongType && error?.path.elements == [] && error?.offset == nil)
    }
    let error = #expect(throws: JSONError.self) {
      try VerifyReceiptResponse(json: "{\"receipt\":{\"in_app\":{}}}")
    }
    #expect(
      error?.description == "receipt.in_app: wrong type, expected an array, found an object")
  }

  @Test(arguments: [
    (#"{"status":[]}"#, "status: wrong type, expected an integer, found an array"),
    (#"{"status":1.5}"#, "status: not a 64-bit integer, expected an integer"),
    (#"{"exception":[]}"#, "exception: wrong type, expected a string, found an array"),
    (#"{"environment":true}"#, "environment: wrong type, expected a string, found a boolean"),
    (#"{"is_retryable":{}}"#, "is_retryable: wrong type, expected true or false, found an object"),
    (
      #"{"receipt":{"request_date":[]}}"#,
      "receipt.request_date: wrong type, expected a date, found an array"
    ),
    (
      #"{"pending_renewal_info":{}}"#,
      "pending_renewal_info: wrong type, expected an array, found an object"
    ),
    (
      #"{"latest_receipt_info":7}"#,
      "latest_receipt_info: wrong type, expected an array or an object, found a number"
    ),
  ])
  func `What a key promises is said`(json: String, sentence: String) {
    let error = #expect(throws: JSONError.self) { try VerifyReceiptResponse(json: json) }
    #expect(error?.description == sentence)
  }
}

extension VerifyReceiptResponse {
  /// The answer as it is sent.
  var jsonText: String { String(decoding: json(), as: UTF8.self) }
}
