import AppStoreReceipt
import ReceiptJSON

/// Why there is no answer, or one that grants nothing.
struct ToolError: Error {
  enum Kind {
    /// Usage error.
    case usage
    /// Invalid input.
    case input
    /// A file that cannot be read or written.
    case system
  }

  let kind: Kind
  /// A stable identifier, for scripts: the library's, if the input could be read.
  var code = "cannotRead"
  /// What failed, before the reason: "not valid: ".
  var subject = ""
  let reason: String
  /// The byte at fault.
  var offset: Int?
  /// The check that failed.
  var check: String?
  /// Further lines.
  var details: [String] = []

  static func usage(_ reason: String) -> ToolError { ToolError(kind: .usage, reason: reason) }

  static func input(_ reason: String, details: [String] = []) -> ToolError {
    ToolError(kind: .input, reason: reason, details: details)
  }

  static func system(_ reason: String) -> ToolError { ToolError(kind: .system, reason: reason) }

  /// One line.
  var message: String { subject + reason }

  var status: ExitStatus { kind == .input ? .checkFailed : .usageError }

  /// Writes the members of the JSON object.
  func write(to writer: inout JSONWriter) {
    writer.member("code", code)
    writer.member("message", reason)
    writer.member("offset", offset)
    writer.member("check", check)
  }
}

// What the libraries say of an input.
extension ToolError {
  init(_ code: String, _ reason: String) {
    self.init(kind: .input, code: code, reason: reason)
  }

  init(_ error: ReceiptError) {
    self.init(error.code.rawValue, error.description + LimitOptions.advice(error))
    if error.hasOffset { offset = error.offset }
  }

  init(_ error: TransactionReceiptError) {
    self.init(error.code.rawValue, error.description)
    if error.hasPlaceInReceipt { offset = error.offset }
  }

  init(_ error: FailedCheck<some ValidationSubject>) {
    self.init(error.reason.name, error.description)
    subject = "not valid: "
    check = error.check.rawValue
    offset = (error as? ReceiptValidationError)?.offset
  }

  init(_ error: JSONError) {
    self.init(error.code.rawValue, error.description + LimitOptions.advice(error))
    subject = "not an answer of verifyReceipt: "
    offset = error.offset
  }
}
