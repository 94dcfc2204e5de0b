/// Why a receipt is not valid: which of Apple's steps failed, and how.
public struct ReceiptValidationError: Error, Hashable, Sendable {
  /// How a step can fail.
  public enum Reason: Hashable, Sendable {
    /// The signature is not Apple's.
    case signature(ReceiptSignatureError)
    /// The receipt does not have the attribute, or it is empty.
    case missing(ReceiptAttributeType)
    /// The attribute cannot be read.
    case unreadable(ReceiptProblem)
    /// The receipt says something else.
    case differs(found: String)
    /// The hash is none of the candidates'.
    case otherDevice
    /// There were no candidates to compare with: `identifierForVendor` is nil until the device has been
    /// unlocked once.
    case noDevice
    /// The receipt has expired.
    case expired(ReceiptDate)
    /// The expectations leave out what a validated receipt needs.
    case notChecked

    /// A word for logs that will not change; for a signature the name of its error's code.
    public var name: String {
      switch self {
      case .signature(let error): error.code.name
      case .missing: "missing"
      case .unreadable: "unreadable"
      case .differs: "differs"
      case .otherDevice: "otherDevice"
      case .noDevice: "noDevice"
      case .expired: "expired"
      case .notChecked: "notChecked"
      }
    }
  }

  /// The step.
  public let check: ReceiptCheck

  /// How it failed.
  public let reason: Reason

  /// The octet of the input that it is about, if it is about one.
  public let offset: Int?

  /// What Apple's guidance says to do; the library never does it.
  public let recommendedAction: RecommendedAction
}

/// What to do with the outcome of a validation.
public enum RecommendedAction: String, Hashable, Sendable {
  /// Go on.
  case proceed
  /// Ask the store for a new receipt (`SKReceiptRefreshRequest`), and restrict the app until it is there.
  case refresh
  /// On macOS: end with exit status 173, so that the system fetches a receipt and starts the app again;
  /// current guidance is to inform and restrict instead. Guard against loops.
  case exit173
  /// The device could not tell its identifier yet: try again later.
  case retryLater
}

extension ReceiptValidationError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch reason {
    case .signature(let error): error.description
    case .missing(let type): "attribute \(type) is missing"
    case .unreadable(let problem): problem.description
    case .differs(let found): "the receipt says \"\(found)\""
    case .otherDevice: "the receipt belongs to another device"
    case .noDevice: "no device identifier to compare with"
    case .expired(let date): "the receipt expired at \(date.utcText)"
    case .notChecked: "the bundle identifier has to be checked"
    }
  }
}
