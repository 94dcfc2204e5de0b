import FuzzSupport
import VerifyReceipt

/// What Apple documents about asking verifyReceipt: which status means what, and when to ask again.
enum NaiveExchange {
  private static let ends: Set<Int64> = [0, 21000, 21001, 21003, 21004, 21006, 21010]
  private static let errors = 21100...21199 as ClosedRange<Int64>

  /// The properties of a status.
  static func checkStatus(_ number: Int64) {
    let status = VerifyReceiptStatus(rawValue: number)
    let isWrongRequest = [21000, 21001, 21004].contains(number)
    let retry: VerifyReceiptStatus.Retry =
      if ends.contains(number) { isWrongRequest ? .afterFixingTheRequest : .no } else {
        switch number {
        case 21002: .once
        case 21007: .at(.sandbox)
        case 21008: .at(.production)
        default: errors.contains(number) ? .ifRetryable : .later
        }
      }
    require(status.retry == retry, "\(number): \(status.retry)")
    require((status == .valid) == (number == 0), "\(number) grants something")
    require(status.hasReceipt == (number == 0 || number == 21006), "\(number) with a receipt")
    require(
      "\(status)" == "\(number): \(status.meaning)" && !status.meaning.isEmpty
        && status.meaning.last != ".", "\(status) is \(number)")
    FoundationCoders.check(status)
  }

  /// Mostly of what leads to another request: whatever ends an exchange ends what can be seen of it.
  static func check(_ choices: inout Choices) {
    let one = Array(0..<UInt8(answers.count)) + (0xC0..<0xC0 + UInt8(codes.count)) + [0xF0, 0xF8]
    let more = one.filter { byte in
      switch meaning(byte) {
      case .once, .later, .at: true
      case .receipt, .refusal, .http: false
      }
    }
    let outcomes = (0..<8).map { _ in
      choices.below(8) == 0 ? UInt8(choices.below(256)) : choices.pick(more)
    }
    check(outcomes[...], attempts: choices.below(6))
  }

  /// Each byte is what becomes of a request.
  static func check(_ bytes: ArraySlice<UInt8>, attempts: Int) {
    var exchange = VerifyReceiptExchange(attemptsPerEndpoint: attempts)
    var (endpoint, count, switched, again) = (VerifyReceiptEndpoint.production, 0, false, false)
    for byte in bytes {
      guard case .ask(endpoint, isRetry: count > 0) = exchange.step else {
        return require(false, "request \(count) to \(endpoint): \(exchange.step)")
      }
      count += 1
      let step = exchange.receive(outcome(byte))
      require(step == exchange.step, "one step")
      switch meaning(byte) {
      case .receipt:
        return require(step == .finished(response(byte)), "not finished: \(step)")
      case .refusal:
        return require(step == .giveUp(.refused(response(byte))), "not refused: \(step)")
      case .http(let code):
        return require(step == .giveUp(.httpStatus(code)), "\(code): \(step)")
      case .at(let other) where other == endpoint || switched:
        return require(
          step == .giveUp(.endpointsDisagree(response(byte))), "in a circle: \(step)")
      case .at(let other):
        (endpoint, count, switched) = (other, 0, true)
      case .once where again:
        return require(step == .giveUp(.refused(response(byte))), "once more: \(step)")
      case .once, .later:
        if case .once = meaning(byte) { again = true }
        guard count >= max(attempts, 1) else { continue }
        require(step == .giveUp(.tooManyAttempts(outcome(byte))), "\(count) attempts: \(step)")
        return require(exchange.receive(.transportFailure) == step, "the end")
      }
    }
  }

  private enum Meaning {
    case receipt, refusal, once, later
    case at(VerifyReceiptEndpoint)
    case http(Int)
  }

  private static let codes = [200, 404, 407, 408, 409, 425, 429, 430, 499, 500, 503, 599, 600]
  /// Not all with the receipt that they promise.
  private static let answers: [(status: Int64?, isRetryable: Bool?, hasReceipt: Bool)] = [
    (0, nil, true), (0, nil, false), (21006, nil, true), (21006, nil, false), (21000, nil, false),
    (21002, nil, false), (21003, nil, true), (21004, nil, false), (21005, nil, false),
    (21007, nil, false), (21008, nil, false), (21009, nil, false), (21010, nil, false),
    (21100, nil, false), (21150, true, false), (21199, false, false), (21200, false, false),
    (nil, nil, true),
  ]

  private static func outcome(_ byte: UInt8) -> VerifyReceiptExchange.Outcome {
    if byte >= 0xF8 { return .unreadableResponse(unreadable) }
    if byte >= 0xF0 { return .transportFailure }
    if byte >= 0xC0 { return .httpStatus(codes[Int(byte) % codes.count]) }
    return .response(response(byte))
  }

  /// Why a page of a proxy is no answer.
  private static let unreadable: JSONError = {
    do throws(JSONError) {
      _ = try VerifyReceiptResponse(json: "<html>")
      fatalError("VIOLATED: a page is an answer")
    } catch {
      return error
    }
  }()

  private static func response(_ byte: UInt8) -> VerifyReceiptResponse {
    let answer = answers[Int(byte) % answers.count]
    let members = [
      answer.status.map { "\"status\":\($0)" }, answer.isRetryable.map { "\"is-retryable\":\($0)" },
      answer.hasReceipt ? "\"receipt\":{\"bundle_id\":\"a\",\"in_app\":[]}" : nil,
    ].compactMap(\.self)
    guard
      let response = try? VerifyReceiptResponse(
        json: Array("{\(members.joined(separator: ","))}".utf8))
    else { fatalError("VIOLATED: \(members) is no answer") }
    require(response.isValid == (answer.status == 0 && answer.hasReceipt), "valid: \(members)")
    return response
  }

  private static func meaning(_ byte: UInt8) -> Meaning {
    if byte >= 0xF0 { return .later }
    if byte >= 0xC0 {
      let code = codes[Int(byte) % codes.count]
      return [408, 425, 429].contains(code) || code / 100 == 5 ? .later : .http(code)
    }
    let answer = answers[Int(byte) % answers.count]
    switch answer.status {
    case 0, 21006: return answer.hasReceipt ? .receipt : .later
    case 21002: return .once
    case 21007: return .at(.sandbox)
    case 21008: return .at(.production)
    case let status?:
      if errors.contains(status) { return answer.isRetryable == false ? .refusal : .later }
      return ends.contains(status) ? .refusal : .later
    case nil: return .later
    }
  }
}
