public import ReceiptParsing

extension AppReceipt {
  /// Validates the receipt in Apple's order and gives what can be trusted.
  ///
  /// - Throws: ``ReceiptValidationError`` with the first step that fails.
  /// - Complexity: O(n).
  public func validate(
    _ expectations: ReceiptExpectations, verifier: some ReceiptSignatureVerifier
  ) throws(ReceiptValidationError) -> ValidatedReceipt {
    let validation = ReceiptValidation(
      receipt: self, expectations: expectations, verifier: verifier)
    var skipped: [ReceiptCheck] = []
    for check in ReceiptCheck.allCases {
      switch validation.outcome(of: check) {
      case .passed: continue
      case .failed(let error): throw error
      case .skipped:
        // A receipt for just any app is worth nothing.
        if check == .bundleIdentifier,
          case .failed(let error) = validation.failed(check, .notChecked)
        {
          throw error
        }
        skipped.append(check)
      }
    }
    return ValidatedReceipt(
      receipt: self, matchedDevice: validation.device.matched, skippedChecks: skipped)
  }

  /// Runs every check, whatever the others say, and lists how each came out.
  ///
  /// - Complexity: O(n).
  public func report(
    _ expectations: ReceiptExpectations, verifier: some ReceiptSignatureVerifier
  ) -> ReceiptReport {
    let validation = ReceiptValidation(
      receipt: self, expectations: expectations, verifier: verifier)
    return ReceiptReport(
      entries: ReceiptCheck.allCases.map { check in
        switch validation.outcome(of: check) {
        case .passed: ReceiptReport.Entry(check: check, result: .passed)
        case .skipped: ReceiptReport.Entry(check: check, result: .skipped)
        case .failed(let error): ReceiptReport.Entry(check: check, result: .failed(error))
        }
      }, matchedDevice: validation.device.matched)
  }
}
