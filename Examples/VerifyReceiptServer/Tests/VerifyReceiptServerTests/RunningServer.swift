import AppStoreReceipt
import Foundation
import InMemoryLogging
import Logging
import NIOCore
import NIOPosix
import ReceiptTesting
import ServiceLifecycle
import Testing
import VerifyReceipt

@testable import VerifyReceiptServer

/// A server on a port that the system chose, under the root of a test authority.
struct RunningServer: Sendable {
  static let authority = TestAuthority()

  let port: Int
  let server: Server
  let group: ServiceGroup
  let logs: InMemoryLogHandler

  /// Runs a server for the time of a test, and shuts it down.
  static func run(
    _ arguments: [String] = [], app: [String] = ["--bundle-id", "com.example.app"],
    _ test: @Sendable @escaping (RunningServer) async throws -> Void
  ) async throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).der")
    try Data(authority.rootCertificate).write(to: root)
    defer { try? FileManager.default.removeItem(at: root) }
    let options = try Options.parse(["--port", "0", "--root", root.path()] + app + arguments)
    let logs = InMemoryLogHandler()
    var logger = Logger(label: "test", factory: { _ in logs })
    logger.logLevel = .trace
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let server = try Server(options, logger: logger) {
      continuation.yield($0.localAddress?.port ?? 0)
    }
    let group = ServiceGroup(services: server.applications, logger: logger)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      for await port in ports {
        try await test(RunningServer(port: port, server: server, group: group, logs: logs))
        break
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
  }

  /// Opens a connection for the time of a closure.
  func connect<Value: Sendable>(
    _ use: (inout Connection) async throws -> Value
  ) async throws -> Value {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var connection = Connection(input: inbound.makeAsyncIterator(), output: outbound)
      return try await use(&connection)
    }
  }

  /// What the server answers to one request on a connection of its own.
  func answer(to request: String) async throws -> Answer {
    let answer = try await connect { connection in
      try await connection.send(request)
      return try await connection.receive()
    }
    return try #require(answer)
  }
}

/// What the server sent.
struct Answer: Sendable {
  var status = 0
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  /// `status` in the JSON.
  var code: Int64? {
    (try? VerifyReceiptResponse(json: body))?.status?.rawValue
  }
}

/// A connection over which tests send whatever bytes they like.
struct Connection {
  var input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  let output: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var received: [UInt8] = []

  init(
    input: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    output: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.input = input
    self.output = output
  }

  func send(_ text: String) async throws { try await output.write(ByteBuffer(string: text)) }

  /// The next answer; `nil` if the server closes the connection before.
  mutating func receive() async throws -> Answer? { try await receive(withBody: true) }

  /// The next answer, if it is one without a body.
  mutating func receiveHead() async throws -> Answer? { try await receive(withBody: false) }

  private mutating func receive(withBody: Bool) async throws -> Answer? {
    var answer = Answer()
    while true {
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
          .split(separator: "\r\n")
        answer.status = Int(lines[0].split(separator: " ")[1]) ?? 0
        for line in lines.dropFirst() {
          let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
          answer.headers[parts[0].lowercased()] = parts.count > 1 ? parts[1] : ""
        }
        let length = withBody ? answer.headers["content-length"].flatMap(Int.init) ?? 0 : 0
        if received.count - end.upperBound >= length {
          answer.body = Array(received[end.upperBound...].prefix(length))
          received.removeFirst(end.upperBound + length)
          return answer
        }
      }
      guard let part = try await input.next() else { return nil }
      received += part.readableBytesView
    }
  }
}
