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

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    if bytes.first == 0 { return checkChosen(bytes) }
    let answers = [nil, VerifyReceiptEndpoint.production, .sandbox].map { endpoint in
      VerifyReceiptResponder(
        for: .any, at: endpoint, verifier: SignedFixtures.shared.verifier,
        transactionVerifier: SignedTransactions.shared.verifier
      ).answer(body: bytes, at: Self.date)
    }
    for answer in answers { check(answer) }
    checkTemporary()
    NaiveExchange.checkStatus(Self.statuses[bytes.count % Self.statuses.count])
    NaiveExchange.check(bytes.suffix(8), attempts: bytes.count % 5)
    var choices = Choices(bytes)
    for _ in 0..<16 { NaiveExchange.check(&choices) }
    require(!(answers[1].isValid && answers[2].isValid), "valid in both environments")
    require(
      answers[0].isValid == (answers[1].isValid || answers[2].isValid), "valid in one, or in both")
    if !NaiveJSON.isText(bytes) {
      require(answers.allSatisfy { $0.response.status?.rawValue == 21000 }, "no JSON")
    }
    checkXcode(bytes, answers)
    guard answers[0].isValid else { return checkRefused(bytes, answers[0]) }
    let others = answers.dropFirst().map { $0.response.status?.rawValue }
    require(others == [0, 21008] || others == [21007, 0], "the other endpoint says so: \(others)")
    let isOfProduction = others.first == 0
    checkPassword(bytes)
    require(NaiveJSON.isText(bytes), "valid, and not JSON")
    guard let request = try? VerifyReceiptRequest(json: bytes), let data = request.receiptData
    else { fatalError("VIOLATED: valid without a receipt") }
    // Bits that no byte has, and bytes behind the receipt, are ignored.
    guard let bytes = NaiveBase64.decode(Array(data.utf8), ignoringUnusedBits: true) else {
      fatalError("VIOLATED: valid, and no Base64")
    }
    checkBase64(request, bytes)
    let header = NaiveHeader(bytes, at: 0, end: bytes.count)
    let end = header?.length == nil ? bytes.count : header?.end ?? bytes.count
    if bytes.first == 0x30, let receipt = try? AppReceipt(bytes[..<end]) {
      check(answers[0].response, receipt)
      let environment = receipt.environment?.rawValue
      require(
        isOfProduction == (environment == "Production" || environment == "ProductionVPP"),
        "the endpoint of \(environment, default: "none")")
      var longer = request
      longer.receiptData = NaiveBase64.encode(Array(bytes[..<end]) + "behind it".utf8)
      // A length that is longer than needed does not tell where a receipt ends.
      if NaiveHeader(der: bytes, at: 0, end: bytes.count) != nil {
        let answer = responder(SignedFixtures.shared.verifier).answer(longer, at: Self.date)
        require(answer.response.receipt == answers[0].response.receipt, "with more behind it")
      }
      let verifier = SignedFixtures.shared.verifier
      checkApps(request, receipt.bundleIdentifier ?? "", verifier)
      checkLatest(request, answers[0].response.receipt?.inApp ?? [], verifier)
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
    checkFailure(answer)
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

  /// A receipt that the endpoint doesn't accept isn't validated without it, either.
  private static func checkRefused(_ body: [UInt8], _ answer: VerifyReceiptAnswer) {
    guard let data = (try? VerifyReceiptRequest(json: body))?.receiptData else { return }
    if case .transactionReceipt(let error)? = answer.failure {
      do throws(ReceiptError) {
        // The endpoint takes Base64 whose unused last bits are not zero.
        let bytes = NaiveBase64.decode(Array(data.utf8), ignoringUnusedBits: true)
        let receipt = try AppReceipt(bytes ?? Array(data.utf8))
        require(false, "\(error), but \(receipt)")
      } catch let other {
        require(other.code == .transactionReceipt, "\(error), but \(other)")
      }
    }
    if let bytes = NaiveBase64.decode(Array(data.utf8)), NaiveBase64.encode(bytes) == data,
      let receipt = try? AppReceipt(bytes),
      let naive = NaiveReceipt(container: receipt.containerBytes), isValid(naive.fields)
    {
      var expectations = ReceiptExpectations(
        bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked,
        now: .required(Self.date))
      expectations.environments = .notChecked
      let validated = try? receipt.validate(
        expectations, verifier: SignedFixtures.shared.verifier)
      require(validated == nil, "and validated")
    }
    guard let receipt = try? TransactionReceipt(base64: data) else { return }
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.purchaseInfo.bundleIdentifier ?? "", devices: .notChecked,
      now: .required(Self.date), environments: [receipt.provenEnvironment])
    let verifier = SignedTransactions.shared.verifier
    require((try? receipt.validate(expectations, verifier: verifier)) == nil, "and validated")
  }

  /// A transaction receipt.
  private static func check(_ bytes: [UInt8]) {
    guard let receipt = try? TransactionReceipt(bytes) else {
      fatalError("VIOLATED: valid, and no receipt")
    }
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.purchaseInfo.bundleIdentifier ?? "", devices: .notChecked,
      now: .notChecked, environments: [receipt.provenEnvironment])
    require(
      (try? receipt.validate(expectations, verifier: SignedTransactions.shared.verifier)) != nil,
      "valid at the endpoint alone")
    require(!receipt.purchaseInfo.isCancelled, "valid, and cancelled")
    guard let end = receipt.purchaseInfo.expiresDate?.millisecondsSince1970 else { return }
    for step in [-1, 0, 1] as [Int64] {
      let answer = responder(SignedFixtures.shared.verifier).answer(
        VerifyReceiptRequest(receiptData: NaiveBase64.encode(bytes)),
        at: ReceiptDate(millisecondsSince1970: end + step))
      let status = answer.response.status?.rawValue
      require(status == (step < 0 ? 0 : 21006), "\(status ?? -1), \(step) after the end")
      checkLatest(bytes, at: ReceiptDate(millisecondsSince1970: end + step), isOver: step >= 0)
    }
  }

  static func responder<Verifier: ReceiptSignatureVerifier>(
    for apps: KnownApps = .any, _ verifier: Verifier
  ) -> VerifyReceiptResponder<Verifier, AppleTransactionVerifier> {
    VerifyReceiptResponder(
      for: apps, at: nil, verifier: verifier,
      transactionVerifier: SignedTransactions.shared.verifier)
  }

  /// A receipt of few values, whose signature counts as genuine.
  private static func checkChosen(_ choices: [UInt8]) {
    let bytes = ChosenPayload.container(of: choices)
    let request = VerifyReceiptRequest(receiptData: NaiveBase64.encode(bytes))
    let answer = responder(TrustingVerifier()).answer(request, at: Self.date)
    let isRead = (try? AppReceipt(bytes)) != nil
    let isRight = NaiveReceipt(container: bytes).map { isValid($0.fields) } == true
    require(answer.isValid == (isRead && isRight), "valid: \(answer.isValid)")
    guard let app = answer.response.receipt?.bundleIdentifier else { return }
    checkApps(request, app, TrustingVerifier())
    checkLatest(request, answer.response.receipt?.inApp ?? [], TrustingVerifier())
  }

  /// Whether a genuine receipt with these fields is answered as such: it says its app and when it was made, isn't over,
  /// and is of the production environment or of a sandbox.
  private static func isValid(_ fields: NaiveScope) -> Bool {
    guard let environment = fields.text(0).value, fields.text(2).value != nil,
      fields.date(12).value != nil
    else { return false }
    let isApples =
      ["Production", "ProductionVPP"].contains { environment.elementsEqual($0.utf8) }
      || environment.hasBytes("Sandbox".utf8)
    let isOver =
      fields.date(21) != .absent
      && fields.date(21).value.map { $0 <= Int(date.millisecondsSince1970) } != false
    return isApples && !isOver
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
      require(answer.isValid == isRight, "\(apps) for \(app)")
    }
  }

  /// Nothing but the shared secret is one.
  private static func checkPassword(_ body: [UInt8]) {
    guard var request = try? VerifyReceiptRequest(json: body) else { return }
    let secret = request.password ?? "\(body.count)"
    var responder = Self.responder(SignedFixtures.shared.verifier)
    checkPrinted(responder, nil)
    responder.sharedSecret = secret
    checkPrinted(responder, secret)
    request.password = secret
    require(responder.answer(request, at: Self.date).isValid, "with the secret")
    let others = [
      nil, "", secret + "x", "x" + secret, secret + secret,
      secret + String(repeating: "x", count: 256), String(secret.dropLast()),
      secret.uppercased(), secret.lowercased(), String(secret.dropLast()) + "~",
      "~" + secret.dropFirst(),
    ]
    for other in others where other.map({ $0.utf8.elementsEqual(secret.utf8) }) != true {
      request.password = other
      let answer = responder.answer(request, at: Self.date)
      let status = answer.response.status?.rawValue
      checkFailure(answer)
      require(status == 21004, "\(other ?? "nothing") for \(secret): \(status ?? 0)")
    }
  }
}
