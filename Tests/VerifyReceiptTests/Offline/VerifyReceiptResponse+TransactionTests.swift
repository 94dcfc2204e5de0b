import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Answers for transaction receipts in the style of iOS 6.
@Suite struct TransactionTests {
  private static let folder = Fixtures.root.appending(path: "Tests/Fixtures/Transactions")

  private static let names = Fixtures.files(
    in: "Transactions", withPrefix: "P", extension: "plist"
  ).map(\.lastPathComponent)

  private func date(_ text: String) throws -> ReceiptDate { try #require(ReceiptDate(text)) }

  private func bytes(_ name: String) throws -> [UInt8] {
    try Fixtures.bytes(of: Self.folder.appending(path: name))
  }

  private func receipt(_ name: String) throws -> TransactionReceipt {
    try TransactionReceipt(bytes(name))
  }

  private func verifier() throws -> AppleTransactionVerifier {
    try AppleTransactionVerifier(
      anchors: [TrustAnchor(certificate: Fixtures.certificate("root"))],
      issuers: [
        IssuerCertificate(
          certificate: Fixtures.bytes(of: Self.folder.appending(path: "store.cer"))),
        IssuerCertificate(certificate: Fixtures.certificate("developer-relations-sha1")),
        IssuerCertificate(certificate: Fixtures.certificate("developer-relations-sha256")),
      ])
  }

  private let expectations = ReceiptExpectations(
    bundleIdentifier: "com.example.app", devices: .notChecked, now: .notChecked,
    acceptsCancelled: true, environments: .productionAndSandbox)

  private func validated(_ name: String) throws -> ValidatedTransactionReceipt {
    try receipt(name).validate(expectations, verifier: verifier())
  }

  /// A receipt with a purchase of these keys, which nobody has signed.
  private func unsigned(_ purchase: String) throws -> TransactionReceipt {
    let info = Data(purchase.utf8).base64EncodedString()
    return try TransactionReceipt(Array("{\"purchase-info\" = \"\(info)\";}".utf8))
  }

  @Test func `The keys are the purchase's, in Apple's form`() throws {
    let receipt = try unsigned(
      """
      {"quantity" = "1"; "product-id" = "pro"; "transaction-id" = "12"; "bid" = "com.example.app";
      "bvrs" = "68"; "purchase-date-ms" = "1595439546000"; "is-trial-period" = "true";
      "expires-date" = "1595439546000"; "unique-identifier" = "00008020"; "x-new" = "y";}
      """)
    let answer = VerifyReceiptResponse(unverified: receipt)
    #expect(
      answer.jsonText == """
        {"receipt":{"quantity":"1","product_id":"pro","transaction_id":"12",\
        "purchase_date":"2020-07-22 17:39:06 Etc/GMT","purchase_date_ms":"1595439546000",\
        "purchase_date_pst":"2020-07-22 10:39:06 America/Los_Angeles",\
        "expires_date":"1595439546000",\
        "expires_date_formatted":"2020-07-22 17:39:06 Etc/GMT",\
        "expires_date_formatted_pst":"2020-07-22 10:39:06 America/Los_Angeles",\
        "bid":"com.example.app","bvrs":"68","unique_identifier":"00008020",\
        "is_trial_period":"true","x_new":"y"}}
        """)
    #expect(answer.status == nil && !answer.isValid)
  }

  @Test func `A key that only looks like Apple's takes no place`() throws {
    for purchase in [
      "{\"bid\" = \"a\"; \"cancellation_date\" = \"\"; \"cancellation-date\" = \"ever\";}",
      "{\"cancellation-date\" = \"ever\"; \"cancellation_date\" = \"\"; \"bid\" = \"a\";}",
    ] {
      let answer = VerifyReceiptResponse(unverified: try unsigned(purchase))
      #expect(answer.transaction?.purchase.isCancelled == true)
      #expect(answer.transaction?.bundleIdentifier == "a")
    }
    let unknown = try unsigned("{\"x_new\" = \"a\"; \"x-new\" = \"b\";}")
    #expect(
      VerifyReceiptResponse(unverified: unknown).jsonText == #"{"receipt":{"x_new":"b"}}"#)
  }

  @Test(arguments: names)
  func `A validated receipt is answered with its purchase`(name: String) throws {
    let validated = try validated(name)
    let answer = VerifyReceiptResponse(validated, at: try date("2012-01-01T00:00:00Z"))
    #expect(answer.status == .valid && answer.isValid && answer.receipt == nil)
    let (transaction, purchase) = (try #require(answer.transaction), validated.purchaseInfo)
    #expect(transaction.bundleIdentifier == purchase.bundleIdentifier)
    #expect(transaction.purchase.transactionIdentifier == purchase.transactionIdentifier)
    #expect(transaction.purchase.purchaseDate?.receiptDate == purchase.purchaseDate)
    #expect(transaction.purchase.expiresDate?.receiptDate == purchase.expiresDate)
    #expect(transaction.purchase.isCancelled == purchase.isCancelled)
    #expect(try VerifyReceiptResponse(json: answer.json()) == answer)
  }

  @Test func `An expired subscription gets 21006, with its purchase`() throws {
    let validated = try validated("P11-expired.plist")
    let end = try #require(validated.purchaseInfo.expiresDate)
    let before = ReceiptDate(millisecondsSince1970: end.millisecondsSince1970 - 1)
    #expect(VerifyReceiptResponse(validated, at: before).status == .valid)
    let answer = VerifyReceiptResponse(validated, at: end)
    #expect(answer.status == .subscriptionExpired && !answer.isValid)
    #expect(answer.transaction?.purchase.expiresDate?.receiptDate == end)
    var checked = expectations
    checked.now = .required(end)
    let error = #expect(throws: TransactionValidationError.self) {
      try validated.receipt.validate(checked, verifier: verifier())
    }
    #expect(error.map { VerifyReceiptStatus(offline: $0) } == .subscriptionExpired)
  }

  @Test func `An end that cannot be read has come`() throws {
    let validated = try validated("E14-expiration-unreadable.plist")
    let answer = VerifyReceiptResponse(validated, at: try date("2000-01-01T00:00:00Z"))
    #expect(answer.status == .subscriptionExpired && !answer.isValid)
  }

  @Test(arguments: [
    ("P01-v2.plist", VerifyReceiptStatus.valid, VerifyReceiptStatus.productionReceiptInSandbox),
    ("P04-sandbox.plist", .sandboxReceiptInProduction, .valid),
  ])
  func `Each endpoint answers for its environment`(
    name: String, production: VerifyReceiptStatus, sandbox: VerifyReceiptStatus
  ) throws {
    let validated = try validated(name)
    let now = try date("2012-01-01T00:00:00Z")
    let request = VerifyReceiptRequest(receiptData: try Data(bytes(name)).base64EncodedString())
    for (endpoint, status) in [(VerifyReceiptEndpoint.production, production), (.sandbox, sandbox)]
    {
      let responder = VerifyReceiptResponder(
        for: .any, at: endpoint, verifier: AppleSignatureVerifier(),
        transactionVerifier: try verifier())
      let answer = responder.answer(request, at: now).response
      #expect(answer.status == status && (answer.transaction != nil) == (status == .valid))
      var strict = expectations
      strict.environments = .required([])
      let error = #expect(throws: TransactionValidationError.self) {
        try validated.receipt.validate(strict, verifier: verifier())
      }
      #expect(
        error.map { VerifyReceiptStatus(offline: $0, endpoint: endpoint) }
          == (status == .valid ? .notAuthenticated : status))
      #expect(error.map { VerifyReceiptStatus(offline: $0) } == .notAuthenticated)
    }
  }
}
