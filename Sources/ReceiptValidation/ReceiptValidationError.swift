public import ReceiptParsing
import TextCoding

/// Why a receipt is not valid: which check failed, and how.
public struct ReceiptValidationError: Error, Hashable, Sendable {
  /// How a check can fail.
  public enum Reason: Hashable, Sendable {
    /// The signature is not Apple's.
    case signature(ReceiptSignatureError)
    /// The attribute is missing or empty.
    case missing(ReceiptAttributeType)
    /// The attribute is unreadable.
    case unreadable(ReceiptProblem)
    /// The receipt says something else.
    case differs(found: String)
    /// The hash matches none of the candidates.
    case otherDevice
    /// There are no candidates to compare with: `identifierForVendor` is nil until the device has been unlocked once.
    case noDevice
    /// The receipt has expired.
    case expired(ReceiptDate)

    /// A stable identifier for logging; for a signature, the name of its error's code.
    public var name: String {
      switch self {
      case .signature(let error): error.code.name
      case .missing: "missing"
      case .unreadable: "unreadable"
      case .differs: "differs"
      case .otherDevice: "otherDevice"
      case .noDevice: "noDevice"
      case .expired: "expired"
      }
    }
  }

  /// The check.
  public let check: ReceiptCheck

  /// How it failed.
  public let reason: Reason

  /// What the expectations accept: the bundle identifier or version, the environments in ascending order, or the time
  /// by which the receipt must not have expired. Empty if the failed check compares nothing.
  public let expected: [String]

  /// The byte of the input concerned, if any.
  public let offset: Int?

  /// What Apple's guidance says to do; the library never does it itself.
  public let recommendedAction: RecommendedAction
}

// Text of a receipt is compared byte by byte: see `UTF8Text`.
extension ReceiptValidationError.Reason {
  /// Whether both are the same failure, with the same values.
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.signature(let first), .signature(let second)): first == second
    case (.missing(let first), .missing(let second)): first == second
    case (.unreadable(let first), .unreadable(let second)): first == second
    case (.differs(let first), .differs(let second)): UTF8Text(first) == UTF8Text(second)
    case (.expired(let first), .expired(let second)): first == second
    case (.otherDevice, .otherDevice), (.noDevice, .noDevice): true
    default: false
    }
  }

  /// Hashes the failure and its values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    switch self {
    case .signature(let error): hasher.combine(error)
    case .missing(let type): hasher.combine(type)
    case .unreadable(let problem): hasher.combine(problem)
    case .differs(let found): hasher.combine(UTF8Text(found))
    case .expired(let date): hasher.combine(date)
    case .otherDevice, .noDevice: break
    }
  }
}

/// What to do after validation.
public enum RecommendedAction: String, Hashable, Sendable {
  /// Continue.
  case proceed
  /// Ask the store for a new receipt (`SKReceiptRefreshRequest`), and restrict the app until it arrives.
  case refresh
  /// On macOS: exit with status 173, so that the system fetches a receipt and restarts the app; current guidance: tell the user and restrict the app instead. Guard against loops.
  case exit173
  /// The device can't identify itself yet: try again later.
  case retryLater
  /// Grant nothing by this receipt. A new one would say the same, so don't ask for it: the signature isn't Apple's, or the
  /// receipt is another app's or of an environment that isn't accepted. ``ReceiptValidationError/advice`` says more.
  case refuse
}

extension RecommendedAction {
  /// What to do, without a full stop; `nil` where nothing is left to do.
  public var advice: String? {
    switch self {
    case .proceed: nil
    case .refresh: "ask the store for a new receipt, and restrict the app until it arrives"
    case .exit173:
      "tell the user and restrict the app, or exit with status 173 so that macOS fetches a receipt"
    case .retryLater: "try again later, when the device has been unlocked"
    case .refuse: "grant nothing by this receipt; a new one would say the same"
    }
  }
}

extension ReceiptValidationError {
  /// What to do, without a full stop: the advice of ``recommendedAction``, or what is known of this failure.
  public var advice: String? {
    if check == .environment, case .differs(let found) = reason,
      ReceiptEnvironment(rawValue: found).isSandbox
    {
      return "this is a receipt of the sandbox, the only one that TestFlight and App Review have: "
        + "accept it with environments: .productionAndSandbox in apps they run, and nowhere else"
    }
    return recommendedAction.advice
  }
}

extension ReceiptValidationError {
  /// How the check failed: what was expected and what was found.
  var message: String {
    switch reason {
    case .signature(let error): error.description
    case .missing(let type): "attribute \(type) is missing"
    case .unreadable(let problem): problem.description
    case .differs(let found): mismatch(expected: expected, found: found)
    case .otherDevice: "the receipt belongs to another device"
    case .noDevice: "no device identifier to compare with"
    case .expired(let date):
      "the receipt expired at " + date.utcText + (expected.first.map { ", checked at " + $0 } ?? "")
    }
  }
}

/// `expected "com.other", the receipt says "com.example.app"`.
package func mismatch(expected: [String], found: String) -> String {
  let found = "the receipt says " + found.quoted()
  guard let first = expected.first else { return "no value is allowed, but " + found }
  var text = "expected " + first.quoted()
  for other in expected.dropFirst().prefix(7) { text += " or " + other.quoted() }
  if expected.count > 8 { text += " or one of \(expected.count - 8) more" }
  return text + ", " + found
}

extension ReceiptValidationError: CustomStringConvertible {
  /// One sentence without a full stop: which check, what was expected, what was found, where.
  public var description: String { check.label + ": " + message }
}
