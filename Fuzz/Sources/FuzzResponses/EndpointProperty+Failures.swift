import Foundation
import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

// Why an answer isn't valid, and which Base64 is taken.

extension EndpointProperty {
  /// The reason leads to the status; its sentence is that of the error in it.
  static func checkFailure(
    _ answer: VerifyReceiptAnswer, at endpoint: VerifyReceiptEndpoint? = nil
  ) {
    guard let failure = answer.failure else { return }
    let status = answer.response.status?.rawValue
    let (statuses, sentence): ([Int64], String) =
      switch failure {
      // Which of both: see `checkBody`.
      case .request(let error): ([21000, 21002], "\(error)")
      case .receipt(let error): ([21002], "\(error)")
      case .validation(let error): ([Self.status(of: error, at: endpoint)], "\(error)")
      case .transactionReceipt(let error): ([21002], "\(error)")
      case .transactionValidation(let error):
        ([Self.status(of: error, at: endpoint)], "\(error)")
      case .subscriptionExpired(let date?):
        ([21006], "the subscription expired at \(date.utcText)")
      case .subscriptionExpired(nil): ([21006], "the end of the subscription is unreadable")
      case .wrongPassword: ([21004], "wrong shared secret")
      case .temporary: ([21005, 21009], "the server can't answer now")
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
    let (place, spaces) = (bytes.count % text.count, ["\t", "\n", "\r"])
    let inside =
      String(text.prefix(place)) + spaces[bytes.count % 3] + String(text.dropFirst(place))
    // Bytes behind a receipt are no variant.
    let isWhole = isValid(text, true)
    let spaced = [text + "\n", text + "\t", " " + text, String(folded), inside]
    for variant in spaced + [url, bare].filter({ $0 != text }) {
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
}
