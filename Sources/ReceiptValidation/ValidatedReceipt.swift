public import ReceiptParsing
import TextCoding

extension AppReceipt {
  /// Validates the receipt in Apple's order and returns what can be trusted.
  ///
  /// - Throws: ``ReceiptValidationError`` for the first check that fails.
  /// - Complexity: O(n).
  public func validate(
    _ expectations: ReceiptExpectations, verifier: some ReceiptSignatureVerifier
  ) throws(ReceiptValidationError) -> ValidatedReceipt {
    var checks = ReceiptChecks(of: self, expectations)
    let skipped = try checks.validate { () throws(ReceiptValidationError) in
      try checkSignature(verifier)
    }
    return ValidatedReceipt(
      receipt: self, matchedDevice: checks.matchedDevice, skippedChecks: skipped)
  }

  /// Makes every check, even after a failure, and lists the results.
  ///
  /// - Parameters:
  ///   - expectations: what to check.
  ///   - ignoresBundleIdentifier: whether the receipt may be any app's, as a report makes no ``ValidatedReceipt``.
  ///   - verifier: checks the signature.
  /// - Complexity: O(n).
  public func report(
    _ expectations: ReceiptExpectations, ignoresBundleIdentifier: Bool = false,
    verifier: some ReceiptSignatureVerifier
  ) -> ReceiptReport {
    var checks = ReceiptChecks(
      of: self, expectations, isBundleIdentifierChecked: !ignoresBundleIdentifier)
    return checks.report { () throws(ReceiptValidationError) in try checkSignature(verifier) }
  }

  private func checkSignature(
    _ verifier: some ReceiptSignatureVerifier
  ) throws(ReceiptValidationError) {
    do {
      try withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
    } catch {
      throw failure(.signature, .signature(error))
    }
  }
}

extension AppReceipt: ValidationSubject {
  /// Why an attribute is unreadable.
  public typealias Problem = ReceiptProblem

  /// Its number.
  public static func _label(of field: ReceiptAttributeType) -> String { "attribute \(field)" }
  /// The name of the code.
  public static func _codeName(of error: ReceiptError) -> String { error.code.rawValue }
  /// The whole receipt.
  public static var _whatExpires: String { "the receipt" }
}

extension AppReceipt: CheckedReceipt {
  package static let checks = ReceiptCheck.allCases.filter { $0 != .cancellation }

  package func text(for check: ReceiptCheck) throws(ReceiptValidationError) -> String {
    let type: ReceiptAttributeType = check == .appVersion ? .appVersion : .bundleIdentifier
    return try value(check, type, string(type))
  }

  package func binding() throws(ReceiptValidationError) -> DeviceHash { try DeviceHash(self) }

  /// Only its purchases can be cancelled.
  package var cancellation: ReceiptField<ReceiptDate> { .absent }

  package func checkEnvironment(
    _ allowed: Set<ReceiptEnvironment>
  ) throws(ReceiptValidationError) {
    let name = try value(.environment, .environment, string(.environment))
    guard allowed.contains(ReceiptEnvironment(rawValue: name)) else {
      let expected = allowed.map { UTF8Text($0.rawValue) }.sorted().map { $0.text }
      throw failure(.environment, .differs, expected: expected, found: name)
    }
  }

  package func recommendedAction(
    _ check: ReceiptCheck, _ reason: ReceiptValidationError.Reason
  ) -> RecommendedAction {
    switch (check, reason) {
    case (_, .noDevice): .retryLater
    // The store would send the same again.
    case (.signature, _), (.bundleIdentifier, .differs), (.environment, .differs): .refuse
    default: platform == 2 ? .requestReceipt : .refresh  // 2 is macOS
    }
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
}

extension ValidatedReceipt: CustomStringConvertible {
  /// What the receipt is, and what was not checked.
  public var description: String {
    let skipped = skippedChecks.map { $0.label }.joined(separator: ", ")
    return receipt.description + ", validated"
      + (skipped.isEmpty ? "" : "; not checked: " + skipped)
  }
}
