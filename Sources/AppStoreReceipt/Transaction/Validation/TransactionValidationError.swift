/// Why a transaction receipt is not valid: which step failed, and how.
public struct TransactionValidationError: Error, Hashable, Sendable {
  /// How a step can fail.
  public enum Reason: Hashable, Sendable {
    /// The signature cannot be taken apart.
    case signatureUnreadable(TransactionReceiptError)
    /// The signature is not Apple's. Offsets count the octets of ``TransactionSignature/octets``.
    case signature(ReceiptSignatureError)
    /// The purchase does not have the key, or it is empty.
    case missing(TransactionKey)
    /// The key cannot be read.
    case unreadable(TransactionProblem)
    /// The purchase says something else.
    case differs(found: String)
    /// It belongs to another device.
    case otherDevice
    /// There was no device to compare with: `identifierForVendor` is nil until the device has been unlocked once.
    case noDevice
    /// Apple has refunded or revoked the purchase; the date is `nil` when it cannot be read.
    case cancelled(ReceiptDate?)
    /// The period of the subscription is over.
    case expired(ReceiptDate)
    /// It comes from somewhere else, or nothing that is signed says where from.
    case environment(TransactionEnvironment)

    /// A word for logs that will not change; for a signature the name of its error's code.
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

  /// The step.
  public let check: TransactionCheck

  /// How it failed.
  public let reason: Reason

  init(_ check: TransactionCheck, _ reason: Reason) {
    self.check = check
    self.reason = reason
  }
}

extension TransactionValidationError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch reason {
    case .signatureUnreadable(let error): error.description
    case .signature(let error): error.description
    case .missing(let key): "\(key.rawValue) is missing"
    case .unreadable(let problem): problem.description
    case .differs(let found): "the receipt says \"\(found)\""
    case .otherDevice: "the receipt belongs to another device"
    case .noDevice: "no device identifier to compare with"
    case .cancelled(let date):
      "the purchase was cancelled" + (date.map { " at " + $0.utcText } ?? "")
    case .expired(let date): "the subscription expired at \(date.utcText)"
    case .environment(.sandbox): "nothing proves that the receipt is not from the sandbox"
    case .environment(.production): "the receipt is from the App Store"
    }
  }
}
