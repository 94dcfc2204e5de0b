public import Foundation
public import ReceiptJSON

/// Apple's endpoints. The service is deprecated.
public enum VerifyReceiptEndpoint: String, Hashable, Sendable, CaseIterable {
  /// The App Store. Ask this one first.
  case production = "https://buy.itunes.apple.com/verifyReceipt"
  /// The sandbox and TestFlight.
  case sandbox = "https://sandbox.itunes.apple.com/verifyReceipt"

  /// The URL.
  public var url: URL {
    guard let url = URL(string: rawValue) else {
      // The two constants above, never an input.
      preconditionFailure("invalid constant")
    }
    return url
  }
}

/// Decides which endpoint to ask, how often, and when to stop. It does no networking: the caller sends the requests,
/// with its own HTTP client and delays, and reports the outcomes:
///
/// ```swift
/// var exchange = VerifyReceiptExchange()
/// while case .ask(let endpoint, let isRetry) = exchange.step {
///   if isRetry { await delay() }
///   exchange.receive(await post(request.json(), to: endpoint.url))
/// }
/// ```
///
/// It starts with production, follows 21007 and 21008 to the other endpoint once, and retries once after 21002 and a
/// limited number of times after temporary errors. So it always ends.
public struct VerifyReceiptExchange: Hashable, Sendable {
  /// The next step.
  public enum Step: Hashable, Sendable {
    /// Ask this endpoint, after a delay if it is a retry.
    case ask(VerifyReceiptEndpoint, isRetry: Bool)
    /// The answer: a valid receipt, or an expired subscription in the style of iOS 6.
    case finished(VerifyReceiptResponse)
    /// No answer will grant anything.
    case giveUp(Reason)
  }

  /// The outcome of a request.
  public enum Outcome: Hashable, Sendable {
    /// An answer.
    case response(VerifyReceiptResponse)
    /// An unreadable body.
    case unreadableResponse(JSONError)
    /// An HTTP status other than 200.
    case httpStatus(Int)
    /// No HTTP response.
    case transportFailure
  }

  /// Why to give up.
  public enum Reason: Hashable, Sendable {
    /// Asking again won't change the answer.
    case refused(VerifyReceiptResponse)
    /// Temporary errors persisted; this is the last outcome.
    case tooManyAttempts(Outcome)
    /// The endpoints refer to each other, or one to itself.
    case endpointsDisagree(VerifyReceiptResponse)
    /// A permanent HTTP error.
    case httpStatus(Int)
  }

  /// The next step.
  public private(set) var step: Step

  private let attemptsPerEndpoint: Int
  private var attempts = 0
  private var hasSwitched = false
  private var hasAskedOnceMore = false

  /// Starts with production.
  ///
  /// - Parameter attemptsPerEndpoint: the maximum number of requests to each endpoint, at least 1.
  public init(attemptsPerEndpoint: Int = 3) {
    self.attemptsPerEndpoint = max(attemptsPerEndpoint, 1)
    step = .ask(.production, isRetry: false)
  }

  /// Takes the outcome of a request and returns the next step. Does nothing after the last step.
  @discardableResult
  public mutating func receive(_ outcome: Outcome) -> Step {
    guard case .ask(let endpoint, _) = step else { return step }
    attempts += 1
    switch outcome {
    case .response(let response): step = next(response, from: endpoint)
    case .httpStatus(let code) where !Self.isTemporary(httpStatus: code):
      step = .giveUp(.httpStatus(code))
    case .httpStatus, .unreadableResponse, .transportFailure: step = again(endpoint, outcome)
    }
    return step
  }

  private mutating func next(
    _ response: VerifyReceiptResponse, from endpoint: VerifyReceiptEndpoint
  ) -> Step {
    // An answer has a status, and one that promises a receipt has it.
    guard let status = response.status,
      !status.hasReceipt || response.styledReceipt != nil
    else { return again(endpoint, .response(response)) }
    if status.hasReceipt { return .finished(response) }
    switch status.retry {
    case .no, .afterFixingTheRequest: return .giveUp(.refused(response))
    case .once:
      guard !hasAskedOnceMore else { return .giveUp(.refused(response)) }
      hasAskedOnceMore = true
      return again(endpoint, .response(response))
    case .ifRetryable:
      return response.isRetryable == false
        ? .giveUp(.refused(response)) : again(endpoint, .response(response))
    case .later: return again(endpoint, .response(response))
    case .at(let responsible):
      guard responsible != endpoint, !hasSwitched else {
        return .giveUp(.endpointsDisagree(response))
      }
      hasSwitched = true
      attempts = 0
      return .ask(responsible, isRetry: false)
    }
  }

  private func again(_ endpoint: VerifyReceiptEndpoint, _ outcome: Outcome) -> Step {
    attempts < attemptsPerEndpoint
      ? .ask(endpoint, isRetry: true) : .giveUp(.tooManyAttempts(outcome))
  }

  /// Timeouts, too many requests, and server errors.
  private static func isTemporary(httpStatus code: Int) -> Bool {
    code == 408 || code == 425 || code == 429 || 500...599 ~= code
  }
}
