import NIOCore
import ReceiptTesting
import Synchronization
import Testing

@testable import VerifyReceiptServer

@Suite(.timeLimit(.minutes(5))) struct TransportTests {
  static let body = Sample.body(Sample.receipt(purchases: 20))

  @Test func aConnectionServesManyRequests() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        for _ in 0..<50 {
          try await connection.send(Sample.post(Self.body))
          let answer = try await connection.receive()
          #expect(answer?.code == 0)
        }
      }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    let sandbox = Sample.body(Sample.receipt(.productionSandbox))
    try await RunningServer.run { server in
      try await server.connect { connection in
        let requests = [
          Sample.post(Self.body), Sample.post(sandbox), Sample.get("/health"), Sample.post("{}"),
        ]
        try await connection.send(requests.joined())
        var codes: [Int64?] = []
        for _ in requests { codes.append(try await connection.receive()?.code) }
        #expect(codes == [0, 21007, nil, 21002])
      }
    }
  }

  /// Of HTTP/1.0 without a host, of a list with `close` in it, and for another protocol, which the decoder would read no
  /// further.
  @Test(arguments: [
    "POST /verifyReceipt HTTP/1.0\r\n",
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nConnection: TE, Close\r\n",
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n",
  ])
  func aRequestThatIsTheLastIsAnsweredAndTheConnectionEnds(_ head: String) async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        try await connection.send(
          head + "Content-Length: \(Self.body.utf8.count)\r\n\r\n" + Self.body)
        let answer = try await connection.receive()
        #expect(answer?.code == 0 && answer?.headers["connection"] == "close")
        #expect(try await connection.receive() == nil)
      }
      try await server.isIdle()
    }
  }

  /// One read brings both. The client waits for the second answer, and closes nothing.
  @Test func whatFollowsTheLastRequestIsDropped() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        let last = "GET /health HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\n\r\n"
        try await connection.send(last + Sample.post("{}"))
        #expect(try await connection.receive()?.text == "ok\n")
        #expect(try await connection.receive() == nil)
        #expect(server.server.load.requests.load(ordering: .relaxed) == 0)
      }
      try await server.isIdle()
    }
  }

  @Test func aTargetThatIsAWholeURLHasTheHost() async throws {
    try await RunningServer.run(["--sandbox-host", "sandbox.example.com"]) { server in
      for (host, code) in [
        ("sandbox.example.com", 21008), ("sandbox.example.com:80", 21008), ("a", 0),
      ] {
        let request = Sample.post(Self.body, to: "http://\(host)/verifyReceipt")
          .replacing("Host: ", with: "Host: not-")
        let answer = try await server.answer(to: request)
        #expect(answer.code == Int64(code), "\(host)")
      }
    }
  }

  /// Nobody can read who is still writing; what has not been sent yet is read and thrown away.
  @Test(arguments: [
    "HTTP/1.0\r\n", "HTTP/1.1\r\nHost: a\r\nConnection: close\r\n", "HTTP/1.1\r\nHost: a\r\n",
  ])
  func aBodyThatIsTooLargeIsAnsweredToWhoIsStillSendingIt(_ version: String) async throws {
    try await RunningServer.run(["--max-body", "1000"]) { server in
      try await server.connect { connection in
        let count = 20_000_000
        try await connection.send(
          "POST /verifyReceipt \(version)Content-Length: \(count)\r\n\r\n")
        let piece = String(repeating: " ", count: count / 100)
        for _ in 0..<99 { try await connection.send(piece) }
        #expect(try await connection.receive()?.status == 413)
        // Then it is cut off, which gets no answer any more.
        connection.output.finish()
        #expect(try await connection.receive() == nil)
      }
    }
  }

  @Test func aTunnelIsNotMade() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        try await connection.send(
          "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n")
        let answer = try await connection.receive()
        #expect(answer?.status == 404)
        #expect(try await connection.receive() == nil)
      }
    }
  }

  @Test func chunkedBodiesAreRead() async throws {
    try await RunningServer.run { server in
      let middle = Self.body.index(Self.body.startIndex, offsetBy: 100)
      let chunks = [Self.body[..<middle], Self.body[middle...]].map {
        String($0.utf8.count, radix: 16) + "\r\n" + $0 + "\r\n"
      }
      let head = "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      let answer = try await server.answer(to: head + chunks.joined() + "0\r\n\r\n")
      #expect(answer.code == 0)
    }
  }

  @Test func bodiesInPiecesOfAByteAreRead() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        for character in Sample.post(Sample.body(Sample.receipt())) {
          try await connection.send(String(character))
        }
        #expect(try await connection.receive()?.code == 0)
      }
    }
  }

  @Test(arguments: [0, 1]) func theBoundOfTheBodyHoldsToTheByte(_ excess: Int) async throws {
    let body = Self.body + String(repeating: " ", count: excess)
    try await RunningServer.run(["--max-body", "\(Self.body.utf8.count)"]) { server in
      let chunked =
        "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + String(body.utf8.count, radix: 16) + "\r\n\(body)\r\n0\r\n\r\n"
      for request in [Sample.post(body), chunked] {
        let answer = try await server.answer(to: request)
        #expect(answer.status == (excess == 0 ? 200 : 413))
        #expect(answer.code == (excess == 0 ? 0 : 21000))
      }
    }
  }

  @Test func aBodyThatIsCutOffIsRefused() async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        try await connection.send(String(Sample.post(Self.body).dropLast()))
        connection.output.finish()
        #expect(try await connection.receive()?.status == 400)
      }
      // The server still answers others.
      #expect(try await server.answer(to: Sample.post(Self.body)).code == 0)
    }
  }

  @Test(arguments: [
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n{}",
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}",
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "2\r\n{}\r\n0\r\n\r\n",
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
    "POST /verifyReceipt HTTP/1.1\r\nX: \(String(repeating: "y", count: 20_000))\r\n\r\n",
    "POST /verifyReceipt HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
    "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
    "POST /verifyReceipt HTTP/1.0\r\nHost: a\r\nHost: b\r\nContent-Length: 2\r\n\r\n{}",
    "POST /verifyReceipt HTTP/1.1\r\nHost:\r\nHost: b\r\nContent-Length: 2\r\n\r\n{}",
    "POST http://a:b@sandbox.example.com/verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
    "POST /verifyReceipt HTTP/1.1\r\nHost: b\r\nHost:\r\nContent-Length: 2\r\n\r\n{}",
    "\u{16}\u{3}\u{1}\u{2}TLS\r\n\r\n",
  ])
  func whatIsNoHTTPIsRefused(_ request: String) async throws {
    try await RunningServer.run { server in
      try await server.connect { connection in
        try await connection.send(request)
        let answer = try await connection.receive()
        #expect(answer?.status == 400)
        #expect(try await connection.receive() == nil)
      }
    }
  }

  @Test func aBodyThatWaitsForLeaveIsAskedFor() async throws {
    try await RunningServer.run(["--max-body", "100000"]) { server in
      let (head, body) = Sample.post(Self.body, to: "/verifyReceipt", "Expect: 100-continue").parts
      try await server.connect { connection in
        try await connection.send(head)
        #expect(try await connection.receive()?.status == 100)
        try await connection.send(body)
        #expect(try await connection.receive()?.code == 0)
      }
      // When it is its turn.
      try await server.connect { connection in
        try await connection.send(Sample.get("/health") + head)
        #expect(try await connection.receive()?.text == "ok\n")
        #expect(try await connection.receive()?.status == 100)
        try await connection.send(body)
        #expect(try await connection.receive()?.code == 0)
      }
      // HTTP/1.0 knows no such answer.
      try await server.connect { connection in
        try await connection.send(head.replacing("HTTP/1.1", with: "HTTP/1.0") + body)
        #expect(try await connection.receive()?.code == 0)
      }
      try await server.connect { connection in
        let length = "\(Self.body.utf8.count)"
        try await connection.send(head.replacing(length, with: "100001"))
        #expect(try await connection.receive()?.status == 413)
      }
    }
  }

  @Test func aSlowBodyIsCutOff() async throws {
    try await RunningServer.run(["--request-timeout", "1"]) { server in
      try await server.connect { connection in
        let start = ContinuousClock.now
        let (head, body) = Sample.post(Self.body).parts
        try await connection.send(head)
        for character in body {
          try await Task.sleep(for: .milliseconds(100))
          do { try await connection.send(String(character)) } catch { break }
          if ContinuousClock.now - start > .seconds(5) { break }
        }
        #expect(ContinuousClock.now - start < .seconds(5))
      }
      try await server.isIdle()
    }
  }

  @Test func aSlowHeadAndAnIdleConnectionAreCutOff() async throws {
    try await RunningServer.run(["--idle-timeout", "1"]) { server in
      for request in ["", "POST /verifyReceipt HTTP/1.1\r\nHost:", Sample.get("/health")] {
        try await server.connect { connection in
          if !request.isEmpty { try await connection.send(request) }
          if request.hasSuffix("\r\n\r\n") { #expect(try await connection.receive() != nil) }
          #expect((try? await connection.receive()) == nil)
        }
      }
      try await server.isIdle()
    }
  }
}

extension String {
  /// The head and the body of a request.
  var parts: (head: String, body: String) {
    guard let end = firstRange(of: "\r\n\r\n") else { return (self, "") }
    return (String(self[..<end.upperBound]), String(self[end.upperBound...]))
  }
}

extension RunningServer {
  /// Waits until nothing is held for any connection.
  func isIdle() async throws {
    for _ in 0..<200 {
      let load = server.load
      let requests = load.requests.load(ordering: .relaxed)
      let bytes = load.bytes.load(ordering: .relaxed)
      if load.connections.load(ordering: .relaxed) + requests + bytes == 0 { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    Issue.record("something is held")
  }
}
