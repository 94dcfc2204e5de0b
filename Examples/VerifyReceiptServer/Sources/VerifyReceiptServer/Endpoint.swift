import AppStoreReceipt
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import VerifyReceipt

/// Answers the requests to one port.
///
/// Which endpoint is meant, the body within its bounds, and what HTTP has to say are decided here; every answer is the
/// library's.
struct Endpoint: HTTPResponder {
  typealias Context = BasicRequestContext
  typealias Responder = VerifyReceiptResponder<AppleSignatureVerifier, AppleTransactionVerifier>

  /// What answers for each endpoint.
  let production: Responder
  let sandbox: Responder
  /// Whether `/verifyReceipt` is the sandbox's on this port.
  let isSandbox: Bool
  /// The host names for which it is the sandbox's on every port.
  let sandboxHosts: Set<String>
  let maximumBody: Int
  let load: Load
  let metrics: Metrics

  func respond(to request: Request, context: Context) async throws -> Response {
    switch request.uri.path {
    case "/verifyReceipt":
      try await answer(request, from: isForSandbox(request) ? sandbox : production, context)
    case "/sandbox/verifyReceipt": try await answer(request, from: sandbox, context)
    case "/health": .text("ok\n")
    case "/ready": load.isFull ? .text("busy\n", status: .serviceUnavailable) : .text("ready\n")
    case "/metrics": .text(metrics.text(load))
    default: .text("not found\n", status: .notFound)
    }
  }

  private func isForSandbox(_ request: Request) -> Bool {
    guard !isSandbox, let host = request.head.authority else { return isSandbox }
    return sandboxHosts.contains(host.prefix { $0 != ":" }.lowercased())
  }

  private func answer(
    _ request: Request, from responder: Responder, _ context: Context
  ) async throws -> Response {
    // As at Apple, the answer to any other method is the one to an empty body.
    var body = ByteBuffer()
    if request.method == .post {
      do throws(Refusal) {
        body = try await read(request)
      } catch {
        metrics.count(error)
        context.logger.info("refused", metadata: ["reason": "\(error)"])
        return try error.response
      }
    }
    let start = ContinuousClock.now
    let answer = responder.answer(
      body: body.readableBytesView, at: ReceiptDate(.now), limits: JSONLimits(bytes: maximumBody))
    let response = Response.json(answer.json())
    let seconds = (ContinuousClock.now - start) / .seconds(1)

    metrics.count(answer, from: responder.endpoint, seconds: seconds)
    context.logger.info(
      "answered", metadata: .of(answer, responder.endpoint, body.readableBytes, seconds))
    return response
  }

  /// Reads the whole body, unless it is too large or the server has too much to do.
  private func read(_ request: Request) async throws(Refusal) -> ByteBuffer {
    let length = request.headers[.contentLength].flatMap(Int.init) ?? 0
    guard length <= maximumBody else { throw .tooLarge }
    var body = ByteBuffer()
    do {
      for try await part in request.body {
        guard part.readableBytes <= maximumBody - body.readableBytes else { throw Refusal.tooLarge }
        guard !load.isFull else { throw Refusal.busy }
        body.writeImmutableBuffer(part)
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw .cutOff(error)
    }
    guard !load.isFull else { throw .busy }
    return body
  }
}

/// Why a request isn't answered by the library.
enum Refusal: Error {
  /// The body exceeds the bound.
  case tooLarge
  /// The server has too much to do: ask again.
  case busy
  /// The connection ended, or what came over it was no HTTP.
  case cutOff(any Error)

  /// What the client gets.
  var response: Response {
    get throws {
      switch self {
      case .tooLarge:
        return .json(
          VerifyReceiptResponse(status: .unreadableRequest).json(), status: .contentTooLarge)
      case .busy:
        return .json(
          VerifyReceiptAnswer.unavailable.json(), status: .serviceUnavailable, [.retryAfter: "1"])
      case .cutOff(let error): throw error
      }
    }
  }
}

extension Refusal: CustomStringConvertible {
  var description: String {
    switch self {
    case .tooLarge: "too_large"
    case .busy: "busy"
    case .cutOff: "cut_off"
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
