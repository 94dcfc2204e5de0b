import AppStoreReceipt
import VerifyReceipt

/// Why a line has no answer.
struct BatchError: Error {
  private(set) var json = VerifyReceiptJSON.Object()

  init(_ code: String, _ message: String) {
    json["code"] = .string(code)
    json["message"] = .string(message)
  }

  init(_ error: ReceiptError) {
    self.init(error.code.name, error.description)
    if error.hasOctet { json["offset"] = .number(.init(Int64(error.offset))) }
  }

  init(_ error: ReceiptValidationError) {
    self.init(error.reason.name, error.description)
    json["check"] = .string(error.check.rawValue)
  }

  init(_ error: VerifyReceiptError) {
    self.init(error.code.name, error.description)
  }
}
