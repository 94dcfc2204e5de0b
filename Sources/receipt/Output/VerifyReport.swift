import AppStoreReceipt
import VerifyReceipt

/// The outcome of `receipt verify`, for people or as JSON.
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

  /// What there is to say about something that is no receipt: only the first check was possible.
  init(notAReceipt error: ReceiptError) {
    isValid = false
    checks = ReceiptCheck.allCases.map { check in
      check == .structure
        ? Check(
          check: check.rawValue, result: "failed",
          message: error.description + LimitOptions.advice(error),
          code: error.code.name, offset: error.hasByte ? error.offset : nil)
        : Check(
          check: check.rawValue, result: "skipped", message: "there is no receipt to check")
    }
    recommendedAction = RecommendedAction.refresh.rawValue
    matchedDevice = nil
  }

  /// One line for each check, and one for the whole.
  var lines: [String] {
    var lines = checks.map { check in
      check.result.padded(to: 9) + check.check.padded(to: 18) + check.message
    }
    if let matchedDevice { lines.append("The device is \(matchedDevice).") }
    let skipped = checks.filter { $0.result == "skipped" }.count
    var last = isValid ? "Valid" : "Not valid"
    if isValid, skipped > 0 {
      last +=
        ", as far as it was checked: \(skipped == 1 ? "1 check" : "\(skipped) checks") skipped"
    }
    return lines + [last + ". Recommended action: \(recommendedAction)."]
  }

  var json: VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set("valid", isValid)
    json["checks"] = .array(
      checks.map { check in
        var json = VerifyReceiptJSON.Object()
        json.set("check", check.check)
        json.set("result", check.result)
        json.set("message", check.message)
        json.set("code", check.code)
        json.set("offset", check.offset.map(Int64.init))
        return .object(json)
      })
    json.set("recommendedAction", recommendedAction)
    json.set("matchedDevice", matchedDevice)
    return json
  }
}
