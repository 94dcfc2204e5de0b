import Foundation
import Testing
import VerifyReceipt

/// Which endpoint is asked how often.
@Suite struct VerifyReceiptExchangeTests {
  private typealias Exchange = VerifyReceiptExchange

  private func response(_ status: Int64, isRetryable: Bool? = nil) -> VerifyReceiptResponse {
    var response = VerifyReceiptResponse(status: VerifyReceiptStatus(rawValue: status))
    response.isRetryable = isRetryable
    if response.status?.hasReceipt == true { response.receipt = ResponseReceipt() }
    return response
  }

  /// The steps after each of the outcomes, in words.
  private func run(_ outcomes: [Exchange.Outcome], attempts: Int = 3) -> [String] {
    var exchange = Exchange(attemptsPerEndpoint: attempts)
    return outcomes.map { outcome in
      switch exchange.receive(outcome) {
      case .ask(.production, let isRetry): isRetry ? "production again" : "production"
      case .ask(.sandbox, let isRetry): isRetry ? "sandbox again" : "sandbox"
      case .finished: "finished"
      case .giveUp(.refused): "refused"
      case .giveUp(.tooManyAttempts): "too many"
      case .giveUp(.endpointsDisagree): "disagree"
      case .giveUp(.httpStatus): "http"
      }
    }
  }

  private func run(_ statuses: [Int64], attempts: Int = 3) -> [String] {
    run(statuses.map { .response(response($0)) }, attempts: attempts)
  }

  @Test func `Production is asked first`() {
    #expect(Exchange().step == .ask(.production, isRetry: false))
    #expect(
      VerifyReceiptEndpoint.production.rawValue == "https://buy.itunes.apple.com/verifyReceipt")
    #expect(
      VerifyReceiptEndpoint.sandbox.url.absoluteString
        == "https://sandbox.itunes.apple.com/verifyReceipt")
  }

  @Test(
    arguments: [
      ([0], ["finished"]), ([21006], ["finished"]), ([21007, 0], ["sandbox", "finished"]),
      ([21007, 21008], ["sandbox", "disagree"]), ([21007, 21007], ["sandbox", "disagree"]),
      ([21008], ["disagree"]), ([21002, 0], ["production again", "finished"]),
      ([21002, 21002], ["production again", "refused"]),
      ([21007, 21002, 21002], ["sandbox", "sandbox again", "refused"]),
      ([21002, 21007, 21002], ["production again", "sandbox", "refused"]),
      ([21005, 21009, 21005], ["production again", "production again", "too many"]),
      (
        [21005, 21005, 21007, 21009, 21009, 21009],
        [
          "production again", "production again", "sandbox", "sandbox again", "sandbox again",
          "too many",
        ]
      ),
      ([21000], ["refused"]), ([21001], ["refused"]), ([21003], ["refused"]),
      ([21004], ["refused"]),
      ([21010], ["refused"]), ([21150, 0], ["production again", "finished"]),
      ([31337, 31337, 31337], ["production again", "production again", "too many"]),
    ] as [([Int64], [String])])
  func `Each answer leads to its step`(statuses: [Int64], steps: [String]) {
    #expect(run(statuses) == steps)
  }

  @Test func `An internal problem says itself whether it is temporary`() {
    #expect(run([.response(response(21100, isRetryable: false))]) == ["refused"])
    #expect(run([.response(response(21199, isRetryable: true))]) == ["production again"])
    // Other statuses do not depend on it.
    #expect(run([.response(response(21003, isRetryable: true))]) == ["refused"])
    #expect(run([.response(response(21005, isRetryable: false))]) == ["production again"])
  }

  @Test func `No answer, and HTTP`() {
    #expect(run([.transportFailure, .response(response(0))]) == ["production again", "finished"])
    #expect(run([.httpStatus(503), .httpStatus(429)]) == ["production again", "production again"])
    #expect(run([.httpStatus(404)]) == ["http"])
    #expect(run([.httpStatus(500)], attempts: 1) == ["too many"])
    #expect(run([.transportFailure], attempts: -1) == ["too many"])
    let error = #expect(throws: JSONError.self) {
      try VerifyReceiptResponse(json: "<html>")
    }
    if let error { #expect(run([.unreadableResponse(error)]) == ["production again"]) }
  }

  @Test(arguments: [
    (302, false), (400, false), (407, false), (408, true), (409, false), (424, false), (425, true),
    (426, false), (428, false), (429, true), (430, false), (499, false), (500, true), (504, true),
    (599, true), (600, false),
  ])
  func `Some statuses of HTTP are temporary`(status: Int, isTemporary: Bool) {
    #expect(run([.httpStatus(status)]) == [isTemporary ? "production again" : "http"])
  }

  @Test func `Without status or receipt nothing is answered`() {
    #expect(run([.response(VerifyReceiptResponse())]) == ["production again"])
    #expect(run([.response(VerifyReceiptResponse(status: .valid))], attempts: 1) == ["too many"])
  }

  @Test func `When it is over nothing changes`() {
    var exchange = Exchange()
    exchange.receive(.response(response(21003)))
    let end = exchange.step
    #expect(exchange.receive(.response(response(0))) == end)
    #expect(exchange.receive(.transportFailure) == end)
  }

  @Test func `Whatever comes, it ends`() {
    let statuses: [Int64] = [0, 21000, 21002, 21005, 21006, 21007, 21008, 21009, 21100, 7]
    func longest(_ exchange: Exchange, _ count: Int) -> Int {
      guard case .ask = exchange.step, count < 8 else { return count }
      return statuses.map { status in
        var next = exchange
        next.receive(.response(response(status)))
        return longest(next, count + 1)
      }.max() ?? count
    }
    #expect(longest(Exchange(), 0) == 6)
  }
}
