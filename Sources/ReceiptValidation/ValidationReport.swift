public import ReceiptParsing

/// The result of every check of a receipt. Unlike validation, a report continues after a failure.
public struct ValidationReport<Subject: ValidationSubject>: Hashable, Sendable {
  /// One check.
  public struct Entry: Hashable, Sendable {
    /// The check.
    public let check: ReceiptCheck
    /// Its result.
    public let result: Result
  }

  /// The result of a check.
  public enum Result: Hashable, Sendable {
    /// The receipt is as expected.
    case passed
    /// The receipt is not as expected.
    case failed(FailedCheck<Subject>)
    /// The caller left it out. It says nothing about the receipt.
    case skipped
  }

  /// All checks, in the order of validation.
  public let entries: [Entry]

  /// The candidate that the receipt belongs to.
  public let matchedDevice: DeviceIdentifier?

  /// The checks that failed. If there are none, the skipped ones are still unknown.
  public var failures: [FailedCheck<Subject>] {
    entries.compactMap { if case .failed(let error) = $0.result { error } else { nil } }
  }

  /// The checks that the caller left out.
  public var skipped: [ReceiptCheck] {
    entries.compactMap { if case .skipped = $0.result { $0.check } else { nil } }
  }

  /// What to do about the first failure.
  public var recommendedAction: RecommendedAction {
    failures.first?.recommendedAction ?? .proceed
  }
}

/// The result of every check of an app receipt.
public typealias ReceiptReport = ValidationReport<AppReceipt>

extension ValidationReport.Entry: CustomStringConvertible {
  /// What the result means, in one sentence without a period.
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
  extension ValidationReport: Encodable {
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
