import ReceiptJSON
import ReceiptParsing
import ReceiptValidation

/// The outcome of `receipt verify`, shared with the web page.
struct VerifyReport {
  struct Check {
    let check: String
    let result: String
    let message: String
    var code: String?
    var offset: Int?
  }

  let isValid: Bool
  let checks: [Check]
  let recommendedAction: String
  let matchedDevice: String?

  init(_ report: ReceiptReport) {
    isValid = report.hasNoFailure
    checks = report.entries.map { entry in
      switch entry.result {
      case .passed:
        Check(check: entry.check.rawValue, result: "passed", message: entry.message)
      case .skipped:
        Check(check: entry.check.rawValue, result: "skipped", message: entry.message)
      case .failed(let error):
        Check(
          check: entry.check.rawValue, result: "failed", message: entry.message,
          code: error.reason.name, offset: error.offset)
      }
    }
    recommendedAction = report.recommendedAction.rawValue
    matchedDevice = report.matchedDevice?.description
  }

  /// The report about something that is not a receipt: only the first check was possible.
  ///
  /// - Parameter advice: is added to the message.
  init(notAReceipt error: ReceiptError, advice: String = "") {
    isValid = false
    checks = ReceiptCheck.allCases.map { check in
      check == .structure
        ? Check(
          check: check.rawValue, result: "failed", message: error.description + advice,
          code: error.code.name, offset: error.hasByte ? error.offset : nil)
        : Check(check: check.rawValue, result: "skipped", message: "there is no receipt to check")
    }
    recommendedAction = RecommendedAction.refresh.rawValue
    matchedDevice = nil
  }

  /// Writes the members of the JSON object.
  func write(to writer: inout JSONWriter) {
    writer.member("valid", isValid)
    writeChecks(to: &writer)
  }

  /// Writes all members but `valid`.
  func writeChecks(to writer: inout JSONWriter) {
    writer.objects("checks", checks) { writer, check in
      writer.member("check", check.check)
      writer.member("result", check.result)
      writer.member("message", check.message)
      writer.member("code", check.code)
      writer.member("offset", check.offset)
    }
    writer.member("recommendedAction", recommendedAction)
    writer.member("matchedDevice", matchedDevice)
  }
}
