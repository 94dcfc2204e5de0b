import NIOCore
import ReceiptTesting
import Synchronization
import Testing
import VerifyReceipt

@testable import VerifyReceiptServer

@Suite(.timeLimit(.minutes(5))) struct LoadTests {
  static let body = Sample.body(Sample.receipt())

  @Test func beyondTheBoundClientsAreToldToRetry() async throws {
    try await RunningServer.run { server in
      server.server.load.requests.add(1 << 50, ordering: .relaxed)
      let answer = try await server.answer(to: Sample.post(Self.body))
      #expect(answer.status == 503)
      #expect(answer.headers["retry-after"] == "1")
      #expect(answer.body == VerifyReceiptAnswer.unavailable.json())
      #expect(try await server.answer(to: Sample.get("/ready")).status == 503)
      #expect(try await server.answer(to: Sample.get("/health")).status == 200)

      server.server.load.requests.subtract(1 << 50, ordering: .relaxed)
      #expect(try await server.answer(to: Sample.post(Self.body)).code == 0)
      #expect(try await server.answer(to: Sample.get("/ready")).status == 200)
    }
  }

  @Test func aConnectionCountsOnceAndOnlyForReceipts() async throws {
    let large = Sample.body(Sample.receipt(purchases: 500))
    try await RunningServer.run(["--max-requests", "1"]) { server in
      try await server.connect { flooding in
        // An answer that nobody takes, and thousands of requests behind it.
        try await flooding.send(String(repeating: Sample.post(large), count: 20))
        try await flooding.send(String(repeating: Sample.get("/metrics"), count: 3000))
        try await Task.sleep(for: .milliseconds(500))
        #expect(server.server.load.requests.load(ordering: .relaxed) <= 1)
        #expect(try await server.answer(to: Sample.get("/ready")).status == 200)
      }
      try await server.isIdle()
    }
  }

  @Test func itSaysThatItIsAboutToEnd() async throws {
    try await RunningServer.run { server in
      server.server.load.isDraining.store(true, ordering: .relaxed)
      #expect(try await server.answer(to: Sample.get("/ready")).status == 503)
      let answer = try await server.answer(to: Sample.post(Self.body))
      #expect(answer.code == 0)
      #expect(answer.headers["connection"] == "close")
    }
  }

  @Test func bodiesInMemoryHaveABound() async throws {
    try await RunningServer.run(["--max-memory", "1"]) { server in
      try await server.connect { slow in
        // Nearly 2 MiB of a body that doesn't end: more than all bodies may take.
        let body = String(repeating: " ", count: 2 << 20)
        try await slow.send(String(Sample.post(body).dropLast()))
        #expect(try await slow.receive()?.status == 503)
      }
      try await server.isIdle()
      #expect(try await server.answer(to: Sample.post(Self.body)).code == 0)
    }
  }

  @Test func nothingIsHeldAfterwards() async throws {
    try await RunningServer.run { server in
      try await withThrowingTaskGroup { tasks in
        for number in 0..<40 {
          tasks.addTask {
            try await server.connect { connection in
              try await connection.send(String(repeating: Sample.post(Self.body), count: 3))
              if number % 2 == 0 { return }  // leaves without an answer
              for _ in 0..<3 { #expect(try await connection.receive()?.code == 0) }
            }
          }
        }
        try await tasks.waitForAll()
      }
      try await server.isIdle()
    }
  }

  @Test func connectionsHaveABound() async throws {
    try await RunningServer.run(["--max-connections", "2"]) { server in
      try await server.connect { first in
        try await server.connect { second in
          try await first.send(Sample.get("/health"))
          try await second.send(Sample.get("/health"))
          let answers = [try await first.receive(), try await second.receive()]
          #expect(answers.map(\.?.status) == [200, 200])

          async let third = server.answer(to: Sample.get("/health"))
          try await Task.sleep(for: .milliseconds(500))
          let accepted = server.server.load.connections.load(ordering: .relaxed)
          #expect(accepted == 2)
          second.output.finish()
          let answer = try await third
          #expect(answer.status == 200)
        }
      }
    }
  }

  @Test func metricsCountAnswersAndRefusals() async throws {
    try await RunningServer.run(["--max-body", "20000"]) { server in
      _ = try await server.answer(to: Sample.post(Self.body))
      _ = try await server.answer(to: Sample.post("{}", to: "/sandbox/verifyReceipt"))
      _ = try await server.answer(to: Sample.post(String(repeating: " ", count: 20_001)))
      let text = try await server.answer(to: Sample.get("/metrics")).text
      for line in [
        #"verify_receipt_answers_total{endpoint="production",status="0"} 1"#,
        #"verify_receipt_answers_total{endpoint="sandbox",status="21002"} 1"#,
        #"verify_receipt_refusals_total{reason="too_large"} 1"#,
        #"verify_receipt_duration_seconds_bucket{le="+Inf"} 2"#,
        "verify_receipt_duration_seconds_count 2",
        #"verify_receipt_refusals_total{reason="busy"} 0"#,
        #"verify_receipt_build_info{version="1.0.0"} 1"#,
        "# HELP verify_receipt_requests Receipts that are being answered.",
      ] {
        #expect(text.contains(line + "\n"), "\(text)")
      }
    }
  }
}
