import ReceiptParsing
public import ReceiptValidation
import TransactionReceipts

/// The result code of verifyReceipt: `status`. Only ``valid`` grants anything; unknown codes may occur.
public struct VerifyReceiptStatus: RawRepresentable, Codable, Hashable, Sendable {
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
}

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

  /// 21100–21199 are errors inside Apple's servers. An unknown status counts as a temporary error.
  private var row: (retry: Retry, meaning: String) {
    switch self {
    case .valid: (.no, "the receipt is valid")
    case .unreadableRequest:
      (.afterFixingTheRequest, "the request was not a POST, or its JSON was unreadable")
    case .noLongerSent: (.afterFixingTheRequest, "Apple no longer sends this status")
    case .malformedReceipt:
      (.once, "the receipt is malformed or missing, or the service had a temporary problem")
    case .notAuthenticated: (.no, "the receipt could not be authenticated")
    case .wrongPassword: (.afterFixingTheRequest, "the shared secret is wrong")
    case .serverUnavailable: (.later, "the service was not available")
    case .subscriptionExpired: (.no, "the receipt is valid, but the subscription has expired")
    case .sandboxReceiptInProduction: (.at(.sandbox), "a sandbox receipt was sent to production")
    case .productionReceiptInSandbox:
      (.at(.production), "a production receipt was sent to the sandbox")
    case .internalDataAccess: (.later, "an internal error of Apple's; try again later")
    case .accountNotFound: (.no, "the customer's account was not found or was deleted")
    case _ where 21100...21199 ~= rawValue: (.ifRetryable, "an internal error of Apple's")
    default: (.later, "unknown status; it grants nothing")
    }
  }

  /// When to ask again.
  public var retry: Retry { row.retry }

  /// The meaning, in one sentence without a period.
  public var meaning: String { row.meaning }

  /// Whether an answer with this status has a receipt.
  public var hasReceipt: Bool { self == .valid || self == .subscriptionExpired }
}

extension VerifyReceiptStatus: CustomStringConvertible {
  /// The number and its meaning.
  public var description: String { "\(rawValue): \(meaning)" }
}

// MARK: The status of an offline answer

// 21004, 21005, 21009, 21010 and 21100–21199 are about Apple's databases and servers and never come from a receipt.

extension ReceiptEnvironment {
  /// The endpoint that answers: production for exactly the two names of the App Store, the sandbox for every name with
  /// that word, as with Apple.
  var endpoint: VerifyReceiptEndpoint? {
    switch self {
    case .production, .productionVPP: .production
    default:
      // By bytes: characters take quadratic time for combining marks in a row.
      rawValue.utf8.indices.contains { rawValue.utf8[$0...].starts(with: "Sandbox".utf8) }
        ? .sandbox : nil
    }
  }
}

extension VerifyReceiptStatus {
  /// For an app receipt or a transaction receipt that is not valid.
  ///
  /// - 21002 for Xcode's receipts, which Apple's servers don't know, and for a malformed signature of a transaction
  ///   receipt.
  /// - 21006 for a transaction receipt whose subscription has expired.
  /// - 21007 and 21008 if only the environment is not allowed, and belongs to the other endpoint.
  /// - 21003 for all others. These include checks that Apple leaves to the caller: bundle identifier, version, device
  ///   and expiry of an app receipt. Such a receipt may be genuine.
  ///
  /// - Parameter endpoint: which endpoint answers.
  public init<Subject>(offline error: FailedCheck<Subject>, endpoint: VerifyReceiptEndpoint? = nil)
  {
    switch error.reason {
    case .signatureUnreadable: self = .malformedReceipt
    case .signature(let signature) where signature.code == .xcodeNotAllowed:
      self = .malformedReceipt
    case .expired where error is TransactionValidationError: self = .subscriptionExpired
    // The environment is checked last, so all other checks passed.
    case .differs where error.check == .environment:
      self.init(ReceiptEnvironment(rawValue: error.found ?? ""), at: endpoint)
    case .environment(let environment): self.init(environment, at: endpoint)
    default: self = .notAuthenticated
    }
    // The endpoint's own environment, but not allowed.
    if self == .valid { self = .notAuthenticated }
  }

  /// The status of an endpoint for an environment: 0 for its own, 21007 and 21008 for the other one's, 21002 for
  /// Xcode's, and 21003 for none or an unknown one.
  private init(_ environment: ReceiptEnvironment?, at endpoint: VerifyReceiptEndpoint?) {
    switch (environment?.endpoint, endpoint) {
    case (nil, _): self = environment == .xcode ? .malformedReceipt : .notAuthenticated
    case (.sandbox, .production): self = .sandboxReceiptInProduction
    case (.production, .sandbox): self = .productionReceiptInSandbox
    default: self = .valid
    }
  }
}
