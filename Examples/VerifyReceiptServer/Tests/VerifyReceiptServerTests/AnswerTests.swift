import AppStoreReceipt
import Foundation
import ReceiptTesting
import Testing
import VerifyReceipt

@testable import VerifyReceiptServer

@Suite(.timeLimit(.minutes(5))) struct AnswerTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let path: String
    let body: String
    let code: Int64
    var testDescription: String { name }

    init(_ name: String, _ path: String, _ body: String, _ code: Int64) {
      (self.name, self.path, self.body, self.code) = (name, path, body, code)
    }
  }

  static let rows = [
    Row("genuine", "/verifyReceipt", Sample.body(Sample.receipt()), 0),
    Row(
      "genuine, sandbox", "/sandbox/verifyReceipt",
      Sample.body(Sample.receipt(.productionSandbox)), 0),
    Row(
      "a sandbox receipt", "/verifyReceipt", Sample.body(Sample.receipt(.productionSandbox)), 21007),
    Row("a production receipt", "/sandbox/verifyReceipt", Sample.body(Sample.receipt()), 21008),
    Row("forged", "/verifyReceipt", Sample.body(Sample.receipt(faults: [.purchaseForged])), 21003),
    Row(
      "another app", "/verifyReceipt",
      Sample.body(Sample.receipt(bundleIdentifier: "com.example.other")), 21003),
    Row("cut short", "/verifyReceipt", Sample.body(Sample.receipt(faults: [.truncated])), 21002),
    Row("no receipt", "/verifyReceipt", "{}", 21002),
    Row("no JSON", "/verifyReceipt", "receipt-data=MII", 21000),
    Row("nothing", "/verifyReceipt", "", 21000),
  ]

  @Test(arguments: rows) func everyAnswerIsTheLibrarys(_ row: Row) async throws {
    try await RunningServer.run { server in
      let answer = try await server.answer(to: Sample.post(row.body, to: row.path))
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.code == row.code)

      let isSandbox = row.path.hasPrefix("/sandbox")
      let responder = VerifyReceiptResponder(
        for: .only(["com.example.app"]), at: isSandbox ? .sandbox : .production,
        verifier: AppleSignatureVerifier(anchors: [RunningServer.authority.anchor]),
        transactionVerifier: AppleTransactionVerifier())
      // The time of the answer is in it, so that is taken from the answer itself.
      let date = try VerifyReceiptResponse(json: answer.body).receipt?.requestDate?.receiptDate
      let expected = responder.answer(
        body: Array(row.body.utf8), at: date ?? ReceiptDate(millisecondsSince1970: 0))
      #expect(answer.text == String(decoding: expected.json(), as: UTF8.self))
    }
  }

  @Test(arguments: ["/verifyReceipt", "/health", "/metrics", "/nothing"])
  func anAnswerToHEADIsTheHeadAlone(_ path: String) async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        let head = "HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try await connection.send(head + Sample.get("/health"))
        let answer = try await connection.receiveHead()
        #expect(answer?.status == (path == "/nothing" ? 404 : 200))
        let length = answer?.headers["content-length"].flatMap(Int.init) ?? 0
        #expect(length > 2)
        // The next bytes are the next answer.
        #expect(try await connection.receive()?.text == "ok\n")
      }
    }
  }

  @Test(arguments: ["GET", "PUT", "DELETE", "OPTIONS"])
  func otherMethodsAreAnsweredLikeAnEmptyBody(_ method: String) async throws {
    try await RunningServer.run { server in
      let body = Sample.body(Sample.receipt())
      let request = Sample.post(body).replacing("POST", with: method)
      try await server.connect { connection in
        try await connection.send(request)
        let answer = try await connection.receive()
        #expect(answer?.status == 200)
        #expect(answer?.text == #"{"status":21000}"#)
      }
    }
  }

  @Test func otherPathsAreNotFound() async throws {
    try await RunningServer.run { server in
      for path in ["/", "/verifyreceipt", "/production/verifyReceipt", "/sandbox"] {
        let answer = try await server.answer(to: Sample.post("{}", to: path))
        #expect(answer.status == 404, "\(path)")
      }
    }
  }

  @Test func theSandboxCanHaveAHostName() async throws {
    let body = Sample.body(Sample.receipt(.productionSandbox))
    try await RunningServer.run(["--sandbox-host", "Sandbox.example.com"]) { server in
      for (host, code) in [("sandbox.example.com:8080", 0), ("buy.example.com", 21007)] {
        let request = Sample.post(body).replacing("localhost", with: host)
        let answer = try await server.answer(to: request)
        #expect(answer.code == Int64(code), "\(host)")
      }
    }
  }

  @Test func anyAppIsAnsweredIfAsked() async throws {
    let body = Sample.body(Sample.receipt(bundleIdentifier: "com.example.other"))
    try await RunningServer.run(app: ["--any-app"]) { server in
      let answer = try await server.answer(to: Sample.post(body))
      #expect(answer.code == 0)
    }
  }

  @Test func theSharedSecretIsChecked() async throws {
    let receipt = Sample.receipt()
    try await RunningServer.run(["--shared-secret", "s3cret"]) { server in
      for (password, code) in [("s3cret", 0), ("s3cre", 21004), (nil, 21004)] {
        let answer = try await server.answer(
          to: Sample.post(Sample.body(receipt, password: password)))
        #expect(answer.code == Int64(code))
      }
    }
  }

  @Test func base64IsApplesUnlessAskedOtherwise() async throws {
    let body = Sample.body(Sample.receipt()).replacing(#"":""#, with: #"":"\n"#)
    for (options, code) in [([], 21002), (["--tolerant-base64"], 0)] {
      try await RunningServer.run(options) { server in
        let answer = try await server.answer(to: Sample.post(body))
        #expect(answer.code == Int64(code))
      }
    }
  }

  @Test func latestReceiptInfoIsDerivedIfAsked() async throws {
    let body = Sample.body(Sample.receipt(isSubscribed: true))
    for (options, isDerived) in [([], false), (["--derived-latest-receipt-info"], true)] {
      try await RunningServer.run(options) { server in
        let answer = try await server.answer(to: Sample.post(body))
        #expect(answer.code == 0)
        #expect(answer.text.contains(#""latest_receipt_info":["#) == isDerived)
      }
    }
  }

  /// 21006 needs a receipt of iOS 6, which the fixtures have.
  @Test func expiredTransactionsOfIOS6AreAnswered() async throws {
    let fixtures = URL(filePath: #filePath).appending(path: "../../../../../Tests/Fixtures")
      .standardizedFileURL
    let options = [
      "--root", fixtures.appending(path: "authority/root.cer").path(),
      "--issuer", fixtures.appending(path: "Transactions/store.cer").path(),
    ]
    let receipt = try Data(contentsOf: fixtures.appending(path: "Transactions/E12-expired.plist"))
    try await RunningServer.run(options) { server in
      let answer = try await server.answer(to: Sample.post(Sample.body([UInt8](receipt))))
      #expect(answer.code == 21006)
    }
  }
}
