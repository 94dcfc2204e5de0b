import NIOCore
import ReceiptTesting
import Synchronization
import Testing

@testable import VerifyReceiptServer

@Suite(.timeLimit(.minutes(5))) struct ShutdownTests {
  @Test func whatHasBegunIsFinished() async throws {
    // Large enough that the answer doesn't fit into the socket's buffers at once.
    let body = Sample.body(Sample.receipt(purchases: 2000))
    try await RunningServer.run { server in
      let (head, rest) = Sample.post(body).parts
      try await server.connect { connection in
        try await connection.send(head + rest.prefix(1000))
        try await Task.sleep(for: .milliseconds(200))
        await server.group.triggerGracefulShutdown()
        try await Task.sleep(for: .milliseconds(200))
        try await connection.send(String(rest.dropFirst(1000)))
        try await Task.sleep(for: .milliseconds(500))
        let answer = try await connection.receive()
        #expect(answer?.code == 0)
        #expect(try await connection.receive() == nil)
      }
    }
  }

  @Test func idleConnectionsAreClosed() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        try await connection.send(Sample.get("/health"))
        #expect(try await connection.receive()?.status == 200)
        await server.group.triggerGracefulShutdown()
        #expect(try await connection.receive() == nil)
      }
    }
  }

  @Test func anAnswerThatSaysSoClosesTheConnection() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        try await connection.send(Sample.get("/health"))
        #expect(try await connection.receive()?.headers["connection"] == nil)
        server.server.load.isDraining.store(true, ordering: .relaxed)
        try await connection.send(Sample.get("/health") + Sample.get("/ready"))
        // Of answers that wait, the last one says so.
        #expect(try await connection.receive()?.headers["connection"] == nil)
        #expect(try await connection.receive()?.headers["connection"] == "close")
        let start = ContinuousClock.now
        #expect(try await connection.receive() == nil)
        #expect(ContinuousClock.now - start < .seconds(30), "before it counts as idle")
      }
    }
  }

  @Test func aConnectionThatGoesOnAskingIsClosed() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        let output = connection.output
        let asking = Task {
          let requests = String(repeating: Sample.post(TransportTests.body), count: 10)
          while true { try await output.write(ByteBuffer(string: requests)) }
        }
        _ = try await connection.receive()
        await server.group.triggerGracefulShutdown()
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end, let answer = try await connection.receive() {
          #expect(answer.code == 0)
        }
        asking.cancel()
        #expect(ContinuousClock.now < end)
      }
    }
  }
}
