import AppStoreReceipt
// What a user of VerifyReceipt writes: the snippets of its documentation, compiled and run.

import Foundation
import TestSupport
import Testing
import VerifyReceipt

@Suite struct VerifyReceiptAPITests {
  private let now = ReceiptDate(millisecondsSince1970: 1_750_000_000_000)

  private func anchored() throws -> AppleSignatureVerifier {
    try AppleSignatureVerifier(anchors: [TrustAnchor(certificate: Fixtures.certificate("root"))])
  }

  private func receipt() throws -> AppReceipt {
    try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
  }

  @Test func `Read a stored answer and compare it`() throws {
    let receipt = try receipt()
    var answer = VerifyReceiptResponse(unverified: receipt, requestDate: now)
    answer.latestReceiptInfo = answer.receipt?.inApp ?? []
    answer.latestReceipt = Data(receipt.containerBytes).base64EncodedString()
    let storedJSON = answer.json()

    let stored = try VerifyReceiptResponse(json: storedJSON)
    for purchase in stored.latestPurchases where !purchase.isCancelled {
      print(purchase.productIdentifier ?? "–", purchase.expiresDate?.receiptDate.utcText ?? "–")
    }
    for problem in stored.problems { print(problem) }
    let differences = try stored.differences()
    print(VerifyReceiptDifferenceSummary(differences))
    for difference in differences where !difference.isExpected { print(difference) }
    #expect(stored == answer)
    #expect(try stored.differences().isEmpty && stored.differences(from: receipt).isEmpty)
  }

  @Test func `Answer a request offline`() throws {
    let request = try VerifyReceiptRequest(receipt())
    var replies: [[UInt8]] = []
    func reply(with bytes: [UInt8]) { replies.append(bytes) }
    do {
      let responder = VerifyReceiptResponder(
        for: .only(["com.example.app"]), at: .production, verifier: AppleSignatureVerifier(),
        transactionVerifier: AppleTransactionVerifier())
      let answer = responder.answer(body: request.json(), at: now)
      if let failure = answer.failure { print(failure) }
      reply(with: answer.json())
      // The fixtures are not signed by Apple.
      #expect(replies == [Array("{\"status\":21003}".utf8)])

      let verified = VerifyReceiptResponder(
        for: .any, at: nil, verifier: try anchored(),
        transactionVerifier: AppleTransactionVerifier()
      ).answer(request, at: now)
      #expect(verified.isValid && verified.response.receipt?.inApp?.isEmpty == false)
    }
  }

  @Test func `Answer for a validated receipt`() throws {
    let receipt = try receipt()
    let expectations = ReceiptExpectations(
      bundleIdentifier: "com.example.app", devices: .notChecked, now: now)
    let error = #expect(throws: ReceiptValidationError.self) {
      let validated = try receipt.validate(expectations, verifier: AppleSignatureVerifier())
      let answer = VerifyReceiptResponse(validated, requestDate: now)
      _ = answer
    }
    #expect(error?.check == .signature && error?.reason.name == "untrustedRoot")
    let validated = try receipt.validate(expectations, verifier: anchored())
    let storedJSON = VerifyReceiptResponse(validated, requestDate: now).json()

    let stored = try VerifyReceiptResponse(json: storedJSON)
    let answer = VerifyReceiptResponse(validated, requestDate: now)
    let differences = stored.differences(from: validated.receipt)
    #expect(differences.isEmpty && answer.isValid)
    #expect(
      try JSONDecoder().decode(VerifyReceiptResponse.self, from: Data(answer.json())) == answer)
  }

  @Test func `Ask Apple, but for the connection`() async throws {
    let request = VerifyReceiptRequest(receiptData: "MIIT", password: "secret")
    var outcomes: [VerifyReceiptExchange.Outcome] = [
      .response(VerifyReceiptResponse(status: .sandboxReceiptInProduction)), .httpStatus(503),
      .response(VerifyReceiptResponse(status: .notAuthenticated)),
    ]
    var (asked, delays): ([URL], Int) = ([], 0)
    func delay() async { delays += 1 }
    func post(_ body: [UInt8], to url: URL) async -> VerifyReceiptExchange.Outcome {
      asked.append(url)
      return outcomes.removeFirst()
    }

    var exchange = VerifyReceiptExchange()
    while case .ask(let endpoint, let isRetry) = exchange.step {
      if isRetry { await delay() }
      exchange.receive(await post(request.json(), to: endpoint.url))
    }
    #expect(
      asked.map(\.host) == ["buy.itunes.apple.com"]
        + Array(repeating: "sandbox.itunes.apple.com", count: 2))
    #expect(delays == 1)
    guard case .giveUp(.refused(let response)) = exchange.step else {
      Issue.record("not refused")
      return
    }
    #expect(response.status == .notAuthenticated)
  }

  @Test func `Values can be made and changed`() throws {
    var response = VerifyReceiptResponse(status: .valid)
    var purchase = ResponsePurchase()
    purchase.purchaseDate = VerifyReceiptDate(now)
    purchase.ownershipType = .familyShared
    response.receipt = ResponseReceipt()
    response.receipt?.inApp = [purchase]
    response.otherMembers["note"] = .array([.number(.init(1)), .null])
    #expect(try VerifyReceiptResponse(json: response.json()) == response)
    #expect(Set([response, response]).count == 1)
    do {
      _ = try VerifyReceiptResponse(json: "{\"receipt\":{\"in_app\":[7]}}")
    } catch {
      // Typed throws: no cast.
      #expect(error.code == .wrongType && error.expected == "an object")
      #expect(error.path.elements == [.key("receipt"), .key("in_app"), .index(0)])
    }
  }
}
