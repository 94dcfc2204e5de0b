/// Which endpoint to ask, how often, and when to stop: the rules around verifyReceipt without any networking. The
/// caller asks, with the HTTP client and the delays of its choice, and reports what came of it:
///
/// ```swift
/// var exchange = VerifyReceiptExchange()
/// while case .ask(let endpoint, let isRetry) = exchange.step {
///   if isRetry { await delay() }
///   exchange.receive(await post(request.json(), to: endpoint.url))
/// }
/// ```
///
/// It begins with production, follows 21007 and 21008 to the other endpoint once, asks again once after 21002, and
/// a limited number of times after temporary trouble. So it always ends.
public struct VerifyReceiptExchange: Hashable, Sendable {
  /// What to do.
  public enum Step: Hashable, Sendable {
    /// Ask this endpoint; after some time if it is a retry.
    case ask(VerifyReceiptEndpoint, isRetry: Bool)
    /// The answer is there: a valid receipt, or an expired subscription in the style of iOS 6.
    case finished(VerifyReceiptResponse)
    /// There will be no answer that grants anything.
    case giveUp(Reason)
  }

  /// What came of asking.
  public enum Outcome: Hashable, Sendable {
    /// An answer.
    case response(VerifyReceiptResponse)
    /// A body that is no answer.
    case unreadableResponse(VerifyReceiptError)
    /// An HTTP status other than 200.
    case httpStatus(Int)
    /// No HTTP answer at all.
    case transportFailure
  }

  /// Why it is over.
  public enum Reason: Hashable, Sendable {
    /// The answer will not change by asking again.
    case refused(VerifyReceiptResponse)
    /// The trouble lasted: the last outcome.
    case tooManyAttempts(Outcome)
    /// Each endpoint says that the other one is responsible, or one says so of itself.
    case endpointsDisagree(VerifyReceiptResponse)
    /// An HTTP status that asking again does not change.
    case httpStatus(Int)
  }

  /// How often each endpoint is asked at the most.
  public let attemptsPerEndpoint: Int

  /// What to do next.
  public private(set) var step: Step

  private var attempts = 0
  private var hasSwitched = false
  private var hasAskedOnceMore = false

  /// Begins with production.
  ///
  /// - Parameter attemptsPerEndpoint: how often each endpoint is asked at the most, at least once.
  public init(attemptsPerEndpoint: Int = 3) {
    self.attemptsPerEndpoint = max(attemptsPerEndpoint, 1)
    step = .ask(.production, isRetry: false)
  }

  /// Takes what came of asking, and says what to do next. When it is over nothing changes any more.
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
    // Without a status there is no answer, without a receipt nothing was answered.
    guard let status = response.status,
      !status.hasReceipt || response.answeredReceipt != nil
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

  /// Timeouts, too many requests, and everything that is the server's fault.
  private static func isTemporary(httpStatus code: Int) -> Bool {
    code == 408 || code == 425 || code == 429 || 500...599 ~= code
  }
}
