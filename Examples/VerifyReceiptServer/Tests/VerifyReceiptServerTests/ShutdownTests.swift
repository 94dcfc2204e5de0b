import ReceiptTesting
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
}
