import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

/// What Hummingbird leaves to a server: each request has to arrive and each answer to be taken in time (before and between
/// requests, its idle timeout holds); a connection is worked on one request at a time, counts as one, and is read no
/// further while several wait; what they hold in memory counts as ``Load``; no answer is cut off when the connection is
/// closed, and an answer that says so closes it; and `Expect: 100-continue` gets what it waits for.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// A request whose answer hasn't been sent.
  private struct Pending {
    /// Whether a receipt has to be looked at: everything else is no work.
    let isForReceipt: Bool
    /// Whether the client sends the body only once it is told to.
    var waitsForLeave: Bool
    var bytes = 0
    var isComplete = false
  }

  /// With more requests than that waiting, a connection is read no further.
  private static let maximumPending = 4
  /// As many as a few reads can bring. A client that closes its side is read to the end, whatever waits.
  private static let mostPending = 2000
  /// How long a client may take to close the connection after its last answer.
  private static let lingering = TimeAmount.seconds(2)
  /// What the system's buffer is read in; a connection keeps one.
  private static let readSize = 8 << 10

  private let load: Load
  private let timeout: TimeAmount
  private let maximumBody: Int
  private let input = InputEnd()

  /// In the order in which they came. Answers have been written for the first ``written`` of them.
  private var pending: [Pending] = []
  private var written = 0
  private var isReading = false
  /// Whether the newest request is the last one, as its head says by now.
  private var isLast = false
  /// Whether an answer says that the connection ends with it.
  private var saysClose = false
  /// Whether the connection is to end, as the server does: no request begins any more.
  private var isEnding = false
  /// Whether this connection is one of ``Load/requests``.
  private var isCounted = false
  private var lastProgress = NIODeadline.now()
  /// Since when nobody here wants to read on, which is not the client's fault.
  private var pausedSince: NIODeadline?
  /// Whether reading on was asked for, and put off until fewer requests wait.
  private var isReadPutOff = false
  private var timer: Scheduled<Void>?
  /// What has to wait until the answers that have been written are sent.
  private var postponed: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []

  init(load: Load, timeout: TimeAmount, maximumBody: Int) {
    self.load = load
    self.timeout = timeout
    self.maximumBody = maximumBody
  }

  func handlerAdded(context: ChannelHandlerContext) {
    load.connections.add(1, ordering: .relaxed)
    do {
      let pipeline = context.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(HeadCheck(), position: .before(codec))
      try pipeline.addHandler(input, position: .first)
      try context.channel.syncOptions?.setOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readSize))
    } catch {
      context.close(mode: .all, promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    load.connections.subtract(1, ordering: .relaxed)
    pending.forEach(release)
    pending = []
    count()
    written = 0
    for close in postponed { close.promise?.succeed() }
    postponed = []
    timer?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isEnding || isLast || saysClose, !isReading {
      input.isOver = true
      return
    }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard pending.count < Self.mostPending else { return context.close(mode: .all, promise: nil) }
      isReading = true
      isLast = head.headerFields[.connection] == "close"
      pending.append(
        Pending(
          isForReceipt: head.method == .post && Endpoint.isForReceipts(head.path),
          waitsForLeave: expectsContinue(head)))
      if pending.count == 1 {
        lastProgress = .now()
        giveLeave(context)
      }
      if timer == nil { schedule(context, at: .now() + timeout) }
    case .body(let bytes):
      // A request that has its answer already is read to its end, and not kept.
      if !pending.isEmpty {
        pending[pending.count - 1].waitsForLeave = false
        hold(bytes.readableBytes, at: pending.count - 1)
      }
    case .end:
      isReading = false
      lastProgress = .now()
      if isLast { input.isOver = true }
      if !pending.isEmpty {
        pending[pending.count - 1].isComplete = true
        count()
      }
      closeIfSaid(context)
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if pausedSince == nil { pausedSince = .now() }
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    guard pending.count <= Self.maximumPending else {
      isReadPutOff = true
      return
    }
    if let pausedSince {
      // What was before the last progress doesn't count any more.
      lastProgress = lastProgress + (.now() - max(pausedSince, lastProgress))
      self.pausedSince = nil
    }
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isEnding = true
      close(context, in: timeout, nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var data = data
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if written < pending.count { pending[written].waitsForLeave = false }
      if head.status == .badRequest {
        // The rest of a request that has its answer already isn't HTTP.
        guard !isReading || written < pending.count else {
          promise?.succeed()
          return
        }
        // What isn't HTTP is read no further.
        drop(context)
      } else if written < pending.count - 1 {
        // The client would not look at the answers behind this one.
        head.headerFields[.connection] = nil
        data = wrapOutboundOut(.head(head))
      }
      if head.headerFields[.connection] == "close" { saysClose = true }
    case .body(let bytes): if written < pending.count { hold(bytes.readableBytes, at: written) }
    case .end:
      guard written < pending.count else { break }  // to what was no request
      written += 1
      lastProgress = .now()
      let sent = promise ?? context.eventLoop.makePromise()
      let context = NIOLoopBound(context, eventLoop: context.eventLoop)
      let handler = NIOLoopBound(self, eventLoop: context.value.eventLoop)
      sent.futureResult.whenComplete { _ in handler.value.answerSent(context.value) }
      return context.value.write(data, promise: sent)
    }
    context.write(data, promise: promise)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if written > 0, mode != .input {
      if mode == .all { isEnding = true }
      postponed.append((mode, promise))
    } else {
      end(context, mode, promise)
    }
  }

  /// Closes the connection. If that is the end of it, what the client is still sending must not cut off an answer.
  private func end(
    _ context: ChannelHandlerContext, _ mode: CloseMode, _ promise: EventLoopPromise<Void>?
  ) {
    guard isEnding, mode == .all else { return context.close(mode: mode, promise: promise) }
    drop(context)
    context.close(mode: .output, promise: nil)
    close(context, in: Self.lingering, promise)
  }

  private func close(
    _ context: ChannelHandlerContext, in time: TimeAmount, _ promise: EventLoopPromise<Void>?
  ) {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(mode: .all, promise: promise)
    }
  }

  private func answerSent(_ context: ChannelHandlerContext) {
    guard written > 0 else { return }  // the connection has ended
    written -= 1
    lastProgress = .now()
    let request = pending.removeFirst()
    release(request)
    count()
    // Hummingbird reads no further, but nobody can take an answer who is still sending.
    if isLast, !request.isComplete { drop(context) }
    giveLeave(context)
    if isReadPutOff {
      isReadPutOff = false
      read(context: context)
    }
    guard written == 0 else { return }
    for close in postponed { end(context, close.mode, close.promise) }
    postponed = []
    closeIfSaid(context)
  }

  /// Reads on, and drops what comes.
  private func drop(_ context: ChannelHandlerContext) {
    input.isOver = true
    context.read()
  }

  /// Closes the connection once the client has all the answers that it waits for, and has been told. It has said so itself
  /// if its request is the last one; then Hummingbird does it.
  private func closeIfSaid(_ context: ChannelHandlerContext) {
    guard saysClose, !isLast, pending.isEmpty, !isReading else { return }
    drop(context)
    context.close(mode: .output, promise: nil)
  }

  /// Tells the client to send the body, if it waits for that and it is its request's turn.
  private func giveLeave(_ context: ChannelHandlerContext) {
    guard let first = pending.first, first.waitsForLeave, !first.isComplete else { return }
    pending[0].waitsForLeave = false
    context.writeAndFlush(wrapOutboundOut(.head(.init(status: .continue))), promise: nil)
  }

  private func expectsContinue(_ head: HTTPRequest) -> Bool {
    head.headerFields[.expect]?.lowercased() == "100-continue"
      && head.headerFields[.contentLength].flatMap(Int.init) ?? 0 <= maximumBody
  }

  private func hold(_ count: Int, at index: Int) {
    pending[index].bytes += count
    load.bytes.add(count, ordering: .relaxed)
  }

  private func release(_ request: Pending) {
    load.bytes.subtract(request.bytes, ordering: .relaxed)
  }

  /// Counts the connection while the request whose turn it is has arrived and is for a receipt.
  private func count() {
    let isWorking = pending.first.map { $0.isComplete && $0.isForReceipt } ?? false
    guard isWorking != isCounted else { return }
    isCounted = isWorking
    if isWorking {
      load.requests.add(1, ordering: .relaxed)
    } else {
      load.requests.subtract(1, ordering: .relaxed)
    }
  }

  /// Whether something is expected of the client: that it takes an answer, or the rest of the only request, which the
  /// server is ready to read.
  private var waitsForClient: Bool {
    written > 0 || isReading && pending.count <= 1 && pausedSince == nil
  }

  /// One timer for all requests of a connection, set anew only when it fires.
  private func schedule(_ context: ChannelHandlerContext, at deadline: NIODeadline) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.timer = nil
      guard self.isReading || !self.pending.isEmpty else { return }
      let deadline = (self.waitsForClient ? self.lastProgress : .now()) + self.timeout
      if deadline <= .now() { return context.close(mode: .all, promise: nil) }
      self.schedule(context, at: deadline)
    }
  }
}
