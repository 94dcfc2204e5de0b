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

  /// Whether the receipt is valid; `nil` if no check failed, but not all were made that decide about it.
  let isValid: Bool?
  /// Why that is not known.
  let reason: String?
  let checks: [Check]
  /// What to do; `nil` if that is not known either.
  let recommendedAction: String?
  let matchedDevice: String?

  /// - Parameter missing: the checks without an expectation, of those that decide whether a receipt is valid.
  init(_ report: ReceiptReport, missing: [ReceiptCheck]) {
    let isOpen = report.hasNoFailure && !missing.isEmpty
    isValid = isOpen ? nil : report.hasNoFailure
    reason = isOpen ? Self.reason(missing) : nil
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
    recommendedAction = isOpen ? nil : report.recommendedAction.rawValue
    matchedDevice = report.matchedDevice?.description
  }

  private static func reason(_ missing: [ReceiptCheck]) -> String {
    var reason = "no expectation for: "
    for (index, check) in missing.enumerated() {
      reason += (index == 0 ? "" : ", ") + check.label
    }
    return reason
  }

  /// The report about something that is not a receipt: only the first check was possible.
  ///
  /// - Parameter advice: is added to the message.
  init(notAReceipt error: ReceiptError, advice: String = "") {
    isValid = false
    reason = nil
    checks = AppReceipt.checks.map { check in
      check == .structure
        ? Check(
          check: check.rawValue, result: "failed", message: error.description + advice,
          code: error.code.name, offset: error.hasOffset ? error.offset : nil)
        : Check(check: check.rawValue, result: "skipped", message: "there is no receipt to check")
    }
    recommendedAction = RecommendedAction.refresh.rawValue
    matchedDevice = nil
  }

  /// Writes the members of the JSON object. What is not known is null.
  func write(to writer: inout JSONWriter) {
    if let isValid { writer.member("valid", isValid) } else { writer.null("valid") }
    writer.member("reason", reason)
    writer.objects("checks", checks) { writer, check in
      writer.member("check", check.check)
      writer.member("result", check.result)
      writer.member("message", check.message)
      writer.member("code", check.code)
      writer.member("offset", check.offset)
    }
    if let recommendedAction {
      writer.member("recommendedAction", recommendedAction)
    } else {
      writer.null("recommendedAction")
    }
    writer.member("matchedDevice", matchedDevice)
  }
}
