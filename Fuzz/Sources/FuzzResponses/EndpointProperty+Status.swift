import FuzzReceipts
import FuzzSupport
import ReceiptParsing
import ReceiptValidation
import TransactionReceipts
import VerifyReceipt

// Which status an answer has to have, by the table of VerifyReceiptResponder.

extension EndpointProperty {
  /// The endpoint that is responsible for an environment: production for exactly two names, the sandbox for all with
  /// that word.
  private static func endpoint(of name: some Collection<UInt8>) -> VerifyReceiptEndpoint? {
    let isProduction = ["Production", "ProductionVPP"].contains { name.elementsEqual($0.utf8) }
    return isProduction ? .production : name.hasBytes("Sandbox".utf8) ? .sandbox : nil
  }

  /// Of a receipt in which everything is right, except perhaps its environment.
  static func status(
    from environment: some Collection<UInt8>, at endpoint: VerifyReceiptEndpoint?
  ) -> Int64 {
    switch (Self.endpoint(of: environment), endpoint) {
    case (nil, _): environment.elementsEqual("Xcode".utf8) ? 21002 : 21003
    case (.sandbox, .production): 21007
    case (.production, .sandbox): 21008
    // No reader takes an answer with such a name.
    default: NaiveJSON.hasLongRun(Array(environment)) ? 21003 : 0
    }
  }

  /// Only where all else is right does an endpoint name the other one, which then accepts the receipt, or its subscription
  /// is over.
  static func checkEnvironments(_ answers: [VerifyReceiptAnswer]) {
    _ = tableIsRight
    let found = answers.map { $0.response.status?.rawValue ?? -1 }
    let areRight = found.map { $0 == 0 || $0 == 21006 }
    require(
      (found[1] == 21007) == areRight[2] && (found[2] == 21008) == areRight[1]
        && found[0] != 21007 && found[0] != 21008, "\(found)")
  }

  /// Apple's table for what is expected here: at both endpoints, at that of production, and at the sandbox's. Asked once:
  /// no input changes it.
  private static let tableIsRight: Void = {
    let rows: [(environment: String, statuses: [Int64])] = [
      ("Production", [0, 0, 21008]), ("ProductionVPP", [0, 0, 21008]),
      ("Sandbox", [0, 21007, 0]), ("ProductionSandbox", [0, 21007, 0]),
      ("ProductionVPPSandbox", [0, 21007, 0]), ("Xcode", [21002, 21002, 21002]),
      ("", [21003, 21003, 21003]), ("production", [21003, 21003, 21003]),
      ("SandBox", [21003, 21003, 21003]), ("XcodeSandbox", [0, 21007, 0]),
    ]
    for (environment, statuses) in rows {
      let own = endpoints.map { status(from: environment.utf8, at: $0) }
      require(own == statuses, "\(environment): \(own), not \(statuses)")
    }
  }()

  /// Of a genuine app receipt with these fields. A valid one says its app and when it was made, isn't over, and is from
  /// an environment that an endpoint answers for.
  static func status(of fields: NaiveScope, at endpoint: VerifyReceiptEndpoint?) -> Int64 {
    let now = Int(date.millisecondsSince1970)
    let end = fields.date(21)
    let isOver = end != .absent && end.value.map { $0 <= now } != false
    guard let environment = fields.text(0).value, fields.text(2).value != nil,
      fields.date(12).value != nil, !isOver
    else { return 21003 }
    return status(from: environment, at: endpoint)
  }

  /// Of a receipt with a check that fails. The environment is checked last.
  static func status<Receipt>(
    of error: FailedCheck<Receipt>, at endpoint: VerifyReceiptEndpoint?
  ) -> Int64 {
    let name: String? =
      switch error.reason {
      case .differs where error.check == .environment: error.found ?? ""
      case .environment(let environment): environment.rawValue
      default: nil
      }
    if let name {
      let found = status(from: name.utf8, at: endpoint)
      // The right endpoint, and not allowed all the same.
      return found == 0 ? 21003 : found
    }
    return switch error.reason {
    case .signatureUnreadable: 21002
    // Xcode's.
    case .signature(let signature) where signature.code == .xcodeNotAllowed: 21002
    case .expired where error is TransactionValidationError: 21006
    default: 21003
    }
  }

  // MARK: Bodies

  /// A body that can't be read as a request gets 21000, or 21002 if its receipt is of the wrong kind; without text
  /// for a receipt it gets 21002.
  static func checkBody(_ body: [UInt8], _ answers: [VerifyReceiptAnswer]) {
    let (statuses, isRequest) = expected(of: body)
    for answer in answers {
      var isReadable = true
      if case .request = answer.failure { isReadable = false }
      require(isReadable == isRequest, "a request: \(isReadable), not \(isRequest)")
      let status = answer.response.status?.rawValue ?? -1
      require(statuses?.contains(status) != false, "\(status) for \(statuses ?? [])")
    }
    checkLimits(body)
  }

  /// Where a caller takes a byte less than there are, nothing is read.
  private static func checkLimits(_ body: [UInt8]) {
    let answer = responder(SignedFixtures.shared.verifier).answer(
      body: body, at: date, limits: JSONLimits(maximumBytes: body.count - 1))
    var isTooLarge = false
    if case .request(let error)? = answer.failure { isTooLarge = error.code == .tooLarge }
    require(isTooLarge && answer.response.status?.rawValue == 21000, "a byte too many: \(answer)")
  }

  /// The statuses, `nil` if they depend on the receipt, and whether it is a request.
  private static func expected(of body: [UInt8]) -> (statuses: [Int64]?, isRequest: Bool) {
    guard let value = NaiveJSON.value(body), case .object = value, value.depth <= 8,
      value.count <= 128
    else { return ([21000], false) }
    let data = value["receipt-data"]
    let areOthersReadable =
      NaiveAnswer.isReadable(value["password"], asFlag: false)
      && NaiveAnswer.isReadable(value["exclude-old-transactions"], asFlag: true)
    guard NaiveAnswer.isReadable(data, asFlag: false) else { return ([21002], false) }
    guard areOthersReadable else { return ([21000], false) }
    if case .string = data { return (nil, true) }
    return ([21002], true)
  }

  /// Members of all kinds.
  static func checkBody(_ choices: inout Choices) {
    let values = [
      "\"\"", "\"MIIT\"", "\"eyAi\"", "null", "true", "7", "1.5", "9223372036854775808", "[]", "{}",
    ]
    let keys = ["receipt-data", "password", "exclude-old-transactions", "x"]
    let wrong = choices.pick(keys)
    var members: [String] = []
    for key in keys where choices.below(4) > 0 {
      let value = key == wrong || choices.below(8) == 0 ? choices.pick(values) : "\"1\""
      members.append("\"\(key)\":\(value)")
    }
    let body = Array("{\(members.joined(separator: ","))}".utf8)
    let answer = responder(SignedFixtures.shared.verifier).answer(body: body, at: date)
    check(answer, at: nil)
    checkBody(body, [answer])
  }
}
