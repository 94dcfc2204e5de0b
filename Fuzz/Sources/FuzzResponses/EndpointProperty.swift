import FuzzReceipts
package import FuzzSupport
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

/// The input is the body of a request to verifyReceipt, or choices for a receipt in one. Each gets an answer in JSON
/// with one of the documented statuses; 0 only what is validated without the endpoint, too, of at most one of both
/// environments, and with no purchase that the receipt doesn't have.
package enum EndpointProperty: FuzzProperty {
  package static let name = "endpoint"
  package static let isTree = false

  private static let statuses: [Int64] =
    [-1, 0, 1, 21099, 21100, 21101, 21198, 21199, 21200] + (20999...21011)

  static let date = ReceiptDate(millisecondsSince1970: 1_750_000_000_000)

  /// Both, and each.
  static let endpoints: [VerifyReceiptEndpoint?] = [nil, .production, .sandbox]

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    if bytes.first == 0 { return checkChosen(bytes) }
    let answers = endpoints.map { endpoint in
      responder(at: endpoint, SignedFixtures.shared.verifier).answer(body: bytes, at: Self.date)
    }
    for (endpoint, answer) in zip(endpoints, answers) { check(answer, at: endpoint) }
    checkBody(bytes, answers)
    checkTemporary()
    NaiveExchange.checkStatus(Self.statuses[bytes.count % Self.statuses.count])
    NaiveExchange.check(bytes.suffix(8), attempts: bytes.count % 5)
    var choices = Choices(bytes)
    for _ in 0..<16 { NaiveExchange.check(&choices) }
    for _ in 0..<2 {
      checkBody(&choices)
      checkTransaction(&choices)
    }
    require(
      answers[0].isValid == (answers[1].isValid || answers[2].isValid), "valid in one, or in both")
    checkXcode(bytes, answers)
    checkEnvironments(answers)
    if answers[0].isValid { checkValid(bytes, answers) } else { checkRefused(bytes, answers) }
  }

  private static func checkValid(_ body: [UInt8], _ answers: [VerifyReceiptAnswer]) {
    let isOfProduction = answers[1].isValid
    require(NaiveJSON.isText(body), "valid, and not JSON")
    guard let request = try? VerifyReceiptRequest(json: body), let data = request.receiptData
    else { fatalError("VIOLATED: valid without a receipt") }
    // Bits that no byte has, and bytes behind the receipt, are ignored.
    guard let bytes = NaiveBase64.decode(Array(data.utf8), ignoringUnusedBits: true) else {
      fatalError("VIOLATED: valid, and no Base64")
    }
    checkBase64(request, bytes)
    let header = NaiveHeader(bytes, at: 0, end: bytes.count)
    let end = header?.length == nil ? bytes.count : header?.end ?? bytes.count
    let verifier = SignedFixtures.shared.verifier
    guard bytes.first == 0x30, let receipt = try? AppReceipt(bytes[..<end]) else {
      checkPassword(request, nil, verifier)
      return checkTransaction(bytes, answers)
    }
    checkPassword(request, isOfProduction ? "Production" : "Sandbox", verifier)
    check(answers[0].response, receipt)
    let environment = receipt.environment?.rawValue
    require(
      isOfProduction == (environment == "Production" || environment == "ProductionVPP"),
      "the endpoint of \(environment, default: "none")")
    var longer = request
    longer.receiptData = NaiveBase64.encode(Array(bytes[..<end]) + "behind it".utf8)
    // A length that is longer than needed does not tell where a receipt ends.
    if NaiveHeader(der: bytes, at: 0, end: bytes.count) != nil {
      let answer = responder(verifier).answer(longer, at: Self.date)
      require(answer.response.receipt == answers[0].response.receipt, "with more behind it")
    }
    checkApps(request, receipt.bundleIdentifier ?? "", verifier)
    let inApp = answers[0].response.receipt?.inApp ?? []
    checkLatest(request, receipt.containerBytes, inApp, verifier)
  }

  static func check(_ answer: VerifyReceiptAnswer, at endpoint: VerifyReceiptEndpoint?) {
    let status = answer.response.status?.rawValue
    require(
      [0, 21000, 21002, 21003, 21006, 21007, 21008].contains(status),
      "\(String(describing: status))")
    require(answer.isValid == (status == 0), "valid is status 0")
    require((answer.failure == nil) == answer.isValid, "a reason: \(String(describing: status))")
    checkFailure(answer, at: endpoint)
    let json = answer.json()
    require(NaiveJSON.isText(json), "the answer is JSON")
    require(
      (try? VerifyReceiptResponse(json: json))?.status?.rawValue == status, "and is read as one")
  }

  private static func check(_ response: VerifyReceiptResponse, _ receipt: AppReceipt) {
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
      now: Self.date,
      environments: receipt.environment.map { [$0] } ?? [])
    require(
      (try? receipt.validate(expectations, verifier: SignedFixtures.shared.verifier)) != nil,
      "valid at the endpoint alone")
    require(receipt.environment != .xcode, "Xcode's receipts are not Apple's")
    require(response.receipt?.bundleIdentifier == receipt.bundleIdentifier, "the app")
    require(response.receipt?.requestDate?.receiptDate == Self.date, "when it was asked")
    for purchase in response.receipt?.inApp ?? [] {
      let isThere = receipt.inAppReceipts.contains {
        $0.transactionIdentifier == purchase.transactionIdentifier
          && $0.productIdentifier == purchase.productIdentifier
          && $0.isCancelled == purchase.isCancelled
      }
      require(isThere, "\(purchase) is in the receipt")
    }
  }

  /// Of a genuine receipt that the endpoint doesn't accept, its fields say why.
  private static func checkRefused(_ body: [UInt8], _ answers: [VerifyReceiptAnswer]) {
    guard let data = (try? VerifyReceiptRequest(json: body))?.receiptData else { return }
    if case .transactionReceipt(let error)? = answers[0].failure {
      do throws(ReceiptError) {
        // The endpoint takes Base64 whose unused last bits are not zero.
        let bytes = NaiveBase64.decode(Array(data.utf8), ignoringUnusedBits: true)
        let receipt = try AppReceipt(bytes ?? Array(data.utf8))
        require(false, "\(error), but \(receipt)")
      } catch let other {
        require(other.code == .transactionReceipt, "\(error), but \(other)")
      }
    }
    checkRefusedTransaction(data, answers)
    // Base64 of Base64 is none to the endpoint.
    if let bytes = NaiveBase64.decode(Array(data.utf8)), NaiveBase64.encode(bytes) == data,
      bytes.first == 0x30, let receipt = try? AppReceipt(bytes),
      let naive = NaiveReceipt(container: receipt.containerBytes)
    {
      var expectations = ReceiptExpectations(
        bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked, now: .notChecked)
      expectations.environments = .notChecked
      let verifier = SignedFixtures.shared.verifier
      guard (try? receipt.validate(expectations, verifier: verifier)) != nil else { return }
      let expected: [Int64?] = endpoints.map { status(of: naive.fields, at: $0) }
      let found = answers.map { $0.response.status?.rawValue }
      require(found == expected, "\(found), not \(expected)")
    }
  }

  /// At one endpoint, or at both.
  static func responder<
    Verifier: ReceiptSignatureVerifier, TransactionVerifier: TransactionSignatureVerifier
  >(
    for apps: KnownApps = .any, at endpoint: VerifyReceiptEndpoint? = nil, _ verifier: Verifier,
    _ transactionVerifier: TransactionVerifier
  ) -> VerifyReceiptResponder<Verifier, TransactionVerifier> {
    VerifyReceiptResponder(
      for: apps, at: endpoint, verifier: verifier, transactionVerifier: transactionVerifier)
  }

  /// For transaction receipts of the test authority.
  static func responder<Verifier: ReceiptSignatureVerifier>(
    for apps: KnownApps = .any, at endpoint: VerifyReceiptEndpoint? = nil, _ verifier: Verifier
  ) -> VerifyReceiptResponder<Verifier, AppleTransactionVerifier> {
    responder(for: apps, at: endpoint, verifier, SignedTransactions.shared.verifier)
  }

  /// A receipt of few values, whose signature counts as genuine: its fields say which status it gets.
  private static func checkChosen(_ choices: [UInt8]) {
    let bytes = ChosenPayload.container(of: choices)
    let request = VerifyReceiptRequest(receiptData: NaiveBase64.encode(bytes))
    let verifier = TrustingVerifier()
    let isRead = (try? AppReceipt(bytes)) != nil
    let fields = isRead ? NaiveReceipt(container: bytes)?.fields : nil
    require(isRead == (fields != nil), "read without attributes")
    var valid: VerifyReceiptAnswer?
    for endpoint in endpoints {
      let answer = responder(at: endpoint, verifier).answer(request, at: Self.date)
      let expected = fields.map { status(of: $0, at: endpoint) } ?? 21002
      let found = answer.response.status?.rawValue ?? -1
      require(found == expected, "\(found), not \(expected) at \(endpoint, default: "both")")
      check(answer, at: endpoint)
      if endpoint == nil, answer.isValid { valid = answer }
    }
    guard let valid, let app = valid.response.receipt?.bundleIdentifier else { return }
    let isOfProduction = responder(at: .production, verifier).answer(request, at: date).isValid
    checkPassword(request, isOfProduction ? "Production" : "Sandbox", verifier)
    checkApps(request, app, verifier)
    checkLatest(request, bytes, valid.response.receipt?.inApp ?? [], verifier)
  }

  /// Apple's endpoints know no receipts of Xcode's.
  private static func checkXcode(_ body: [UInt8], _ answers: [VerifyReceiptAnswer]) {
    guard let data = (try? VerifyReceiptRequest(json: body))?.receiptData,
      let receipt = try? AppReceipt(base64: data), receipt.environment == .xcode
    else { return }
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked, now: Self.date,
      environments: [.xcode])
    let isGenuine =
      (try? receipt.validate(expectations, verifier: SignedFixtures.shared.verifier)) != nil
    for answer in answers {
      let status = answer.response.status?.rawValue
      require(status == 21002 || !isGenuine && status == 21003, "Xcode's: \(status ?? -1)")
    }
  }

  /// The app that is expected, byte by byte, and no other.
  private static func checkApps(
    _ request: VerifyReceiptRequest, _ app: String, _ verifier: some ReceiptSignatureVerifier
  ) {
    let names = ChosenPayload.texts.map { ([$0], $0.utf8.elementsEqual(app.utf8)) }
    for (apps, isRight) in names + [
      (["other", app], true), ([app], true), ([app + "x", app.uppercased() + "X", ""], false),
      ([], false),
    ] {
      let answer = responder(for: .only(Set(apps)), verifier).answer(request, at: Self.date)
      let status = answer.response.status?.rawValue ?? -1
      require(status == (isRight ? 0 : 21003), "\(status): \(apps) for \(app)")
    }
  }
}
