public import ReceiptParsing

extension AppReceipt {
  /// Validates the receipt in Apple's order and returns what can be trusted.
  ///
  /// - Throws: ``ReceiptValidationError`` for the first check that fails.
  /// - Complexity: O(n).
  public func validate(
    _ expectations: ReceiptExpectations, verifier: some ReceiptSignatureVerifier
  ) throws(ReceiptValidationError) -> ValidatedReceipt {
    let checks = ReceiptChecks(
      receipt: self, expectations: ReportExpectations(expectations), verifier: verifier)
    var skipped: [ReceiptCheck] = []
    var matchedDevice: DeviceIdentifier?
    for check in ReceiptCheck.allCases {
      switch checks.outcome(of: check, &matchedDevice) {
      case .passed: continue
      case .skipped: skipped.append(check)
      case .failed(let error): throw error
      }
    }
    return ValidatedReceipt(receipt: self, matchedDevice: matchedDevice, skippedChecks: skipped)
  }

  /// Runs every check, even after a failure, and lists the results.
  ///
  /// - Complexity: O(n).
  public func report(
    _ expectations: ReceiptExpectations, verifier: some ReceiptSignatureVerifier
  ) -> ReceiptReport {
    report(ReportExpectations(expectations), verifier: verifier)
  }

  /// Runs every requested check, even after a failure, and lists the results.
  ///
  /// - Complexity: O(n).
  public func report(
    _ expectations: ReportExpectations, verifier: some ReceiptSignatureVerifier
  ) -> ReceiptReport {
    let checks = ReceiptChecks(receipt: self, expectations: expectations, verifier: verifier)
    var matchedDevice: DeviceIdentifier?
    let entries = ReceiptCheck.allCases.map { check in
      ReceiptReport.Entry(check: check, result: checks.outcome(of: check, &matchedDevice))
    }
    return ReceiptReport(entries: entries, matchedDevice: matchedDevice)
  }
}

/// The checks of one receipt, each by itself.
private struct ReceiptChecks<Verifier: ReceiptSignatureVerifier> {
  let receipt: AppReceipt
  let expectations: ReportExpectations
  let verifier: Verifier

  /// The result of a check.
  typealias Outcome = ReceiptReport.Result

  /// - Parameter matched: becomes the device that the receipt belongs to.
  func outcome(of check: ReceiptCheck, _ matched: inout DeviceIdentifier?) -> Outcome {
    switch check {
    case .structure: .passed  // there would be no AppReceipt otherwise
    case .signature: signature
    case .bundleIdentifier: bundleIdentifier
    case .appVersion: appVersion
    case .device: device(&matched)
    case .expiration: expiration
    case .environment: environment
    }
  }

  private var signature: Outcome {
    do {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return .passed
    } catch {
      return failed(.signature, .signature(error), at: error.offset)
    }
  }

  private var bundleIdentifier: Outcome {
    compare(.bundleIdentifier, .bundleIdentifier, expectations.bundleIdentifier)
  }

  private var appVersion: Outcome {
    compare(.appVersion, .appVersion, expectations.appVersion)
  }

  /// Strings are equal if their UTF-8 is, not if Unicode considers them equivalent.
  private func compare(
    _ check: ReceiptCheck, _ type: ReceiptAttributeType,
    _ expectation: ReceiptExpectations.Expectation<String>
  ) -> Outcome {
    guard let expected = expectation.value else { return .skipped }
    switch receipt.string(type) {
    case .absent: return failed(check, .missing(type))
    case .unreadable(let problem): return failed(check, .unreadable(problem), at: problem.offset)
    case .value(let found):
      return found.utf8.elementsEqual(expected.utf8)
        ? .passed : failed(check, .differs(found: found), expected: [expected])
    }
  }

  private func device(_ matched: inout DeviceIdentifier?) -> Outcome {
    guard let candidates = expectations.devices.value else { return .skipped }
    do throws(DeviceHash.Failure) {
      let hash = try DeviceHash(receipt)
      guard !candidates.isEmpty else { return failed(.device, .noDevice) }
      matched = candidates.first { hash.belongs(to: $0) }
      return matched == nil ? failed(.device, .otherDevice) : .passed
    } catch {
      return failed(.device, error.reason, at: error.offset)
    }
  }

  /// Without an expiration date the receipt does not expire; with an unreadable one it has.
  private var expiration: Outcome {
    guard let now = expectations.now.value else { return .skipped }
    switch receipt.expiration {
    case .absent: return .passed
    case .unreadable(let problem):
      return failed(.expiration, .unreadable(problem), at: problem.offset)
    case .value(let date):
      return date > now ? .passed : failed(.expiration, .expired(date), expected: [now.utcText])
    }
  }

  private var environment: Outcome {
    guard let allowed = expectations.environments.value else { return .skipped }
    switch receipt.string(.environment) {
    case .absent: return failed(.environment, .missing(.environment))
    case .unreadable(let problem):
      return failed(.environment, .unreadable(problem), at: problem.offset)
    case .value(let name):
      return allowed.contains(ReceiptEnvironment(rawValue: name))
        ? .passed
        : failed(
          .environment, .differs(found: name), expected: allowed.map { $0.rawValue }.sortedByUTF8())
    }
  }

  private func failed(
    _ check: ReceiptCheck, _ reason: ReceiptValidationError.Reason, expected: [String] = [],
    at offset: Int? = nil
  ) -> Outcome {
    let action: RecommendedAction =
      switch (check, reason) {
      case (_, .noDevice): .retryLater
      // The store would send the same again.
      case (.signature, _), (.bundleIdentifier, .differs), (.environment, .differs): .refuse
      default: receipt.platform == 2 ? .exit173 : .refresh  // 2 is macOS
      }
    return .failed(
      ReceiptValidationError(
        check: check, reason: reason, expected: expected, offset: offset,
        recommendedAction: action))
  }
}

extension [String] {
  /// In the order of their UTF-8.
  fileprivate func sortedByUTF8() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// A validated receipt: signed by Apple, for this app, and as the caller expected.
///
/// Only ``ReceiptParsing/AppReceipt/validate(_:verifier:)`` makes one, so a function that takes one can't be handed an
/// unchecked receipt.
public struct ValidatedReceipt: Hashable, Sendable {
  /// The receipt.
  public let receipt: AppReceipt

  /// The device it belongs to, if that was checked.
  public let matchedDevice: DeviceIdentifier?

  /// The checks that the caller left out.
  public let skippedChecks: [ReceiptCheck]

  init(receipt: AppReceipt, matchedDevice: DeviceIdentifier?, skippedChecks: [ReceiptCheck]) {
    self.receipt = receipt
    self.matchedDevice = matchedDevice
    self.skippedChecks = skippedChecks
  }
}

extension ValidatedReceipt: CustomStringConvertible {
  /// What the receipt is, and what was not checked.
  public var description: String {
    let skipped = skippedChecks.map { $0.label }.joined(separator: ", ")
    return receipt.description + ", validated"
      + (skipped.isEmpty ? "" : "; not checked: " + skipped)
  }
}
