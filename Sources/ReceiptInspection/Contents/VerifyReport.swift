package import ReceiptJSON
package import ReceiptParsing
package import ReceiptValidation

/// The outcome of `receipt verify`.
package struct VerifyReport {
  package struct Check {
    package let check: String
    package var result = "skipped"
    package var message = "there is no receipt to check"
    package var code: String?
    package var offset: Int?
  }

  /// Whether the receipt is valid; `nil` if no check failed, but not all were made that decide about it.
  package private(set) var isValid: Bool? = false
  /// Why that is not known.
  package private(set) var reason: String?
  package let checks: [Check]
  /// What to do; `nil` if that is not known either.
  package let recommendedAction: String?
  package private(set) var matchedDevice: String?

  /// - Parameter missing: the checks without an expectation, of those that decide whether a receipt is valid.
  package init(_ report: ReceiptReport, missing: [ReceiptCheck]) {
    let isOpen = report.failures.isEmpty && !missing.isEmpty
    isValid = isOpen ? nil : report.failures.isEmpty
    let labels = missing.map { $0.label }.joined(separator: ", ")
    reason = isOpen ? "no expectation for: " + labels : nil
    checks = report.entries.map { entry in
      var check = Check(check: entry.check.rawValue, message: entry.message)
      switch entry.result {
      case .passed: check.result = "passed"
      case .skipped: break
      case .failed(let error):
        (check.result, check.code, check.offset) = ("failed", error.reason.name, error.offset)
      }
      return check
    }
    recommendedAction = isOpen ? nil : report.recommendedAction.rawValue
    matchedDevice = report.matchedDevice?.description
  }

  /// The report about something that is not a receipt: only the first check was possible.
  ///
  /// - Parameter advice: is added to the message.
  package init(notAReceipt error: ReceiptError, advice: String = "") {
    let failure = Check(
      check: ReceiptCheck.structure.rawValue, result: "failed",
      message: error.description + advice, code: error.code.rawValue,
      offset: error.hasOffset ? error.offset : nil)
    checks = AppReceipt.checks.map {
      $0 == .structure ? failure : Check(check: $0.rawValue)
    }
    recommendedAction = RecommendedAction.refresh.rawValue
  }

  /// Writes the members of the JSON object. What is not known is null.
  package func write(to writer: inout JSONWriter) {
    writer.member("valid", isValid.map { JSON.boolean($0) } ?? .null)
    writer.member("reason", reason)
    writer.objects("checks", checks) { writer, check in
      writer.member("check", check.check)
      writer.member("result", check.result)
      writer.member("message", check.message)
      writer.member("code", check.code)
      writer.member("offset", check.offset)
    }
    writer.member("recommendedAction", recommendedAction.map { JSON.string($0) } ?? .null)
    writer.member("matchedDevice", matchedDevice)
  }
}
