public import ReceiptParsing
public import ReceiptValidation
public import TransactionReceipts

/// The result code of verifyReceipt: `status`. Only ``valid`` grants anything; unknown codes may occur.
public struct VerifyReceiptStatus: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int64

  /// Creates a status.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// 0: the receipt as a whole is valid, even if a subscription in it has expired.
  public static var valid: Self { Self(rawValue: 0) }
  /// 21000: the request was not a `POST`, or its JSON was unreadable.
  public static var unreadableRequest: Self { Self(rawValue: 21000) }
  /// 21001: no longer sent.
  public static var noLongerSent: Self { Self(rawValue: 21001) }
  /// 21002: the receipt was malformed or missing, or the service had a temporary problem.
  public static var malformedReceipt: Self { Self(rawValue: 21002) }
  /// 21003: the receipt could not be authenticated.
  public static var notAuthenticated: Self { Self(rawValue: 21003) }
  /// 21004: the shared secret is wrong.
  public static var wrongPassword: Self { Self(rawValue: 21004) }
  /// 21005: the service was not available.
  public static var serverUnavailable: Self { Self(rawValue: 21005) }
  /// 21006: the receipt is valid, but the subscription has expired; only in the style of iOS 6.
  public static var subscriptionExpired: Self { Self(rawValue: 21006) }
  /// 21007: a sandbox receipt was sent to production.
  public static var sandboxReceiptInProduction: Self { Self(rawValue: 21007) }
  /// 21008: a production receipt was sent to the sandbox.
  public static var productionReceiptInSandbox: Self { Self(rawValue: 21008) }
  /// 21009: an internal error of Apple's.
  public static var internalDataAccess: Self { Self(rawValue: 21009) }
  /// 21010: the customer's account was not found, or was deleted.
  public static var accountNotFound: Self { Self(rawValue: 21010) }

  /// Whether this is one of 21100–21199: an internal error of Apple's, temporary if `is-retryable` says so.
  public var isInternalDataAccessError: Bool { 21100...21199 ~= rawValue }
}

extension VerifyReceiptStatus: Codable {}

extension VerifyReceiptStatus {
  /// When to ask again.
  public enum Retry: Hashable, Sendable {
    /// Never: the answer won't change.
    case no
    /// After changing the request.
    case afterFixingTheRequest
    /// Once more, then give up.
    case once
    /// Later.
    case later
    /// Later, unless `is-retryable` says no.
    case ifRetryable
    /// Now, at the other endpoint.
    case at(VerifyReceiptEndpoint)
  }

  /// When to ask again. An unknown status counts as a temporary error.
  public var retry: Retry {
    switch rawValue {
    case 0, 21003, 21006, 21010: .no
    case 21000, 21001, 21004: .afterFixingTheRequest
    case 21002: .once
    case 21007: .at(.sandbox)
    case 21008: .at(.production)
    case 21100...21199: .ifRetryable
    default: .later
    }
  }

  /// The endpoint to ask instead, if the wrong one was asked.
  public var nextEndpoint: VerifyReceiptEndpoint? {
    if case .at(let endpoint) = retry { endpoint } else { nil }
  }

  /// Whether an answer with this status has a receipt.
  public var hasReceipt: Bool { self == .valid || self == .subscriptionExpired }

  /// Whether the receipt as a whole is valid: only for 0. An unknown status grants nothing, and 21006 is an expired
  /// subscription in the style of iOS 6.
  public var isValid: Bool { self == .valid }

  /// The meaning, in one sentence without a full stop.
  public var meaning: String {
    switch rawValue {
    case 0: "the receipt is valid"
    case 21000: "the request was not a POST, or its JSON was unreadable"
    case 21001: "Apple no longer sends this status"
    case 21002: "the receipt is malformed or missing, or the service had a temporary problem"
    case 21003: "the receipt could not be authenticated"
    case 21004: "the shared secret is wrong"
    case 21005: "the service was not available"
    case 21006: "the receipt is valid, but the subscription has expired"
    case 21007: "a sandbox receipt was sent to production"
    case 21008: "a production receipt was sent to the sandbox"
    case 21009: "an internal error of Apple's; try again later"
    case 21010: "the customer's account was not found or was deleted"
    case 21100...21199: "an internal error of Apple's"
    default: "unknown status; it grants nothing"
    }
  }
}

extension VerifyReceiptStatus: CustomStringConvertible {
  /// The number and its meaning.
  public var description: String { "\(rawValue): \(meaning)" }
}

// MARK: The status of an offline answer

// 21004, 21005, 21009, 21010 and 21100–21199 are about Apple's databases and servers and never come from a receipt.

extension VerifyReceiptStatus {
  /// For input that is not a readable receipt: 21002.
  public init(offline error: ReceiptError) {
    self = .malformedReceipt
  }

  /// For a receipt that is not valid.
  ///
  /// - 21002 for Xcode's receipts, which Apple's servers don't know.
  /// - 21007 and 21008 if only the environment is not allowed, and belongs to the other endpoint.
  /// - 21003 for all others. These include checks that Apple leaves to the caller: bundle identifier, version, device
  ///   and expiry. Such a receipt may be genuine.
  ///
  /// - Parameter endpoint: which endpoint answers.
  public init(offline error: ReceiptValidationError, endpoint: VerifyReceiptEndpoint? = nil) {
    switch error.reason {
    case .signature(let signature) where signature.code == .xcodeNotAllowed:
      self = .malformedReceipt
    case .differs where error.check == .environment:
      // The environment is checked last, so all other checks passed.
      let environment = ReceiptEnvironment(rawValue: error.found ?? "")
      let status =
        endpoint.map { VerifyReceiptStatus(environment, at: $0) }
        ?? (environment == .xcode ? .malformedReceipt : .notAuthenticated)
      self = status == .valid ? .notAuthenticated : status
    default: self = .notAuthenticated
    }
  }

  /// For a valid receipt: 0, or 21007 or 21008 at the wrong endpoint.
  ///
  /// - Parameters:
  ///   - validated: the receipt.
  ///   - endpoint: which endpoint answers; `nil` for every receipt that the expectations allow.
  public init(offline validated: ValidatedReceipt, endpoint: VerifyReceiptEndpoint? = nil) {
    self =
      endpoint.map { VerifyReceiptStatus(validated.receipt.environment, at: $0) } ?? .valid
  }

  /// The status of an endpoint for an environment: 0 for its own, 21007 and 21008 for the other one's, 21002 for
  /// Xcode's, and 21003 for none or an unknown one.
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

extension VerifyReceiptStatus {
  /// For input that is not a readable transaction receipt: 21002.
  public init(offline error: TransactionReceiptError) {
    self = .malformedReceipt
  }

  /// For a transaction receipt that is not valid: 21002 for a malformed signature, 21006 for an expired subscription,
  /// 21007 and 21008 if only the environment is not allowed and belongs to the other endpoint, 21003 for all others.
  ///
  /// - Parameter endpoint: which endpoint answers.
  public init(offline error: TransactionValidationError, endpoint: VerifyReceiptEndpoint? = nil) {
    switch error.reason {
    case .signatureUnreadable: self = .malformedReceipt
    case .expired: self = .subscriptionExpired
    case .environment(let environment):
      // The environment is checked last, so all other checks passed.
      let status = endpoint.map { VerifyReceiptStatus(environment, at: $0) } ?? .valid
      self = status == .valid ? .notAuthenticated : status
    default: self = .notAuthenticated
    }
  }

  /// For a valid transaction receipt: 0; 21006 if its period has ended at that time or its end is unreadable; 21007 or
  /// 21008 at the wrong endpoint.
  ///
  /// - Parameters:
  ///   - validated: the receipt.
  ///   - date: the time of the answer.
  ///   - endpoint: which endpoint answers; `nil` for every allowed receipt.
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
}
