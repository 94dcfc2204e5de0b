import NIOCore
import NIOHTTP1

/// Decides what the codec above no longer can, which drops the version and takes the first of several hosts.
///
/// - Requests of HTTP/1.1 without Host, and all with several, are refused (RFC 9112 §3.2): the host can choose the endpoint.
/// - A target that is a whole URL has the host (RFC 9112 §3.2.2).
/// - Requests after which nothing is read have `Connection: close`, as it stands there.
final class HeadCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    guard case .head(var head) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    let count = head.headers["host"].count
    let isHTTP10 = head.version == .http1_0
    guard count == 1 || count == 0 && isHTTP10 else { return refuse(context) }
    if !head.uri.hasPrefix("/"), let scheme = head.uri.firstRange(of: "://") {
      let authority = head.uri[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
      // Whoever is named before the host is not to be believed (RFC 9110 §4.2.4).
      guard !authority.contains("@") else { return refuse(context) }
      head.headers.replaceOrAdd(name: "host", value: String(authority))
    }
    // The decoder reads no further once a client has asked for another protocol, although nobody changes to it.
    let isUpgrade = head.headers.contains(name: "upgrade") || head.method == .CONNECT
    if isUpgrade || !head.isKeepAlive {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    // RFC 9110 §10.1.1.
    if isHTTP10 { head.headers.remove(name: "expect") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// What is answered with 400, and the end of the connection.
  private func refuse(_ context: ChannelHandlerContext) {
    hasRefused = true
    context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
  }
}

/// Drops what comes on a connection that is about to end: the decoder would keep what it doesn't read. Reading goes on, or
/// nobody would see that the client has closed the connection, too.
final class InputEnd: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  var isOver = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isOver { context.fireChannelRead(data) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    if isOver { context.read() }
  }
}
