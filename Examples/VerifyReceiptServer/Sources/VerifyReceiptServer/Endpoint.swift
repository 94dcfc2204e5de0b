import AppStoreReceipt
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import VerifyReceipt

/// Answers the requests to one port.
///
/// Which endpoint is meant, the body within its bounds, and what HTTP has to say are decided here; every answer is the
/// library's.
struct Endpoint: HTTPResponder {
  typealias Context = BasicRequestContext
  typealias Responder = VerifyReceiptResponder<RememberingVerifier, AppleTransactionVerifier>

  let production: Responder
  let sandbox: Responder
  /// Which of them `/verifyReceipt` is on this port.
  let endpoint: VerifyReceiptEndpoint
  /// The host names for which it is the sandbox's on every port.
  let sandboxHosts: Set<String>
  let maximumBody: Int
  let load: Load
  let metrics: Metrics

  /// Whether what is posted to a target is a receipt.
  static func isForReceipts(_ target: String?) -> Bool {
    let path = URI(target ?? "").path
    return path == "/verifyReceipt" || path == "/sandbox/verifyReceipt"
  }

  func respond(to request: Request, context: Context) async throws -> Response {
    var response: Response =
      switch request.uri.path {
      case "/verifyReceipt": try await answer(request, at: endpoint(for: request), context)
      case "/sandbox/verifyReceipt": try await answer(request, at: .sandbox, context)
      case "/health": .text("ok\n")
      case "/ready": load.isBusy ? .text("busy\n", status: .serviceUnavailable) : .text("ready\n")
      case "/metrics": .text(metrics.text(load))
      default: .text("not found\n", status: .notFound)
      }
    if load.isDraining.load(ordering: .relaxed) || request.headers[.connection] == "close" {
      response.headers[.connection] = "close"
    }
    // The head alone, with the length that the body would have (RFC 9110 §9.3.2).
    if request.method == .head {
      response.body = ResponseBody(contentLength: response.body.contentLength) {
        try await $0.finish(nil)
      }
    }
    return response
  }

  private func endpoint(for request: Request) -> VerifyReceiptEndpoint {
    let host = request.head.authority?.prefix { $0 != ":" }.lowercased()
    return host.map(sandboxHosts.contains) ?? false ? .sandbox : endpoint
  }

  private func answer(
    _ request: Request, at endpoint: VerifyReceiptEndpoint, _ context: Context
  ) async throws -> Response {
    // As at Apple, the answer to any other method is the one to an empty body.
    var body = ByteBuffer()
    if request.method == .post {
      do {
        body = try await read(request)
      } catch let refusal as Refusal {
        metrics.count(refusal)
        context.logger.info("refused", metadata: ["reason": "\(refusal.rawValue)"])
        return refusal.response
      }
    }
    let responder = endpoint == .sandbox ? sandbox : production
    let start = ContinuousClock.now
    var limits = JSONLimits.request
    limits.maximumBytes = maximumBody
    let answer = responder.answer(
      body: body.readableBytesView, at: ReceiptDate(.now), limits: limits)
    let response = Response.json(answer.json())
    let seconds = (ContinuousClock.now - start) / .seconds(1)

    metrics.count(answer, at: endpoint, seconds: seconds)
    context.logger.info(
      "answered", metadata: .of(answer, to: request.method, endpoint, body.readableBytes, seconds))
    return response
  }

  /// Reads the whole body.
  ///
  /// - Throws: ``Refusal``, and what the connection throws if it ends before the body does.
  private func read(_ request: Request) async throws -> ByteBuffer {
    let length = request.headers[.contentLength].flatMap(Int.init) ?? 0
    guard length <= maximumBody else { throw Refusal.tooLarge }
    var body = ByteBuffer()
    for try await part in request.body {
      guard part.readableBytes <= maximumBody - body.readableBytes else { throw Refusal.tooLarge }
      guard !load.refusesBytes() else { throw Refusal.busy }
      body.writeImmutableBuffer(part)
    }
    guard !load.refusesRequest() else { throw Refusal.busy }
    return body
  }
}

/// Why a receipt isn't looked at: its request is too large, or there is too much to do.
enum Refusal: String, Error, CaseIterable {
  case tooLarge = "too_large"
  case busy

  fileprivate var response: Response {
    switch self {
    case .tooLarge:
      .json(VerifyReceiptResponse(status: .unreadableRequest).json(), status: .contentTooLarge)
    case .busy:
      .json(VerifyReceiptAnswer.unavailable.json(), status: .serviceUnavailable, [.retryAfter: "1"])
    }
  }
}

extension Response {
  fileprivate static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  fileprivate static func json(
    _ bytes: [UInt8], status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
