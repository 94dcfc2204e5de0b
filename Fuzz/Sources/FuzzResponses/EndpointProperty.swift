import FuzzReceipts
package import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

/// The input is the body of a request to verifyReceipt. Each gets an answer in JSON with one of the documented statuses;
/// 0 only what is validated without the endpoint, too, of at most one of both environments, and with no purchase that the
/// receipt doesn't have.
package enum EndpointProperty: FuzzProperty {
  package static let name = "endpoint"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let date = ReceiptDate(millisecondsSince1970: 1_750_000_000_000)
    let answers = [nil, VerifyReceiptEndpoint.production, .sandbox].map { endpoint in
      VerifyReceiptResponder(
        for: .any, at: endpoint, verifier: SignedFixtures.shared.verifier,
        transactionVerifier: SignedTransactions.shared.verifier
      ).answer(body: bytes, at: date)
    }
    for answer in answers { check(answer) }
    require(!(answers[1].isValid && answers[2].isValid), "valid in both environments")
    require(
      answers[0].isValid == (answers[1].isValid || answers[2].isValid), "valid in one, or in both")
    guard answers[0].isValid else { return }
    let others = answers.dropFirst().map { $0.response.status?.rawValue }
    require(others == [0, 21008] || others == [21007, 0], "the other endpoint says so: \(others)")
    checkPassword(bytes, date)
    require(NaiveJSON.isText(bytes), "valid, and not JSON")
    guard let request = try? VerifyReceiptRequest(json: bytes), let data = request.receiptData
    else { fatalError("VIOLATED: valid without a receipt") }
    // Bits that no byte has, and bytes behind the receipt, are ignored.
    guard let bytes = NaiveBase64.decode(Array(data.utf8), ignoringUnusedBits: true) else {
      fatalError("VIOLATED: valid, and no Base64")
    }
    let header = NaiveHeader(bytes, at: 0, end: bytes.count)
    let end = header?.length == nil ? bytes.count : header?.end ?? bytes.count
    if bytes.first == 0x30, let receipt = try? AppReceipt(bytes[..<end]) {
      check(answers[0].response, receipt)
    } else {
      check(bytes)
    }
  }

  private static func check(_ answer: VerifyReceiptAnswer) {
    let status = answer.response.status?.rawValue
    require(
      [0, 21000, 21002, 21003, 21006, 21007, 21008].contains(status),
      "\(String(describing: status))")
    require(answer.isValid == (status == 0), "valid is status 0")
    require((answer.failure == nil) == answer.isValid, "a reason: \(String(describing: status))")
    let json = answer.json()
    require(NaiveJSON.isText(json), "the answer is JSON")
    require(
      (try? VerifyReceiptResponse(json: json))?.status?.rawValue == status, "and is read as one")
  }

  private static func check(_ response: VerifyReceiptResponse, _ receipt: AppReceipt) {
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
      now: ReceiptDate(millisecondsSince1970: 1_750_000_000_000),
      environments: receipt.environment.map { [$0] } ?? [])
    require(
      (try? receipt.validate(expectations, verifier: SignedFixtures.shared.verifier)) != nil,
      "valid at the endpoint alone")
    require(receipt.environment != .xcode, "Xcode's receipts are not Apple's")
    require(response.receipt?.bundleIdentifier == receipt.bundleIdentifier, "the app")
    for purchase in response.receipt?.inApp ?? [] {
      let isThere = receipt.inAppReceipts.contains {
        $0.transactionIdentifier == purchase.transactionIdentifier
          && $0.productIdentifier == purchase.productIdentifier
          && $0.isCancelled == purchase.isCancelled
      }
      require(isThere, "\(purchase) is in the receipt")
    }
  }

  /// A transaction receipt.
  private static func check(_ bytes: [UInt8]) {
    guard let receipt = try? TransactionReceipt(bytes) else {
      fatalError("VIOLATED: valid, and no receipt")
    }
    let expectations = TransactionExpectations(
      bundleIdentifier: receipt.purchaseInfo.bundleIdentifier ?? "", devices: .notChecked,
      now: .notChecked, environments: [receipt.judgedEnvironment])
    require(
      (try? receipt.validate(expectations, verifier: SignedTransactions.shared.verifier)) != nil,
      "valid at the endpoint alone")
    require(!receipt.purchaseInfo.isCancelled, "valid, and cancelled")
  }

  /// Nothing but the shared secret is one.
  private static func checkPassword(_ body: [UInt8], _ date: ReceiptDate) {
    guard var request = try? VerifyReceiptRequest(json: body) else { return }
    let secret = request.password ?? "\(body.count)"
    var responder = VerifyReceiptResponder(
      for: .any, at: nil, verifier: SignedFixtures.shared.verifier,
      transactionVerifier: SignedTransactions.shared.verifier)
    responder.sharedSecret = secret
    request.password = secret
    require(responder.answer(request, at: date).isValid, "with the secret")
    let others = [
      nil, "", secret + "x", "x" + secret, secret + secret, String(secret.dropLast()),
      secret.uppercased(), secret.lowercased(),
    ]
    for other in others where other.map({ $0.utf8.elementsEqual(secret.utf8) }) != true {
      request.password = other
      let status = responder.answer(request, at: date).response.status?.rawValue
      require(status == 21004, "\(other ?? "nothing") for \(secret): \(status ?? 0)")
    }
  }
}
