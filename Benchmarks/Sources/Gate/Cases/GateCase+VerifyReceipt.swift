import AppStoreReceipt
import BenchmarkSupport
import VerifyReceipt

extension GateCase {
  /// Answers in the form of verifyReceipt.
  static func verifyReceipt() throws -> [GateCase] {
    let responder = VerifyReceiptResponder(
      for: .only(["com.example.app"]), at: nil, verifier: try Samples.verifier(),
      transactionVerifier: AppleTransactionVerifier())
    let receipt = try AppReceipt(try Samples.fixture("many-purchases"))
    let response = VerifyReceiptResponse(unverified: receipt)
    let json = response.json()
    let truncated = Array(json.dropLast())
    let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
    let request = VerifyReceiptRequest(receipt)
    let body = request.json()
    let small = VerifyReceiptRequest(try AppReceipt(try Samples.fixture("ios-sha1-purchases")))
      .json()
    var deriving = responder
    deriving.derivesLatestReceiptInfo = true
    let now = try Samples.date("2025-05-01T00:00:00Z")
    /// The answer, which has to be that the receipt is valid.
    func valid(_ answer: VerifyReceiptAnswer) throws -> VerifyReceiptAnswer {
      guard answer.isValid else { throw CommandError("\(answer)") }
      return answer
    }
    return [
      .succeeding("VerifyReceiptResponse(unverified:)/many-purchases") {
        VerifyReceiptResponse(unverified: receipt).receipt?.inApp?.count ?? 0
      },
      .succeeding("VerifyReceiptResponse.json()/many-purchases") { response.json().count },
      .succeeding("VerifyReceiptResponse(json:)/many-purchases") {
        try VerifyReceiptResponse(json: json).receipt?.inApp?.count ?? 0
      },
      .succeeding("VerifyReceiptResponse.differences(from:)/many-purchases") {
        response.differences(from: receipt).count
      },
      .succeeding("VerifyReceiptResponder.answer(_:at:)/many-purchases") {
        try valid(responder.answer(request, at: now)).response.receipt?.inApp?.count ?? 0
      },
      .succeeding("VerifyReceiptResponder.answer(body:at:), json()/ios-sha1-purchases") {
        try valid(responder.answer(body: small, at: now)).json().count
      },
      .succeeding("VerifyReceiptResponder.answer(body:at:), json()/many-purchases") {
        try valid(responder.answer(body: body, at: now)).json().count
      },
      .succeeding("VerifyReceiptResponder.derivesLatestReceiptInfo/many-purchases") { [deriving] in
        try valid(deriving.answer(body: body, at: now)).json().count
      },
      .succeeding("VerifyReceiptRequest.json()/many-purchases") { request.json().count },
      .failing("VerifyReceiptResponse(json:)/truncated") { Refusal.response(truncated) },
      .failing("VerifyReceiptResponse(json:)/100,000 levels") { Refusal.response(deep) },
    ]
  }
}
