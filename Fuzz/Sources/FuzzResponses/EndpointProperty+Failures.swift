import Foundation
import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import VerifyReceipt

// Why an answer isn't valid, and what is printed.

extension EndpointProperty {
  /// The reason fits the status; its sentence is that of the error in it.
  static func checkFailure(_ answer: VerifyReceiptAnswer) {
    guard let failure = answer.failure else { return }
    let status = answer.response.status?.rawValue
    let (statuses, sentence): ([Int64], String) =
      switch failure {
      case .request(let error): ([21000, 21002], "\(error)")
      case .receipt(let error): ([21002], "\(error)")
      case .validation(let error): ([21002, 21003, 21007, 21008], "\(error)")
      case .transactionReceipt(let error): ([21002], "\(error)")
      case .transactionValidation(let error): ([21002, 21003, 21006, 21007, 21008], "\(error)")
      case .subscriptionExpired(let date):
        ([21006], date.map { "the subscription expired at \($0.utcText)" } ?? "\(failure)")
      case .wrongPassword: ([21004], "\(failure)")
      case .temporary: ([21005, 21009], "\(failure)")
      }
    require(statuses.contains(status ?? -1), "\(failure): \(status ?? -1)")
    require(
      "\(failure)" == sentence && sentence.count > 9 && sentence.last != ".",
      "\(failure), not \(sentence)")
    require(failure.errorDescription == "\(failure)", "in an alert: \(failure)")
    Hashes.check(answer, .unavailable, areSame: status == 21005, "\(failure)")
  }

  /// A server that can't answer now says so in both spellings; then it is asked again.
  static func checkTemporary() {
    for (answer, status) in [
      (VerifyReceiptAnswer.unavailable, 21005), (.internalError, 21009),
    ] as [(VerifyReceiptAnswer, Int64)] {
      require(answer.failure == .temporary && !answer.isValid, "\(answer) is temporary")
      checkFailure(answer)
      let expected = #"{"status":\#(status),"is-retryable":true,"is_retryable":true}"#
      let json = String(decoding: answer.json(), as: UTF8.self)
      require(json == expected, "\(json), not \(expected)")
      var exchange = VerifyReceiptExchange(attemptsPerEndpoint: 2)
      let step = exchange.receive(.response(answer.response))
      require(step == .ask(.production, isRetry: true), "asked again: \(step)")
    }
    for (endpoint, host) in [
      (VerifyReceiptEndpoint.production, "buy.itunes.apple.com"),
      (.sandbox, "sandbox.itunes.apple.com"),
    ] {
      require(endpoint.url.absoluteString == "https://\(host)/verifyReceipt", "\(endpoint.url)")
    }
  }

  /// Other ways to write Base64 are taken exactly if that is asked for, and bits that no byte has exactly if not.
  static func checkBase64(_ request: VerifyReceiptRequest, _ bytes: [UInt8]) {
    func isValid(_ data: String, _ acceptsVariants: Bool) -> Bool {
      var (responder, request) = (responder(SignedFixtures.shared.verifier), request)
      responder.acceptsBase64Variants = acceptsVariants
      request.receiptData = data
      return responder.answer(request, at: date).isValid
    }
    let text = NaiveBase64.encode(bytes)
    let url = String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    let bare = String(text.prefix { $0 != "=" })
    let folded = text.prefix(76) + "\r\n" + text.dropFirst(76)
    // Bytes behind a receipt are no variant.
    let isWhole = isValid(text, true)
    for variant in [text + "\n", " " + text, String(folded)] + [url, bare].filter({ $0 != text }) {
      require(!isValid(variant, false), "not as Apple's endpoint takes it: \(variant)")
      require(isValid(variant, true) == isWhole, "a variant: \(variant)")
    }
    guard bare != text, let digit = bare.utf8.last,
      let value = NaiveBase64.alphabet.firstIndex(of: digit)
    else { return }
    let other = Character(Unicode.Scalar(NaiveBase64.alphabet[value + 1]))
    let unused = String(bare.dropLast() + String(other) + text.dropFirst(bare.count))
    require(isValid(unused, false) && !isValid(unused, true), "unused bits: \(unused)")
  }

  /// Apps, endpoint and whether there is a secret; never that.
  static func checkPrinted(_ responder: some CustomStringConvertible, _ secret: String?) {
    let words = "sharedSecret: \(secret == nil ? "none" : "given")"
    require("\(responder)".contains(words), "\(responder) with a secret: \(secret != nil)")
    // Unless it is part of what is printed anyway.
    guard let secret, secret.utf8.count > 8, !"VerifyReceiptResponder(for: any".contains(secret)
    else { return }
    require(!"\(responder)".contains(secret), "a secret in \(responder)")
  }
}
