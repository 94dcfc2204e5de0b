import NIOCore
import NIOHTTP1

/// Refuses requests of HTTP/1.1 without Host, and all with several (RFC 9112 §3.2): the host can choose the endpoint.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    if case .head(let head) = unwrapInboundIn(data) {
      let count = head.headers[canonicalForm: "host"].count
      let isHTTP10 = head.version.major == 1 && head.version.minor == 0
      guard count == 1 || count == 0 && isHTTP10 else {
        hasRefused = true
        // Answered with 400, and the end of the connection.
        return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
      }
    }
    context.fireChannelRead(data)
  }
}
