public import ReceiptParsing
public import TransactionReceipts

extension VerifyReceiptStatus {
  /// For something that cannot be read as a transaction receipt: 21002.
  public init(offline error: TransactionReceiptError) {
    self = .malformedReceipt
  }

  /// For a transaction receipt that is not valid: 21002 for a signature that cannot be taken apart, 21006 for an
  /// expired subscription, 21007 and 21008 when only the environment is not allowed and the endpoint is the wrong
  /// one for it, 21003 for all others.
  ///
  /// - Parameter endpoint: which endpoint answers.
  public init(offline error: TransactionValidationError, endpoint: VerifyReceiptEndpoint? = nil) {
    switch error.reason {
    case .signatureUnreadable: self = .malformedReceipt
    case .expired: self = .subscriptionExpired
    case .environment(let environment):
      // The environment is checked last, so everything else is as it should be.
      let status = endpoint.map { VerifyReceiptStatus(environment, at: $0) } ?? .valid
      self = status == .valid ? .notAuthenticated : status
    default: self = .notAuthenticated
    }
  }

  /// For a transaction receipt that is valid: 0; 21006 when its period has ended at that time or its end cannot be
  /// read; or at the wrong endpoint 21007 or 21008.
  ///
  /// - Parameters:
  ///   - validated: the receipt.
  ///   - date: the time of the answer.
  ///   - endpoint: which endpoint answers; `nil` for every receipt that was allowed.
  public init(
    offline validated: ValidatedTransactionReceipt, at date: ReceiptDate,
    endpoint: VerifyReceiptEndpoint? = nil
  ) {
    let status = endpoint.map { VerifyReceiptStatus(validated.environment, at: $0) } ?? .valid
    guard status == .valid else {
      self = status
      return
    }
    switch validated.purchaseInfo.expiration {
    case .absent: self = .valid
    case .value(let end): self = end > date ? .valid : .subscriptionExpired
    case .unreadable: self = .subscriptionExpired
    }
  }

  private init(_ environment: TransactionEnvironment, at endpoint: VerifyReceiptEndpoint) {
    switch (environment, endpoint) {
    case (.production, .production), (.sandbox, .sandbox): self = .valid
    case (.sandbox, .production): self = .sandboxReceiptInProduction
    case (.production, .sandbox): self = .productionReceiptInSandbox
    }
  }
}
