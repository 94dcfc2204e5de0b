import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// The shared secret, and its place among the checks.
@Suite struct SharedSecretTests {
  private static let secret = "0123456789abcdef0123456789abcdef"

  private func responder(
    _ secret: String? = secret, at endpoint: VerifyReceiptEndpoint? = .production,
    refusing code: ReceiptSignatureError.Code? = nil
  ) throws -> any Answering {
    let root = try TrustAnchor(certificate: Fixtures.certificate("root"))
    let folder = Fixtures.root.appending(path: "Tests/Fixtures/Transactions")
    let issuers = try [
      Fixtures.bytes(of: folder.appending(path: "store.cer")),
      Fixtures.certificate("developer-relations-sha256"),
    ].map { try IssuerCertificate(certificate: $0) }
    let transactions = AppleTransactionVerifier(anchors: [root], issuers: issuers)
    func made(
      _ verifier: some ReceiptSignatureVerifier & Sendable
    ) -> any Answering {
      var responder = VerifyReceiptResponder(
        for: .any, at: endpoint, verifier: verifier, transactionVerifier: transactions)
      responder.sharedSecret = secret
      return responder
    }
    return if let code { made(RefusingVerifier(code: code)) } else { made(AcceptingVerifier()) }
  }

  private func body(
    _ data: String, _ password: String?
  ) -> [UInt8] {
    Array("{\"receipt-data\":\"\(data)\"\(password.map { ",\"password\":\($0)" } ?? "")}".utf8)
  }

  private func receipt(_ environment: String = "Production") throws -> String {
    let sample = SampleReceipt(
      SampleReceipt.attribute(0, DER.utf8(environment)),
      SampleReceipt.attribute(2, DER.utf8("com.example.app")),
      SampleReceipt.attribute(12, DER.ia5("2025-12-01T10:00:00Z")))
    return Data(try AppReceipt(sample.bytes).containerBytes).base64EncodedString()
  }

  @Test(
    arguments: [
      (nil, false), ("null", false), ("\"\"", false), ("\"0123\"", false),
      ("\"\(secret)\"", true), ("\"\(secret)0\"", false), ("\" \(secret)\"", false),
      ("\"\(secret.dropLast())\"", false), ("\"\(secret.dropLast())0\"", false),
      ("\"1\(secret.dropFirst())\"", false), ("\"\(secret.uppercased())\"", false),
      ("\"\(secret.dropLast())\\u0066\"", true), ("\"\(secret)\\u0000\"", false),
      ("\"\(secret + String(repeating: "0", count: 256))\"", false),
      ("\"\(secret + String(repeating: secret, count: 2048))\"", false),
    ] as [(String?, Bool)])
  func `Only the secret itself is the secret`(password: String?, isRight: Bool) throws {
    let answer = try responder().answer(body(receipt(), password))
    #expect(answer.isValid == isRight)
    #expect((answer.failure == nil) == isRight)
    if !isRight {
      // What Apple answers, in 2018 as in 2024.
      #expect(answer.response.jsonText == "{\"status\":21004,\"environment\":\"Production\"}")
      #expect(answer.failure == .wrongPassword)
    }
    #expect(try responder(nil).answer(body(receipt(), password)).isValid)
  }

  @Test func `An empty secret is one, and must be given`() throws {
    #expect(try !responder("").answer(body(receipt(), nil)).isValid)
    #expect(try !responder("").answer(body(receipt(), "\"x\"")).isValid)
    // An empty string reads as no password.
    #expect(try !responder("").answer(body(receipt(), "\"\"")).isValid)
  }

  @Test func `It is compared after the receipt and its environment, before expiry`() throws {
    let wrong = "\"x\""
    #expect(try responder().answer(body("MIIT", wrong)).response.status == .malformedReceipt)
    #expect(try responder().answer(body("MIIT", "[]")).response.status == .unreadableRequest)
    #expect(
      try responder(refusing: .signatureMismatch).answer(body(receipt(), wrong)).response.status
        == .notAuthenticated)
    #expect(
      try responder().answer(body(receipt("ProductionSandbox"), wrong)).response.status
        == .sandboxReceiptInProduction)
    #expect(
      try responder(at: .sandbox).answer(body(receipt(), wrong)).response.status
        == .productionReceiptInSandbox)

    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P11-expired.plist")
    let expired = Data(try Fixtures.bytes(of: file)).base64EncodedString()
    let refused = try responder(at: nil).answer(body(expired, wrong))
    #expect(refused.response.jsonText == "{\"status\":21004}" && refused.failure == .wrongPassword)
    let answer = try responder(at: nil).answer(body(expired, "\"\(Self.secret)\""))
    #expect(answer.response.status == .subscriptionExpired)
  }

  @Test func `Printing a responder doesn't show it`() throws {
    let responder = try responder()
    #expect(!"\(responder)".contains(Self.secret) && "\(responder)".contains("given"))
    #expect(!String(reflecting: responder).contains(Self.secret))
    #expect(try "\(self.responder(nil))".contains("none"))
  }
}

/// A responder, whatever its verifiers.
private protocol Answering {
  func answer(body: some Collection<UInt8>, at date: ReceiptDate, limits: JSONLimits)
    -> VerifyReceiptAnswer
}

extension Answering {
  fileprivate func answer(_ body: [UInt8]) -> VerifyReceiptAnswer {
    answer(body: body, at: ReceiptDate(millisecondsSince1970: 4_102_444_800_000), limits: .default)
  }
}

extension VerifyReceiptResponder: Answering {}
