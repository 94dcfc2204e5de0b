/// How each check of a receipt came out. Unlike validation, a report goes on after a failure.
public struct ValidationReport<
  Check: Hashable & Sendable, Failure: Error & Hashable & Sendable
>: Hashable, Sendable {
  /// One check.
  public struct Entry: Hashable, Sendable {
    /// The check.
    public let check: Check
    /// How it came out.
    public let result: Result

    package init(check: Check, result: Result) {
      self.check = check
      self.result = result
    }
  }

  /// How a check came out.
  public enum Result: Hashable, Sendable {
    /// The receipt is as expected.
    case passed
    /// The receipt is not as expected.
    case failed(Failure)
    /// The caller did not ask for it. It says nothing about the receipt.
    case skipped
  }

  /// All checks, in the order of validation.
  public let entries: [Entry]

  /// The device that the receipt belongs to, out of the candidates.
  public let matchedDevice: DeviceIdentifier?

  package init(entries: [Entry], matchedDevice: DeviceIdentifier? = nil) {
    self.entries = entries
    self.matchedDevice = matchedDevice
  }

  /// Whether every check that was asked for passed. What was skipped is not known.
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

/// How each check of a receipt came out. Unlike ``ReceiptParsing/AppReceipt/validate(_:verifier:)`` it goes on after a failure.
public typealias ReceiptReport = ValidationReport<ReceiptCheck, ReceiptValidationError>

extension ReceiptReport {
  /// What to do: the recommendation of the first failure.
  public var recommendedAction: RecommendedAction {
    failures.first?.recommendedAction ?? .proceed
  }
}

extension ValidationReport.Entry: CustomStringConvertible
where Check == ReceiptCheck, Failure == ReceiptValidationError {
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

#if !hasFeature(Embedded)
  extension ValidationReport: Encodable
  where Check: RawRepresentable, Check.RawValue == String, Failure: CustomStringConvertible {
    private enum Key: CodingKey { case checks, check, result, message }

    /// Writes `{"checks": [{"check": "signature", "result": "failed", "message": "…"}, …]}`. There is no way back: a report
    /// that was stored is no longer one of a receipt.
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
