import AppStoreReceipt
import ReceiptJSON

/// A receipt, validated if the command line asks for it.
enum CheckedReceipt: Sendable {
  /// No check was asked for.
  case unverified(AppReceipt)
  /// The receipt is valid.
  case validated(ValidatedReceipt)

  /// - Parameter verifier: replaces the one of `verification`.
  init(
    _ receipt: AppReceipt, _ verification: VerificationOptions,
    verifier: RememberingVerifier? = nil
  ) throws(ReceiptValidationError) {
    self =
      verification.isAsked
      ? .validated(
        try receipt.validate(
          verification.expectations(of: receipt),
          verifier: verifier ?? RememberingVerifier(verification.verifier)))
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

  /// The purchases, as far as they were checked.
  var purchases: UnverifiedPurchaseHistory {
    switch self {
    case .unverified(let receipt): receipt.unverifiedPurchases
    case .validated(let validated): validated.purchases.unverified
    }
  }

  var isValidated: Bool {
    if case .validated = self { true } else { false }
  }

  /// The remark for standard error.
  func remark(_ verification: VerificationOptions) -> String {
    isValidated ? verification.validRemark : Self.unverifiedRemark
  }

  static let unverifiedRemark = "Not verified."
}

/// Why there is no answer, or one that grants nothing.
struct AnswerFailure: Error {
  let code: String
  let message: String
  private var offset: Int?
  private var check: String?

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ error: ReceiptError) {
    self.init(error.code.name, error.description + LimitOptions.advice(error))
    if error.hasOffset { offset = error.offset }
  }

  init(_ error: ReceiptValidationError) {
    self.init(error.reason.name, error.description)
    check = error.check.rawValue
  }

  init(_ error: TransactionReceiptError) {
    self.init(error.code.name, error.description)
    offset = error.offset
  }

  init(_ error: TransactionValidationError) {
    self.init(error.reason.name, error.description)
    check = error.check.rawValue
  }

  init(_ error: JSONError) {
    self.init(error.code.name, error.description + LimitOptions.advice(error))
  }

  /// Writes the members of the JSON object.
  func write(to writer: inout JSONWriter) {
    writer.member("code", code)
    writer.member("message", message)
    writer.member("offset", offset)
    writer.member("check", check)
  }
}
