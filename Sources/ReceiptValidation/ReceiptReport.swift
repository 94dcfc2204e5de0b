/// The result of every check of a receipt. Unlike validation, a report continues after a failure.
public struct ValidationReport<
  Check: Hashable & Sendable, Failure: Error & Hashable & Sendable
>: Hashable, Sendable {
  /// One check.
  public struct Entry: Hashable, Sendable {
    /// The check.
    public let check: Check
    /// Its result.
    public let result: Result

    package init(check: Check, result: Result) {
      self.check = check
      self.result = result
    }
  }

  /// The result of a check.
  public enum Result: Hashable, Sendable {
    /// The receipt is as expected.
    case passed
    /// The receipt is not as expected.
    case failed(Failure)
    /// The caller left it out. It says nothing about the receipt.
    case skipped
  }

  /// All checks, in the order of validation.
  public let entries: [Entry]

  /// The candidate that the receipt belongs to.
  public let matchedDevice: DeviceIdentifier?

  package init(entries: [Entry], matchedDevice: DeviceIdentifier? = nil) {
    self.entries = entries
    self.matchedDevice = matchedDevice
  }

  /// Whether every check that was made passed. Skipped checks are unknown.
  public var hasNoFailure: Bool { failures.isEmpty }

  /// The checks that failed.
  public var failures: [Failure] {
    entries.compactMap { if case .failed(let error) = $0.result { error } else { nil } }
  }

  /// The checks that the caller left out.
  public var skipped: [Check] {
    entries.compactMap { if case .skipped = $0.result { $0.check } else { nil } }
  }
}

/// The result of every check of a receipt. Unlike ``ReceiptParsing/AppReceipt/validate(_:verifier:)``, it continues
/// after a failure.
public typealias ReceiptReport = ValidationReport<ReceiptCheck, ReceiptValidationError>

extension ReceiptReport {
  /// What to do about the first failure.
  public var recommendedAction: RecommendedAction {
    failures.first?.recommendedAction ?? .proceed
  }
}

extension ValidationReport.Entry: CustomStringConvertible
where Check == ReceiptCheck, Failure == ReceiptValidationError {
  /// What the result means, in one sentence without a full stop.
  public var message: String {
    switch result {
    case .passed: check.meaning
    case .failed(let error): error.message
    case .skipped: "not checked"
    }
  }

  /// The check and what its result means.
  public var description: String { "\(check.rawValue): \(message)" }
}

#if !hasFeature(Embedded)
  extension ValidationReport: Encodable
  where Check: RawRepresentable, Check.RawValue == String, Failure: CustomStringConvertible {
    private enum Key: CodingKey { case checks, check, result, message }

    /// Writes `{"checks": [{"check": "signature", "result": "failed", "message": "…"}, …]}`. It can't be read back: a
    /// stored report no longer belongs to a receipt.
    public func encode(to encoder: any Encoder) throws {
      var root = encoder.container(keyedBy: Key.self)
      var checks = root.nestedUnkeyedContainer(forKey: .checks)
      for entry in entries {
        var container = checks.nestedContainer(keyedBy: Key.self)
        try container.encode(entry.check.rawValue, forKey: .check)
        switch entry.result {
        case .passed: try container.encode("passed", forKey: .result)
        case .skipped: try container.encode("skipped", forKey: .result)
        case .failed(let error):
          try container.encode("failed", forKey: .result)
          try container.encode(error.description, forKey: .message)
        }
      }
    }
  }
#endif
