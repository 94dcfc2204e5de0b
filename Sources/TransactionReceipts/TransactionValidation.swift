public import ReceiptParsing
public import ReceiptValidation
import TextCoding

/// Why a transaction receipt is not valid.
public typealias TransactionValidationError = FailedCheck<TransactionReceipt>

/// The result of every check of a transaction receipt.
public typealias TransactionReport = ValidationReport<TransactionReceipt>

extension TransactionReceipt {
  /// Validates the receipt and returns what can be trusted.
  ///
  /// - Throws: ``TransactionValidationError`` for the first check that fails.
  /// - Complexity: O(n).
  public func validate(
    _ expectations: ReceiptExpectations, verifier: some TransactionSignatureVerifier
  ) throws(TransactionValidationError) -> ValidatedTransactionReceipt {
    var checks = ReceiptChecks(of: self, expectations)
    let skipped = try checks.validate { () throws(TransactionValidationError) in
      try checkSignature(verifier)
    }
    return ValidatedTransactionReceipt(receipt: self, skippedChecks: skipped)
  }

  /// Makes every check, even after a failure, and lists the results.
  ///
  /// - Complexity: O(n).
  public func report(
    _ expectations: ReceiptExpectations, verifier: some TransactionSignatureVerifier
  ) -> TransactionReport {
    var checks = ReceiptChecks(of: self, expectations)
    return checks.report { () throws(TransactionValidationError) in try checkSignature(verifier) }
  }

  private func checkSignature(
    _ verifier: some TransactionSignatureVerifier
  ) throws(TransactionValidationError) {
    let material = try signatureMaterial()
    do {
      try verifier.verify(material)
    } catch {
      throw failure(.signature, .signature(error))
    }
  }
}

extension TransactionReceipt: ValidationSubject {
  /// Why a key of the purchase is unreadable.
  public typealias Problem = TransactionProblem

  /// The key.
  public static func _label(of field: String) -> String { field.quotedUnlessName() }
  /// The name of the code.
  public static func _codeName(of error: TransactionReceiptError) -> String { error.code.rawValue }
  /// The period of a subscription.
  public static var _whatExpires: String { "the subscription" }
}

extension TransactionReceipt: CheckedReceipt {
  package static let checks = ReceiptCheck.allCases.filter { $0 != .structure }

  package func text(for check: ReceiptCheck) throws(TransactionValidationError) -> String {
    let key: TransactionKey = check == .appVersion ? .appVersion : .bundleIdentifier
    return try value(check, key.rawValue, purchaseInfo.string(key))
  }

  package func binding() throws(TransactionValidationError) -> DeviceIdentifier {
    try value(.device, TransactionKey.uniqueVendorIdentifier.rawValue, purchaseInfo.vendor)
  }

  package var cancellation: TransactionField<ReceiptDate> { purchaseInfo.cancellation }

  package var expiration: TransactionField<ReceiptDate> { purchaseInfo.expiration }

  package func checkEnvironment(
    _ allowed: Set<ReceiptEnvironment>
  ) throws(TransactionValidationError) {
    guard allowed.contains(provenEnvironment) else {
      throw failure(.environment, .environment(provenEnvironment))
    }
  }

  package func recommendedAction(
    _ check: ReceiptCheck, _ reason: TransactionValidationError.Reason
  ) -> RecommendedAction {
    switch reason {
    case .noDevice: .retryLater
    case .expired: .refresh
    // The receipt of a transaction stays as it is.
    default: .refuse
    }
  }
}

extension DeviceIdentifier: DeviceBinding {
  package func belongs(to device: DeviceIdentifier) -> Bool { self == device }
}

/// A validated transaction receipt: signed by Apple, for this app, and as the caller expected.
///
/// Only ``TransactionReceipt/validate(_:verifier:)`` makes one, so a function that takes one can't be handed an
/// unchecked receipt.
public struct ValidatedTransactionReceipt: Hashable, Sendable {
  /// The receipt. Only ``purchaseInfo`` is signed, even here.
  public let receipt: TransactionReceipt

  /// The checks that the caller left out.
  public let skippedChecks: [ReceiptCheck]

  /// The purchase.
  public var purchaseInfo: PurchaseInfo { receipt.purchaseInfo }

  /// Where the receipt comes from, as far as its signed part proves it.
  public var environment: ReceiptEnvironment { receipt.provenEnvironment }
}
