public import ReceiptParsing
public import ReceiptValidation

// Which status verifyReceipt would give. 21004, 21005, 21009, 21010 and 21100–21199 tell of Apple's databases and
// servers and never come from a receipt.

extension VerifyReceiptStatus {
  /// For something that cannot be read as a receipt: 21002.
  public init(offline error: ReceiptError) {
    self = .malformedReceipt
  }

  /// For a receipt that is not valid.
  ///
  /// - 21002 for receipts of Xcode's, which Apple's servers do not know.
  /// - 21007 and 21008 when only the environment is not allowed, and the endpoint is the wrong one for it.
  /// - 21003 for all others. Among them are checks that Apple leaves to the caller: bundle identifier, version,
  ///   device and expiry; such a receipt may be genuine, and is not valid here.
  ///
  /// - Parameter endpoint: which endpoint answers.
  public init(offline error: ReceiptValidationError, endpoint: VerifyReceiptEndpoint? = nil) {
    switch error.reason {
    case .signature(let signature) where signature.code == .xcodeNotAllowed:
      self = .malformedReceipt
    case .differs(let name) where error.check == .environment:
      // The environment is checked last, so everything else is as it should be.
      let environment = ReceiptEnvironment(rawValue: name)
      let status =
        endpoint.map { VerifyReceiptStatus(environment, at: $0) }
        ?? (environment == .xcode ? .malformedReceipt : .notAuthenticated)
      self = status == .valid ? .notAuthenticated : status
    default: self = .notAuthenticated
    }
  }

  /// For a receipt that is valid: 0, or another status at the wrong endpoint.
  ///
  /// - Parameters:
  ///   - validated: the receipt.
  ///   - endpoint: which endpoint answers; `nil` for every receipt that the caller's expectations allow.
  public init(offline validated: ValidatedReceipt, endpoint: VerifyReceiptEndpoint? = nil) {
    self =
      endpoint.map { VerifyReceiptStatus(validated.receipt.environment, at: $0) } ?? .valid
  }

  /// What an endpoint says about receipts of an environment: 0 for its own, 21007 and 21008 for the other one's,
  /// 21002 for Xcode's, and 21003 where no environment or an unknown one is named.
  init(_ environment: ReceiptEnvironment?, at endpoint: VerifyReceiptEndpoint) {
    let responsible: VerifyReceiptEndpoint? =
      switch environment {
      case .production, .productionVPP: .production
      case let environment? where environment.rawValue.contains("Sandbox"): .sandbox
      default: nil
      }
    switch (responsible, endpoint) {
    case (.production, .production), (.sandbox, .sandbox): self = .valid
    case (.sandbox, .production): self = .sandboxReceiptInProduction
    case (.production, .sandbox): self = .productionReceiptInSandbox
    case (nil, _): self = environment == .xcode ? .malformedReceipt : .notAuthenticated
    }
  }
}
