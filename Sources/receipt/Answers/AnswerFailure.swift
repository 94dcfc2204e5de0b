import AppStoreReceipt
import VerifyReceipt

/// Why there is no answer, or one that grants nothing.
struct AnswerFailure: Error {
  /// The code, and where there is one the check or the byte.
  private(set) var json = VerifyReceiptJSON.Object()
  let message: String

  init(_ code: String, _ message: String) {
    self.message = message
    json.set("code", code)
    json.set("message", message)
  }

  init(_ error: ReceiptError) {
    self.init(error.code.name, error.description + LimitOptions.advice(error))
    if error.hasByte { json.set("offset", Int64(error.offset)) }
  }

  init(_ error: ReceiptValidationError) {
    self.init(error.reason.name, error.description)
    json.set("check", error.check.rawValue)
  }

  init(_ error: TransactionReceiptError) {
    self.init(error.code.name, error.description)
    json.set("offset", Int64(error.offset))
  }

  init(_ error: TransactionValidationError) {
    self.init(error.reason.name, error.description)
    json.set("check", error.check.rawValue)
  }

  init(_ error: VerifyReceiptError) {
    self.init(error.code.name, error.description + LimitOptions.advice(error))
  }
}
