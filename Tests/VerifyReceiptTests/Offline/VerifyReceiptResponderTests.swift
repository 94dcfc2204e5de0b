import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// What an endpoint answers, and why.
@Suite struct VerifyReceiptResponderTests {
  static let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_123)
  private static let app = KnownApps.only(["com.example.app"])
  private static let refusing = RefusingVerifier(code: .signatureMismatch)

  private static func data(
    environment: String? = "Production", bundle: String? = "com.example.app", _ more: [UInt8]...
  ) throws -> String {
    func text(_ type: Int64, _ value: String) -> [UInt8] {
      SampleReceipt.attribute(type, DER.utf8(value))
    }
    let receipt = SampleReceipt(
      of: [
        environment.map { text(0, $0) }, bundle.map { text(2, $0) },
        SampleReceipt.attribute(12, DER.ia5("2025-12-01T10:00:00Z")),
      ].compactMap { $0 } + more)
    return Data(try AppReceipt(receipt.bytes).containerBytes).base64EncodedString()
  }

  static func responder(
    _ apps: KnownApps = app, _ endpoint: VerifyReceiptEndpoint? = nil
  ) -> VerifyReceiptResponder<AcceptingVerifier, RefusingVerifier> {
    VerifyReceiptResponder(
      for: apps, at: endpoint, verifier: AcceptingVerifier(), transactionVerifier: refusing)
  }

  private func body(_ data: String) -> [UInt8] { Array("{\"receipt-data\":\"\(data)\"}".utf8) }

  /// The check that failed, and how.
  func reason(_ answer: VerifyReceiptAnswer) -> String {
    switch answer.failure {
    case nil: "none"
    case .request(let error): "request \(error.code.rawValue)"
    case .receipt(let error): "receipt \(error.code.rawValue)"
    case .validation(let error): "\(error.check) \(error.reason.name)"
    case .transactionReceipt(let error): "transaction receipt \(error.code.rawValue)"
    case .transactionValidation(let error): "transaction \(error.check) \(error.reason.name)"
    case .subscriptionExpired(let date): "expired \(date?.utcText ?? "–")"
    case .wrongPassword: "password"
    case .temporary: "temporary"
    }
  }

  @Test(arguments: [
    ("", 21000, "request truncated"), (" ", 21000, "request truncated"),
    ("x", 21000, "request unexpectedCharacter"),
    ("receipt-data=MIIT", 21000, "request unexpectedCharacter"),
    ("[]", 21000, "request wrongType"), ("\"MIIT\"", 21000, "request wrongType"),
    ("null", 21000, "request wrongType"), ("7", 21000, "request wrongType"),
    ("{\"receipt-data\":\"MIIT\"", 21000, "request truncated"),
    ("{} {}", 21000, "request trailingCharacters"),
    ("\u{FEFF}{}", 21000, "request unexpectedCharacter"),
    ("{\"receipt-data\":\"\",\"receipt-data\":\"\"}", 21000, "request duplicateKey"),
    ("{\"receipt-data\":\"a\nb\"}", 21000, "request invalidString"),
    (
      "{\"receipt-data\":\"\",\"x\":\(String(repeating: "[", count: 100))}", 21000,
      "request tooDeep"
    ),
    ("{\"receipt-data\":\"MIIT\",\"password\":[]}", 21000, "request wrongType"),
    ("{}", 21002, "receipt empty"), ("{\"receipt-data\":null}", 21002, "receipt empty"),
    ("{\"receipt-data\":\"\"}", 21002, "receipt empty"),
    ("{\"receipt-data\":[]}", 21002, "request wrongType"),
    ("{\"receipt-data\":{}}", 21002, "request wrongType"),
    ("{\"receipt-data\":true}", 21002, "request wrongType"),
    ("{\"receipt-data\":1e400}", 21002, "request numberOutOfRange"),
    ("{\"receipt-data\":7}", 21002, "receipt transactionIdentifier"),
    ("{\"receipt-data\":1.5}", 21002, "request numberOutOfRange"),
    ("{\"receipt-data\":\"MIIT\",\"exclude-old-transactions\":{}}", 21000, "request wrongType"),
    (
      "{\"receipt-data\":\"MIIT\",\"exclude-old-transactions\":\"maybe\"}", 21002,
      "receipt truncated"
    ),
    ("{\"receipt-data\":\"MIIT\",\"exclude-old-transactions\":1}", 21002, "receipt truncated"),
    ("{\"Receipt-Data\":\"MIIT\"}", 21002, "receipt empty"),
    ("{\"receipt-data\":\"\\ud800\"}", 21000, "request invalidString"),
    ("{\"receipt-data\":\" MIIT\"}", 21002, "receipt base64WithSpaces"),
    ("{\"receipt-data\":\"MII-\"}", 21002, "receipt base64InvalidCharacter"),
    ("{\"receipt-data\":\"MII\"}", 21002, "receipt base64InvalidLength"),
    ("{\"receipt-data\":\"{}\"}", 21002, "receipt jsonObject"),
    ("{\"receipt-data\":\"MIIT!\"}", 21002, "receipt base64InvalidCharacter"),
    ("{\"receipt-data\":\"MIIT\"}", 21002, "receipt truncated"),
  ])
  func `Every body has an answer`(body: String, status: Int64, reason: String) {
    let answer = Self.responder().answer(body: Array(body.utf8), at: Self.now)
    #expect(answer.json() == Array("{\"status\":\(status)}".utf8))
    #expect(self.reason(answer) == reason && !answer.isValid)
    #expect(answer.failure.map { "\($0)".isEmpty } == false)
  }

  @Test func `Limits are the caller's`() throws {
    let body = body(try Self.data())
    let limits = JSONLimits(maximumBytes: body.count)
    #expect(Self.responder().answer(body: body, at: Self.now, limits: limits).isValid)
    let answer = Self.responder().answer(
      body: body, at: Self.now, limits: JSONLimits(maximumBytes: body.count - 1))
    #expect(answer.response.status == .unreadableRequest && reason(answer) == "request tooLarge")
  }

  @Test func `A valid receipt is answered, and why one is not is beside the answer`() throws {
    let answer = Self.responder().answer(body: body(try Self.data()), at: Self.now)
    #expect(answer.isValid && answer.failure == nil && answer.response.status == .valid)
    #expect(answer.response.receipt?.requestDate?.receiptDate == Self.now)
    #expect(Set([answer, answer]).count == 1)

    let request = VerifyReceiptRequest(receiptData: try Self.data())
    for (code, status) in [
      (ReceiptSignatureError.Code.signatureMismatch, Int64(21003)), (.xcodeNotAllowed, 21002),
    ] {
      let answer = VerifyReceiptResponder(
        for: .any, at: nil, verifier: RefusingVerifier(code: code),
        transactionVerifier: Self.refusing
      ).answer(request, at: Self.now)
      #expect(answer.response.jsonText == "{\"status\":\(status)}")
      #expect(reason(answer) == "signature \(code.rawValue)")
    }
    let expired = try Self.data(SampleReceipt.attribute(21, DER.ia5("2025-12-31T00:00:00Z")))
    let late = Self.responder().answer(body: body(expired), at: Self.now)
    #expect(late.response.status == .notAuthenticated && reason(late) == "expiration expired")
  }

  @Test(
    arguments: [
      (KnownApps.only(["com.example.app"]), "com.example.app", true),
      (.only(["com.example.app", "b"]), "com.example.app", true),
      (.only(["com.example.app"]), "com.example.other", false),
      (.only(["caf\u{E9}"]), "cafe\u{301}", false), (.only([]), "com.example.app", false),
      (.only([]), "", false), (.only(["a", "b"]), nil, false), (.any, "com.example.other", true),
      (.any, nil, false),
    ] as [(KnownApps, String?, Bool)])
  func `A receipt for another app is valid only if every app is asked for`(
    apps: KnownApps, bundle: String?, isValid: Bool
  ) throws {
    let body = body(try Self.data(bundle: bundle))
    let answer = Self.responder(apps).answer(body: body, at: Self.now)
    #expect(
      answer.isValid == isValid
        && answer.response.receipt?.bundleIdentifier == (isValid ? bundle : nil))
    #expect(isValid || reason(answer).hasPrefix("bundleIdentifier "))
    #expect(answer.response.status == (isValid ? .valid : .notAuthenticated))
  }

  @Test(arguments: [(30, 0), (31, 21003)] as [(Int, Int64)])
  func `An environment that no reader of JSON takes has no endpoint`(
    marks: Int, status: Int64
  ) throws {
    let name = "Sandbox" + String(repeating: "\u{301}", count: marks)
    let responder = Self.responder(Self.app, .sandbox)
    let answer = responder.answer(body: body(try Self.data(environment: name)), at: Self.now)
    #expect(answer.response.status?.rawValue == status)
    #expect(try VerifyReceiptResponse(json: answer.response.json()) == answer.response)
  }

  @Test(
    arguments: [
      ("Production", 0, 21008, 0), ("ProductionVPP", 0, 21008, 0),
      ("ProductionSandbox", 21007, 0, 0),
      ("ProductionVPPSandbox", 21007, 0, 0), ("NewSandbox", 21007, 0, 0),
      ("Xcode", 21002, 21002, 21002), ("Elsewhere", 21003, 21003, 21003),
      (nil, 21003, 21003, 21003),
    ] as [(String?, Int64, Int64, Int64)])
  func `Each endpoint answers for its environments`(
    environment: String?, production: Int64, sandbox: Int64, both: Int64
  ) throws {
    let body = body(try Self.data(environment: environment))
    for (endpoint, status) in [
      (VerifyReceiptEndpoint.production, production), (.sandbox, sandbox), (nil, both),
    ] as [(VerifyReceiptEndpoint?, Int64)] {
      let answer = Self.responder(Self.app, endpoint).answer(body: body, at: Self.now)
      #expect(answer.response.status?.rawValue == status)
      #expect(answer.isValid == (status == 0) && (answer.failure == nil) == answer.isValid)
      #expect(status == 0 || reason(answer).hasPrefix("environment "))
    }
  }

  @Test(arguments: [
    (VerifyReceiptAnswer.unavailable, VerifyReceiptStatus.serverUnavailable),
    (.internalError, .internalDataAccess),
  ])
  func `A server that can't answer now says so, and that it may be asked again`(
    answer: VerifyReceiptAnswer, status: VerifyReceiptStatus
  ) throws {
    #expect(!answer.isValid && answer.failure == .temporary)
    #expect(
      answer.json()
        == Array(
          "{\"status\":\(status.rawValue),\"is-retryable\":true,\"is_retryable\":true}".utf8))
    #expect(try VerifyReceiptResponse(json: answer.json()).isRetryable == true)
    var exchange = VerifyReceiptExchange()
    #expect(exchange.receive(.response(answer.response)) == .ask(.production, isRetry: true))
  }

  // MARK: The real verifiers

  private func anchored(
    _ apps: KnownApps = app, at endpoint: VerifyReceiptEndpoint? = nil
  ) throws -> VerifyReceiptResponder<AppleSignatureVerifier, AppleTransactionVerifier> {
    let root = try TrustAnchor(certificate: Fixtures.certificate("root"))
    let folder = Fixtures.root.appending(path: "Tests/Fixtures/Transactions")
    let issuers = try [
      Fixtures.bytes(of: folder.appending(path: "store.cer")),
      Fixtures.certificate("developer-relations-sha1"),
      Fixtures.certificate("developer-relations-sha256"),
    ].map { try IssuerCertificate(certificate: $0) }
    return VerifyReceiptResponder(
      for: apps, at: endpoint, verifier: AppleSignatureVerifier(anchors: [root]),
      transactionVerifier: AppleTransactionVerifier(anchors: [root], issuers: issuers))
  }

  @Test func `With the real verifier`() throws {
    var bytes = try Fixtures.receipt("ios-sha1-purchases")
    let responder = try anchored()
    #expect(responder.answer(body: body(Data(bytes).base64EncodedString()), at: Self.now).isValid)
    bytes[bytes.count - 1] ^= 1
    let spoiled = responder.answer(body: body(Data(bytes).base64EncodedString()), at: Self.now)
    #expect(spoiled.response.jsonText == "{\"status\":21003}")
    #expect(reason(spoiled).hasPrefix("signature "))
    let xcode = try Data(Fixtures.receipt("xcode-ber")).base64EncodedString()
    let answer = responder.answer(body: body(xcode), at: Self.now)
    #expect(!answer.isValid && answer.failure != nil)
  }

  private func transaction(
    _ name: String, at date: String = "2012-01-01T00:00:00Z",
    _ change: (inout VerifyReceiptResponder<AppleSignatureVerifier, AppleTransactionVerifier>) ->
      Void = { _ in }
  ) throws -> VerifyReceiptAnswer {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/\(name).plist")
    var responder = try anchored()
    change(&responder)
    let data = Data(try Fixtures.bytes(of: file)).base64EncodedString()
    return responder.answer(body: body(data), at: try #require(ReceiptDate(date)))
  }

  @Test func `Transaction receipts come to the same endpoint`() throws {
    let answer = try transaction("P02-v3")
    #expect(answer.isValid && answer.failure == nil && answer.response.transaction != nil)
    for (name, status, reason) in [
      ("S02-signature-changed", 21003, "transaction signature "),
      ("S10-version-4", 21002, "transaction signature "),
      ("E01-bundle-other", 21003, "transaction bundleIdentifier differs"),
    ] {
      let answer = try transaction(name)
      #expect(answer.response.jsonText == "{\"status\":\(status)}")
      #expect(self.reason(answer).hasPrefix(reason), "\(name)")
    }
    #expect(try transaction("E01-bundle-other") { $0.apps = .any }.isValid)
    #expect(try transaction("P02-v3") { $0.apps = .only([]) }.response.status == .notAuthenticated)

    let fragment = Data("{\n\"purchase-info\" = \"\";}".utf8).base64EncodedString()
    let unreadable = try anchored().answer(body: body(fragment), at: Self.now)
    #expect(unreadable.response.status == .malformedReceipt)
    #expect(self.reason(unreadable).hasPrefix("transaction receipt "))
  }

  @Test func `An expired subscription gets 21006 and its receipt`() throws {
    let answer = try transaction("P11-expired", at: "2100-01-01T00:00:00Z")
    #expect(answer.response.status == .subscriptionExpired && !answer.isValid)
    let end = try #require(answer.response.transaction?.purchase.expiresDate?.receiptDate)
    #expect(answer.failure == .subscriptionExpired(end))
    let unreadable = try transaction("E14-expiration-unreadable")
    #expect(unreadable.failure == .subscriptionExpired(nil))
    #expect(answer.failure?.description.hasSuffix(end.utcText) == true)
  }

  @Test func `A cancelled transaction is answered only if it is asked for`() throws {
    let name = "E10-cancelled"
    let refused = try transaction(name)
    #expect(refused.response.jsonText == "{\"status\":21003}")
    #expect(reason(refused) == "transaction cancellation cancelled")
    let accepted = try transaction(name) { $0.acceptsCancelledTransactions = true }
    #expect(
      accepted.response.status == .valid
        && accepted.response.transaction?.purchase.isCancelled == true)
  }

  @Test(
    arguments: [
      ("P01-v2", VerifyReceiptEndpoint.production, 0), ("P01-v2", .sandbox, 21008),
      ("P04-sandbox", .production, 21007), ("P04-sandbox", .sandbox, 0), ("P04-sandbox", nil, 0),
    ] as [(String, VerifyReceiptEndpoint?, Int64)])
  func `Each endpoint answers for its transactions`(
    name: String, endpoint: VerifyReceiptEndpoint?, status: Int64
  ) throws {
    let answer = try transaction(name) { $0.endpoint = endpoint }
    #expect(answer.response.status?.rawValue == status)
    #expect((answer.failure == nil) == (status == 0))
  }
}
