extension VerifyReceiptStatus {
  /// Whether and how to ask again.
  public enum Retry: Hashable, Sendable {
    /// The answer will not change.
    case no
    /// The answer will not change before the request does.
    case afterFixingTheRequest
    /// Once more, then give up.
    case once
    /// Later.
    case later
    /// Later if `is-retryable` does not say no.
    case ifRetryable
    /// Now, but the other endpoint.
    case at(VerifyReceiptEndpoint)
  }

  /// Whether and how to ask again. An unknown status counts as temporary trouble.
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

  /// The endpoint that is responsible, when the wrong one was asked.
  public var nextEndpoint: VerifyReceiptEndpoint? {
    if case .at(let endpoint) = retry { endpoint } else { nil }
  }

  /// Whether an answer with this status has a receipt.
  public var hasReceipt: Bool { self == .valid || self == .subscriptionExpired }

  /// Whether the receipt as a whole is valid. True for 0 alone: an unknown status grants nothing, and an expired
  /// subscription in the style of iOS 6 is over.
  public var isValid: Bool { self == .valid }

  /// What the status means, in one sentence without a full stop.
  public var meaning: String {
    switch rawValue {
    case 0: "the receipt is valid"
    case 21000: "the request was not a POST, or its JSON could not be read"
    case 21001: "Apple no longer sends this status"
    case 21002: "the receipt is malformed or missing, or the service had a temporary problem"
    case 21003: "the receipt could not be authenticated"
    case 21004: "the shared secret is not the account's"
    case 21005: "the service was not available"
    case 21006: "the receipt is valid, but the subscription has expired"
    case 21007: "this receipt is from the sandbox and was sent to production"
    case 21008: "this receipt is from production and was sent to the sandbox"
    case 21009: "an internal problem at Apple; try again later"
    case 21010: "the customer's account was not found or was deleted"
    case 21100...21199: "an internal problem at Apple"
    default: "unknown status; it grants nothing"
    }
  }
}

extension VerifyReceiptStatus: CustomStringConvertible {
  /// The number and what it means.
  public var description: String { "\(rawValue): \(meaning)" }
}
