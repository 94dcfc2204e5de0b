import AppStoreReceipt
import ReceiptInspection

/// A receipt, validated if the command line asks for it.
struct CheckedReceipt: Sendable {
  let receipt: AppReceipt
  /// The proof that it is valid; `nil` if no check was asked for.
  let validated: ValidatedReceipt?
  private let verification: VerificationOptions

  /// The receipt in a file.
  init(_ input: InputFile, _ verification: VerificationOptions) throws(ToolError) {
    self.verification = verification
    receipt = try input.receipt()
    do throws(ReceiptValidationError) {
      validated = try verification.validate(receipt)
    } catch {
      throw ToolError(error)
    }
  }

  /// The purchases, as far as they were checked.
  var purchases: UnverifiedPurchaseHistory {
    validated?.purchaseHistory().unverified ?? receipt.unverifiedPurchaseHistory()
  }

  /// The remark for standard error.
  var remark: String {
    validated == nil ? Self.unverifiedRemark : verification.validRemark
  }

  static let unverifiedRemark = "Not verified."
}
