/// How each check of a receipt came out. Unlike ``ReceiptParsing/AppReceipt/validate(_:verifier:)`` it goes on after a failure.
public struct ReceiptReport: Hashable, Sendable {
  /// One check.
  public struct Entry: Hashable, Sendable {
    /// The step.
    public let check: ReceiptCheck
    /// How it came out.
    public let result: Result
  }

  /// How a check came out.
  public enum Result: Hashable, Sendable {
    /// The receipt is as expected.
    case passed
    /// It is not.
    case failed(ReceiptValidationError)
    /// The caller did not ask for it. It says nothing about the receipt.
    case skipped
  }

  /// All checks, in the order of validation.
  public let entries: [Entry]

  /// The device that the receipt belongs to, out of the candidates.
  public let matchedDevice: DeviceIdentifier?

  /// Whether every check that was asked for passed. What was skipped is not known.
  public var hasNoFailure: Bool { failures.isEmpty }

  /// The checks that failed.
  public var failures: [ReceiptValidationError] {
    entries.compactMap { if case .failed(let error) = $0.result { error } else { nil } }
  }

  /// What to do: the recommendation of the first failure.
  public var recommendedAction: RecommendedAction {
    failures.first?.recommendedAction ?? .proceed
  }
}

extension ReceiptReport.Entry: CustomStringConvertible {
  /// What the outcome means, in one sentence without a full stop.
  public var message: String {
    switch result {
    case .passed: check.meaning
    case .failed(let error): error.message
    case .skipped: "not asked for"
    }
  }

  /// The check and what its outcome means.
  public var description: String { "\(check.rawValue): \(message)" }
}

extension ReceiptCheck {
  /// Its name in a sentence.
  package var label: String {
    switch self {
    case .structure: "structure"
    case .signature: "signature"
    case .bundleIdentifier: "bundle identifier"
    case .appVersion: "app version"
    case .device: "device"
    case .expiration: "expiration"
    case .environment: "environment"
    }
  }

  /// What it means that the check passed.
  var meaning: String {
    switch self {
    case .structure: "the receipt is well-formed"
    case .signature: "the signature is genuine and was valid when the receipt was made"
    case .bundleIdentifier: "the receipt is for this app"
    case .appVersion: "the receipt is for this version"
    case .device: "the receipt is for this device"
    case .expiration: "the receipt has not expired"
    case .environment: "the receipt comes from an environment that is allowed"
    }
  }
}
