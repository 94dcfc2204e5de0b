import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

// Transaction receipts.

extension EndpointProperty {
  /// One that is valid now.
  static func checkTransaction(_ bytes: [UInt8], _ answers: [VerifyReceiptAnswer]) {
    guard let receipt = try? TransactionReceipt(bytes) else {
      fatalError("VIOLATED: valid, and no receipt")
    }
    require(isValidUntilItsEnd(receipt), "valid at the endpoint alone")
    let naive = naive(receipt)
    require(!(naive.cancellation != .absent), "valid, and cancelled")
    require(!naive.isOver(at: date), "valid, and over")
    checkEnd(bytes, receipt, naive, answers)
  }

  /// One that is not valid now: of one that is validated without a date, the end is what is wrong.
  static func checkRefusedTransaction(_ data: String, _ answers: [VerifyReceiptAnswer]) {
    switch answers[0].failure {
    case .transactionValidation, .subscriptionExpired: break
    default: return
    }
    guard let bytes = NaiveBase64.decode(Array(data.utf8), ignoringUnusedBits: true),
      let receipt = try? TransactionReceipt(bytes)
    else { return require(false, "an answer to no receipt") }
    checkNow(receipt)
    guard isValidUntilItsEnd(receipt) else {
      if case .subscriptionExpired = answers[0].failure { require(false, "over, and not genuine") }
      return
    }
    let naive = naive(receipt)
    require(naive.isOver(at: date), "refused, and not over")
    checkEnd(bytes, receipt, naive, answers)
  }

  private static func naive(_ receipt: TransactionReceipt) -> NaivePurchaseInfo {
    guard let naive = NaivePurchaseInfo(receipt.purchaseInfo.bytes) else {
      fatalError("VIOLATED: no list: \(receipt)")
    }
    return naive
  }

  private static func expectations(
    of receipt: TransactionReceipt, now: ReceiptExpectations.Expectation<ReceiptDate>
  ) -> ReceiptExpectations {
    ReceiptExpectations(
      bundleIdentifier: receipt.purchaseInfo.bundleIdentifier ?? "", devices: .notChecked,
      now: now, environments: [receipt.provenEnvironment])
  }

  private static func isValidUntilItsEnd(_ receipt: TransactionReceipt) -> Bool {
    let validated = try? receipt.validate(
      expectations(of: receipt, now: .notChecked), verifier: SignedTransactions.shared.verifier)
    return validated != nil
  }

  /// It isn't validated without the endpoint, either, and the reason has the status that is documented.
  private static func checkNow(_ receipt: TransactionReceipt) {
    do throws(TransactionValidationError) {
      _ = try receipt.validate(
        expectations(of: receipt, now: .required(date)),
        verifier: SignedTransactions.shared.verifier)
      require(false, "and validated")
    } catch {
      for endpoint in endpoints {
        let found = VerifyReceiptStatus(offline: error, endpoint: endpoint).rawValue
        let expected = status(of: error, at: endpoint)
        require(found == expected, "\(found), not \(expected): \(error)")
      }
    }
  }

  /// A genuine one gets 21006 from its end on, or ever, if that can't be read, and else 0; from the endpoint of its
  /// environment.
  private static func checkEnd(
    _ bytes: [UInt8], _ receipt: TransactionReceipt, _ naive: NaivePurchaseInfo,
    _ answers: [VerifyReceiptAnswer]
  ) {
    let hasEnvironment = receipt.entries.contains { $0.key.utf8.elementsEqual("environment".utf8) }
    let isOfStore = naive.isOfStore && !hasEnvironment
    for (endpoint, answer) in zip(endpoints, answers) {
      let expected = status(ofGenuine: naive, isOfStore: isOfStore, at: endpoint)
      let found = answer.response.status?.rawValue ?? -1
      require(found == expected, "\(found), not \(expected); of the store: \(isOfStore)")
    }
    let end = naive.expiration.value.map { Int64($0) } ?? date.millisecondsSince1970
    let verifier = SignedTransactions.shared.verifier
    for step in [-1, 0, 1] as [Int64] {
      let now = ReceiptDate(millisecondsSince1970: end + step)
      let answer = responder(SignedFixtures.shared.verifier).answer(
        VerifyReceiptRequest(receiptData: NaiveBase64.encode(bytes)), at: now)
      checkAccepted(answer, naive, at: now)
      checkLatest(bytes, naive, verifier, at: now)
    }
  }

  /// Of one in which everything is right, except perhaps its environment and its end.
  static func status(
    ofGenuine naive: NaivePurchaseInfo, isOfStore: Bool, at endpoint: VerifyReceiptEndpoint?
  ) -> Int64 {
    let environment = isOfStore ? "Production" : "ProductionSandbox"
    let found = status(from: environment.utf8, at: endpoint)
    return found == 0 && naive.isOver(at: date) ? 21006 : found
  }

  /// With its receipt, and with what says that it is cancelled, if that was accepted.
  static func checkAccepted(
    _ answer: VerifyReceiptAnswer, _ naive: NaivePurchaseInfo, at date: ReceiptDate
  ) {
    let end = naive.expiration.value.map { ReceiptDate(millisecondsSince1970: Int64($0)) }
    let isOver = naive.isOver(at: date)
    let status = answer.response.status?.rawValue ?? -1
    require(status == (isOver ? 21006 : 0), "\(status) at \(date), over: \(isOver)")
    let failure: VerifyReceiptAnswer.Failure? = isOver ? .subscriptionExpired(end) : nil
    require(answer.failure == failure, "\(answer.failure, default: "no reason"), over: \(isOver)")
    require(
      answer.response.transaction?.purchase.isCancelled == (naive.cancellation != .absent),
      "cancelled: \((naive.cancellation != .absent))")
    require(answer.response.environment == nil, "an environment, which Apple's have not")
  }
}
