public import ReceiptParsing
public import ReceiptValidation
import TextCoding

/// Why a transaction receipt is not valid: which check failed, and how.
public struct TransactionValidationError: Error, Hashable, Sendable {
  /// How a check can fail.
  public enum Reason: Hashable, Sendable {
    /// The signature is malformed.
    case signatureUnreadable(TransactionReceiptError)
    /// The signature is not Apple's. Offsets count the bytes of ``TransactionSignature/bytes``.
    case signature(ReceiptSignatureError)
    /// The key is missing or empty.
    case missing(TransactionKey)
    /// The key is unreadable.
    case unreadable(TransactionProblem)
    /// The purchase says something else.
    case differs(found: String)
    /// It belongs to another device.
    case otherDevice
    /// There is no device to compare with: `identifierForVendor` is nil until the device has been unlocked once.
    case noDevice
    /// Apple refunded or revoked the purchase; the date is `nil` if unreadable.
    case cancelled(ReceiptDate?)
    /// The period of the subscription is over.
    case expired(ReceiptDate)
    /// It comes from another environment, or nothing signed says where from.
    case environment(TransactionEnvironment)

    /// A stable identifier for logging; for a signature, the name of its error's code.
    public var name: String {
      switch self {
      case .signatureUnreadable(let error): error.code.name
      case .signature(let error): error.code.name
      case .missing: "missing"
      case .unreadable: "unreadable"
      case .differs: "differs"
      case .otherDevice: "otherDevice"
      case .noDevice: "noDevice"
      case .cancelled: "cancelled"
      case .expired: "expired"
      case .environment: "environment"
      }
    }
  }

  /// The check.
  public let check: TransactionCheck

  /// How it failed.
  public let reason: Reason

  /// What the expectations accept: the bundle identifier or version, or the time by which the subscription must not
  /// have expired. Empty if the failed check compares nothing.
  public let expected: [String]

  init(_ check: TransactionCheck, _ reason: Reason, expected: [String] = []) {
    self.check = check
    self.reason = reason
    self.expected = expected
  }
}

extension TransactionValidationError: CustomStringConvertible {
  /// One sentence without a full stop: which check, what was expected, what was found, where.
  public var description: String { check.label + ": " + message }
}

extension TransactionValidationError {
  /// What to do about it, where that can be said without knowing where the receipt comes from.
  package var remedy: String? {
    switch reason {
    case .noDevice: RecommendedAction.retryLater.advice
    default: nil
    }
  }

  /// How the check failed: what was expected and what was found.
  private var message: String {
    switch reason {
    case .signatureUnreadable(let error): error.description
    case .signature(let error): error.description
    case .missing(let key): key.rawValue.quotedUnlessName() + " is missing"
    case .unreadable(let problem): problem.description
    case .differs(let found): mismatch(expected: expected, found: found)
    case .otherDevice: "the receipt belongs to another device"
    case .noDevice: "no device identifier to compare with"
    case .cancelled(let date):
      "the purchase was cancelled" + (date.map { " at " + $0.utcText } ?? "")
    case .expired(let date):
      "the subscription expired at " + date.utcText
        + (expected.first.map { ", checked at " + $0 } ?? "")
    case .environment(.sandbox): "the receipt may be from the sandbox"
    case .environment(.production): "the receipt is from the App Store"
    }
  }
}
