import AppStoreReceipt

/// A receipt, validated if the command line asks for it.
struct CheckedReceipt: Sendable {
  let receipt: AppReceipt
  /// The proof that it is valid; `nil` if no check was asked for.
  let validated: ValidatedReceipt?

  init(
    _ receipt: AppReceipt, _ verification: VerificationOptions
  ) throws(ReceiptValidationError) {
    self.receipt = receipt
    guard verification.isAsked else {
      validated = nil
      return
    }
    validated = try receipt.validate(
      verification.validationExpectations(of: receipt), verifier: verification.verifier)
  }

  /// The receipt in a file.
  init(_ input: InputFile, _ verification: VerificationOptions) throws(ToolError) {
    let receipt = try input.receipt()
    do throws(ReceiptValidationError) {
      try self.init(receipt, verification)
    } catch {
      throw ToolError(error)
    }
  }

  /// The purchases, as far as they were checked.
  var purchases: UnverifiedPurchaseHistory {
    validated?.purchases.unverified ?? receipt.unverifiedPurchases
  }

  /// The remark for standard error.
  func remark(_ verification: VerificationOptions) -> String {
    validated == nil ? Self.unverifiedRemark : verification.validRemark
  }

  static let unverifiedRemark = "Not verified."
}
