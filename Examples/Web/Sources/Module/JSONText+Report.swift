import ReceiptParsing
import ReceiptValidation

extension JSONText {
  /// Writes the members that `receipt verify --json` has. `valid` is null, and `reason` says why, if nothing failed but
  /// an expectation is missing.
  mutating func addReport(_ report: ReceiptReport, missing: [ReceiptCheck]) {
    if !report.hasNoFailure {
      member("valid", false)
    } else if missing.isEmpty {
      member("valid", true)
    } else {
      null("valid")
      var reason = "no expectation for: "
      for (index, check) in missing.enumerated() {
        reason += (index == 0 ? "" : ", ") + check.label
      }
      member("reason", reason)
    }
    objects("checks", report.entries) { text, entry in
      text.member("check", entry.check.rawValue)
      text.member("message", entry.message)
      switch entry.result {
      case .passed: text.member("result", "passed")
      case .skipped: text.member("result", "skipped")
      case .failed(let error):
        text.member("result", "failed")
        text.member("code", error.reason.name)
        text.member("offset", error.offset.map { Int64($0) })
      }
    }
    member("recommendedAction", report.recommendedAction.rawValue)
    member("matchedDevice", report.matchedDevice?.description)
  }

  /// Writes what there is to say about something that is no receipt: only the first check was possible.
  mutating func addReport(notAReceipt error: ReceiptError) {
    member("valid", false)
    objects("checks", ReceiptCheck.allCases) { text, check in
      text.member("check", check.rawValue)
      if check == .structure {
        text.member("message", error.description)
        text.member("result", "failed")
        text.member("code", error.code.name)
        text.member("offset", error.hasByte ? Int64(error.offset) : nil)
      } else {
        text.member("message", "there is no receipt to check")
        text.member("result", "skipped")
      }
    }
    member("recommendedAction", RecommendedAction.refresh.rawValue)
  }
}
