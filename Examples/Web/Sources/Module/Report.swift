import ReceiptJSON
import ReceiptValidation

extension JSONWriter {
  /// Writes the members of `receipt verify --json`. If no check failed but expectations are missing, `valid` is null
  /// and `reason` says why.
  mutating func members(of report: VerifyReport, missing: [ReceiptCheck]) {
    if report.isValid, !missing.isEmpty {
      null("valid")
      var reason = "no expectation for: "
      for (index, check) in missing.enumerated() {
        reason += (index == 0 ? "" : ", ") + check.label
      }
      member("reason", reason)
    } else {
      member("valid", report.isValid)
    }
    report.writeChecks(to: &self)
  }
}
