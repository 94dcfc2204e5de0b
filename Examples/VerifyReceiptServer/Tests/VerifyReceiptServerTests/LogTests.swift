import Logging
import ReceiptTesting
import Testing

@testable import VerifyReceiptServer

@Suite(.timeLimit(.minutes(5))) struct LogTests {
  @Test func logsHaveNothingOfReceiptsOrRequests() async throws {
    let canary = "CANARY7391"
    let genuine = Sample.receipt(bundleIdentifier: "com.\(canary).app")
    let bodies = [
      Sample.body(genuine, password: canary),
      Sample.body(Sample.receipt(faults: [.purchaseForged]), password: canary),
      #"{"receipt-data":"\#(canary)"}"#, #"{"\#(canary)":1,"\#(canary)":1}"#, canary,
      #"{"receipt-data":{"\#(canary)":1}}"#,
    ]
    try await RunningServer.run(["--max-body", "100000"]) { server in
      for body in bodies {
        _ = try await server.answer(
          to: Sample.post(body, to: "/verifyReceipt?\(canary)", "X-\(canary): \(canary)"))
      }
      _ = try await server.answer(to: Sample.post(String(repeating: canary, count: 10_001)))
      try await server.connect { try await $0.send("\(canary) \(canary)\r\n\r\n") }
      try await server.isIdle()

      let lines = server.logs.entries.map { "\($0.level) \($0.message) \($0.metadata)" }
      #expect(lines.count { $0.contains("answered") } == bodies.count)
      #expect(lines.count { $0.contains("too_large") } == 1)
      let base64 = Sample.body(genuine).dropFirst(40).prefix(24)
      for line in lines {
        #expect(!line.contains(canary) && !line.contains(base64), "\(line)")
      }
    }
  }

  @Test func logsSayThatTheMethodWasAnother() async throws {
    try await RunningServer.run { server in
      _ = try await server.answer(to: Sample.get("/verifyReceipt"))
      let entry = server.logs.entries.first { "\($0.message)" == "answered" }
      #expect(entry?.metadata["reason"] == "method")
    }
  }

  @Test func logsSayWhyAnAnswerIsNotZero() async throws {
    try await RunningServer.run { server in
      _ = try await server.answer(
        to: Sample.post(Sample.body(Sample.receipt(faults: [.purchaseForged]))))
      let entry = server.logs.entries.first { "\($0.message)" == "answered" }
      #expect(entry?.metadata["status"] == "21003")
      #expect(entry?.metadata["endpoint"] == "production")
      #expect(entry?.metadata["reason"] == "signature.signatureMismatch")
    }
  }
}
