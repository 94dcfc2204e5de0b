import FuzzSupport
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

// The shared secret.

extension EndpointProperty {
  /// Nothing but the shared secret is one. With another the answer to a valid receipt has the environment of an app's,
  /// and nothing else.
  static func checkPassword(
    _ request: VerifyReceiptRequest, _ environment: String?,
    _ verifier: some ReceiptSignatureVerifier
  ) {
    var request = request
    let secret = request.password ?? "\(request.receiptData?.utf8.count ?? 0)"
    var responder = Self.responder(verifier)
    checkPrinted(responder, nil)
    responder.sharedSecret = secret
    checkPrinted(responder, secret)
    request.password = secret
    require(responder.answer(request, at: Self.date).isValid, "with the secret")
    let member = environment.map { #","environment":"\#($0)""# } ?? ""
    let expected = #"{"status":21004\#(member)}"#
    let others = [
      nil, "", secret + "x", "x" + secret, secret + secret,
      secret + String(repeating: "x", count: 256), String(secret.dropLast()),
      secret.uppercased(), secret.lowercased(), String(secret.dropLast()) + "~",
      "~" + secret.dropFirst(),
    ]
    for other in others where other.map({ $0.utf8.elementsEqual(secret.utf8) }) != true {
      request.password = other
      let answer = responder.answer(request, at: Self.date)
      checkFailure(answer)
      let json = String(decoding: answer.json(), as: UTF8.self)
      require(json == expected, "\(other ?? "nothing") for \(secret): \(json)")
    }
  }

  /// Apps, endpoint and whether there is a secret; never that.
  private static func checkPrinted(
    _ responder: VerifyReceiptResponder<
      some ReceiptSignatureVerifier, some TransactionSignatureVerifier
    >, _ secret: String?
  ) {
    let words = "sharedSecret: \(secret == nil ? "none" : "given")"
    for (endpoint, place) in zip(endpoints, ["both", "production", "sandbox"]) {
      var other = responder
      other.endpoint = endpoint
      let text = "VerifyReceiptResponder(for: \(responder.apps), at: \(place), \(words))"
      require("\(other)" == text, "\(other), not \(text)")
    }
    guard let secret else { return }
    var other = responder
    other.sharedSecret = secret + "x"
    require("\(other)" == "\(responder)", "a secret in \(responder)")
  }
}
