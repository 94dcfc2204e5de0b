public import ReceiptParsing
import TextCoding

/// Why a receipt is not valid: which check failed, and how. *Error codes*, in `AppStoreReceipt`, has causes and remedies.
public struct FailedCheck<Subject: ValidationSubject>: Error, Hashable, Sendable {
  /// How a check can fail.
  public enum Reason: Hashable, Sendable {
    /// The signature is not Apple's. Offsets of a transaction receipt's count the bytes of its signature.
    case signature(ReceiptSignatureError)
    /// The signature of a transaction receipt is malformed. That of an app receipt was read with the receipt.
    case signatureUnreadable(Subject.ReadingError)
    /// The field is missing or empty.
    case missing(Subject.Field)
    /// The field is unreadable.
    case unreadable(Subject.Problem)
    /// The receipt says something else: ``FailedCheck/found``.
    case differs
    /// It belongs to none of the candidates.
    case otherDevice
    /// There are no candidates to compare with: `identifierForVendor` is nil until the device has been unlocked once.
    case noDevice
    /// Apple refunded or revoked the purchase of a transaction receipt; the date is `nil` if unreadable.
    case cancelled(ReceiptDate?)
    /// The receipt, or the period of its subscription, has expired.
    case expired(ReceiptDate)
    /// A transaction receipt comes from another environment, or nothing signed says where from.
    case environment(ReceiptEnvironment)

    /// A stable identifier for logging; for a signature, the name of its error's code.
    public var name: String {
      switch self {
      case .signature(let error): error.code.rawValue
      case .signatureUnreadable(let error): Subject._codeName(of: error)
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
  public let check: ReceiptCheck

  /// How it failed.
  public let reason: Reason

  /// What the expectations accept: the bundle identifier or version, the environments in ascending order, or the time
  /// by which the receipt must not have expired. Empty for other failures than ``Reason/differs`` and
  /// ``Reason/expired(_:)``.
  public let expected: [String]

  /// What the receipt says instead, if the reason is ``Reason/differs``.
  public var found: String? { foundText?.text }

  /// Compared byte by byte.
  private let foundText: UTF8Text?

  /// What Apple's guidance says to do; the library never does it itself.
  public let recommendedAction: RecommendedAction

  package init(
    check: ReceiptCheck, reason: Reason, expected: [String], found: String?,
    recommendedAction: RecommendedAction
  ) {
    self.check = check
    self.reason = reason
    self.expected = expected
    foundText = found.map { UTF8Text($0) }
    self.recommendedAction = recommendedAction
  }

  /// What to do, without a period: the advice of ``recommendedAction``, or what is known of this failure.
  public var advice: String? {
    if check == .environment, let found, ReceiptEnvironment(rawValue: found).isSandbox {
      return "this is a sandbox receipt, the only kind that TestFlight and App Review have: "
        + "accept it with environments: .productionAndSandbox in apps they run, and nowhere else"
    }
    return recommendedAction.advice
  }
}

/// Why an app receipt is not valid.
public typealias ReceiptValidationError = FailedCheck<AppReceipt>

extension ReceiptValidationError {
  /// The byte of the input concerned, if any.
  public var offset: Int? {
    switch reason {
    case .signature(let error): error.offset
    case .unreadable(let problem): problem.offset
    default: nil
    }
  }
}

extension FailedCheck: CustomStringConvertible {
  /// One sentence without a period: which check, what was expected, what was found, where.
  public var description: String { check.label + ": " + message }

  /// How the check failed: what was expected and what was found.
  var message: String {
    switch reason {
    case .signature(let error): error.description
    case .signatureUnreadable(let error): error.description
    case .missing(let field): Subject._label(of: field) + " is missing"
    case .unreadable(let problem): problem.description
    case .differs: difference
    case .otherDevice: "the receipt belongs to another device"
    case .noDevice: "no device identifier to compare with"
    case .cancelled(let date):
      "the purchase was cancelled" + (date.map { " at " + $0.utcText } ?? "")
    case .expired(let date):
      Subject._whatExpires + " expired at " + date.utcText
        + (expected.first.map { ", checked at " + $0 } ?? "")
    case .environment(.production): "the receipt is from the App Store"
    case .environment: "the receipt may be from the sandbox"
    }
  }

  /// `expected "com.other", the receipt says "com.example.app"`.
  private var difference: String {
    let found = "the receipt says " + (found ?? "").quoted()
    guard let first = expected.first else { return "no value is allowed, but " + found }
    var text = "expected " + first.quoted()
    for other in expected.dropFirst().prefix(7) { text += " or " + other.quoted() }
    if expected.count > 8 { text += " or one of \(expected.count - 8) more" }
    return text + ", " + found
  }
}

/// What to do after validation.
public enum RecommendedAction: String, Hashable, Sendable {
  /// Continue.
  case proceed
  /// Ask the store for a new receipt (`SKReceiptRefreshRequest`), and restrict the app until it arrives.
  case refresh
  /// On macOS: exit with status 173, so that the system fetches a receipt and restarts the app. Current guidance is to
  /// tell the user and restrict the app instead. Guard against loops.
  case requestReceipt = "exit173"
  /// The device can't identify itself yet: try again later.
  case retryLater
  /// Grant nothing for this receipt. A new one would say the same, so don't ask for it: the signature isn't Apple's, or the
  /// receipt is another app's or of an environment that isn't accepted; or a transaction receipt, which nothing can renew,
  /// fails a check other than those of its end and of a device that is not known yet. ``FailedCheck/advice`` says more.
  case refuse

  /// What to do, without a period; `nil` where nothing is left to do.
  public var advice: String? {
    switch self {
    case .proceed: nil
    case .refresh: "ask the store for a new receipt, and restrict the app until it arrives"
    case .requestReceipt:
      "tell the user and restrict the app, or exit with status 173 so that macOS fetches a receipt"
    case .retryLater: "try again later, when the device has been unlocked"
    case .refuse: "grant nothing for this receipt; a new one would say the same"
    }
  }
}
