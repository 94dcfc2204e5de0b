/// How each check of a transaction receipt came out. Unlike ``TransactionReceipt/validate(_:verifier:)`` it goes on after
/// a failure.
public struct TransactionReport: Hashable, Sendable {
  /// One check.
  public struct Entry: Hashable, Sendable {
    /// The step.
    public let check: TransactionCheck
    /// How it came out.
    public let result: Result
  }

  /// How a check came out.
  public enum Result: Hashable, Sendable {
    /// The receipt is as expected.
    case passed
    /// It is not.
    case failed(TransactionValidationError)
    /// The caller did not ask for it. It says nothing about the receipt.
    case skipped
  }

  /// All checks, in the order of validation.
  public let entries: [Entry]

  /// The checks that failed.
  public var failures: [TransactionValidationError] {
    entries.compactMap { if case .failed(let error) = $0.result { error } else { nil } }
  }

  /// Whether every check that was asked for passed. What was skipped is not known.
  public var hasNoFailure: Bool { failures.isEmpty }
}
