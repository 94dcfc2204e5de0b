import AppStoreReceipt

/// A receipt that was checked as the command line asked.
enum CheckedReceipt: Sendable {
  /// Nobody asked for a check.
  case unverified(AppReceipt)
  /// It passed.
  case validated(ValidatedReceipt)

  /// - Parameter verifier: that of `verification` unless another is given.
  init(
    _ receipt: AppReceipt, _ verification: VerificationOptions,
    verifier: AppleSignatureVerifier? = nil
  ) throws(ReceiptValidationError) {
    self =
      verification.isAsked
      ? .validated(
        try receipt.validate(
          verification.validationExpectations(of: receipt),
          verifier: verifier ?? verification.verifier))
      : .unverified(receipt)
  }

  /// The receipt in a file.
  init(_ input: InputFile, _ verification: VerificationOptions) throws(ToolError) {
    let receipt = try input.receipt()
    do throws(ReceiptValidationError) {
      self = try CheckedReceipt(receipt, verification)
    } catch {
      throw .input("not valid: \(error)")
    }
  }

  var receipt: AppReceipt {
    switch self {
    case .unverified(let receipt): receipt
    case .validated(let validated): validated.receipt
    }
  }

  /// What was bought, as far as it was checked.
  var purchases: UnverifiedPurchaseHistory {
    switch self {
    case .unverified(let receipt): receipt.unverifiedPurchases
    case .validated(let validated): validated.purchases.unverified
    }
  }

  var isValidated: Bool {
    if case .validated = self { true } else { false }
  }

  /// What to tell people: that is known even when there is nothing else to see.
  func remark(_ verification: VerificationOptions) -> String {
    isValidated ? verification.validRemark : Self.unverifiedRemark
  }

  static let unverifiedRemark = "Nothing here is verified."
}
