import ReceiptParsing
public import ReceiptValidation

extension TransactionReceipt {
  /// Validates the receipt, in the order of ``TransactionCheck``, and returns what can be trusted.
  ///
  /// - Throws: ``TransactionValidationError`` for the first check that fails.
  /// - Complexity: O(n).
  public func validate(
    _ expectations: TransactionExpectations, verifier: some TransactionSignatureVerifier
  ) throws(TransactionValidationError) -> ValidatedTransactionReceipt {
    var skipped: [TransactionCheck] = []
    for check in TransactionCheck.allCases {
      if try !run(check, expectations, verifier) { skipped.append(check) }
    }
    return ValidatedTransactionReceipt(self, skippedChecks: skipped)
  }

  /// Runs every check, even after a failure, and lists the results.
  ///
  /// - Complexity: O(n).
  public func report(
    _ expectations: TransactionExpectations, verifier: some TransactionSignatureVerifier
  ) -> TransactionReport {
    var entries: [TransactionReport.Entry] = []
    for check in TransactionCheck.allCases {
      do throws(TransactionValidationError) {
        let isDone = try run(check, expectations, verifier)
        entries.append(TransactionReport.Entry(check: check, result: isDone ? .passed : .skipped))
      } catch {
        entries.append(TransactionReport.Entry(check: check, result: .failed(error)))
      }
    }
    return TransactionReport(entries: entries)
  }

  // Each returns whether it was requested.

  private func run(
    _ check: TransactionCheck, _ expectations: TransactionExpectations,
    _ verifier: some TransactionSignatureVerifier
  ) throws(TransactionValidationError) -> Bool {
    switch check {
    case .signature: try checkSignature(verifier)
    case .bundleIdentifier:
      try compare(check, .bundleIdentifier, .required(expectations.bundleIdentifier))
    case .appVersion: try compare(check, .appVersion, expectations.appVersion)
    case .device: try checkDevice(expectations.devices)
    case .cancellation: try checkCancellation(expectations.acceptsCancelled)
    case .expiration: try checkExpiration(expectations.now)
    case .environment: try checkEnvironment(expectations.environments)
    }
  }

  private func checkSignature(
    _ verifier: some TransactionSignatureVerifier
  ) throws(TransactionValidationError) -> Bool {
    let material = try signatureMaterial()
    do {
      try verifier.verify(material)
    } catch {
      throw TransactionValidationError(.signature, .signature(error))
    }
    return true
  }

  /// Strings are equal if their UTF-8 is, not if Unicode considers them equivalent.
  private func compare(
    _ check: TransactionCheck, _ key: TransactionKey,
    _ expectation: ReceiptExpectations.Expectation<String>
  ) throws(TransactionValidationError) -> Bool {
    guard let expected = expectation.value else { return false }
    guard let found = purchaseInfo.string(key).value else {
      throw TransactionValidationError(check, .missing(key))
    }
    guard found.utf8.elementsEqual(expected.utf8) else {
      throw TransactionValidationError(check, .differs(found: found), expected: [expected])
    }
    return true
  }

  private func checkDevice(
    _ expectation: ReceiptExpectations.Expectation<[DeviceIdentifier]>
  ) throws(TransactionValidationError) -> Bool {
    guard let candidates = expectation.value else { return false }
    switch purchaseInfo.vendor {
    case .absent: throw TransactionValidationError(.device, .missing(.uniqueVendorIdentifier))
    case .unreadable(let problem): throw TransactionValidationError(.device, .unreadable(problem))
    case .value(let device):
      guard !candidates.isEmpty else { throw TransactionValidationError(.device, .noDevice) }
      guard candidates.contains(device) else {
        throw TransactionValidationError(.device, .otherDevice)
      }
      return true
    }
  }

  /// An unreadable cancellation date still means cancelled.
  private func checkCancellation(
    _ acceptsCancelled: Bool
  ) throws(TransactionValidationError) -> Bool {
    guard !acceptsCancelled else { return false }
    guard !purchaseInfo.isCancelled else {
      throw TransactionValidationError(
        .cancellation, .cancelled(purchaseInfo.cancellationDate))
    }
    return true
  }

  /// Without an expiration date the purchase does not expire; with an unreadable one it has.
  private func checkExpiration(
    _ expectation: ReceiptExpectations.Expectation<ReceiptDate>
  ) throws(TransactionValidationError) -> Bool {
    guard let now = expectation.value else { return false }
    switch purchaseInfo.expiration {
    case .absent: break
    case .unreadable(let problem):
      throw TransactionValidationError(.expiration, .unreadable(problem))
    case .value(let date):
      guard date > now else {
        throw TransactionValidationError(.expiration, .expired(date), expected: [now.utcText])
      }
    }
    return true
  }

  private func checkEnvironment(
    _ allowed: Set<TransactionEnvironment>
  ) throws(TransactionValidationError) -> Bool {
    guard allowed.contains(judgedEnvironment) else {
      throw TransactionValidationError(.environment, .environment(judgedEnvironment))
    }
    return true
  }
}

/// A validated transaction receipt: signed by Apple, for this app, and as the caller expected.
///
/// Only ``TransactionReceipt/validate(_:verifier:)`` makes one, so a function that takes one can't be handed an
/// unchecked receipt.
public struct ValidatedTransactionReceipt: Hashable, Sendable {
  /// The receipt. Only ``purchaseInfo`` is signed, even here.
  public let receipt: TransactionReceipt

  /// The checks that the caller left out.
  public let skippedChecks: [TransactionCheck]

  /// The purchase.
  public var purchaseInfo: PurchaseInfo { receipt.purchaseInfo }

  /// Where the receipt comes from, as far as its signed part proves it.
  public var environment: TransactionEnvironment { receipt.judgedEnvironment }

  init(_ receipt: TransactionReceipt, skippedChecks: [TransactionCheck]) {
    self.receipt = receipt
    self.skippedChecks = skippedChecks
  }
}

/// The result of every check of a transaction receipt. Unlike ``TransactionReceipt/validate(_:verifier:)``, it
/// continues after a failure.
public typealias TransactionReport = ValidationReport<TransactionCheck, TransactionValidationError>
