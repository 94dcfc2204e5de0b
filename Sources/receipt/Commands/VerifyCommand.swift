import AppStoreReceipt
import ReceiptInspection
import ReceiptJSON

/// `receipt verify`: every check of a receipt, one line each.
struct VerifyCommand: AnswerCommand {
  static let manual = Manual(
    "verify", "Checks signature, app, version, device, expiry and environment",
    "Runs every check of a receipt and prints one line each: passed, failed or skipped. Signature and expiry are "
      + "always checked, the rest only with an expectation. A receipt is valid only for an app and an environment: "
      + "without these two expectations, the result is undetermined. Exit status 0 if no check failed, 1 otherwise, "
      + "including when the input is not a receipt.",
    options: [.json],
    groups: [
      Manual.Group(
        title: VerificationOptions.group.title,
        options: VerificationOptions.group.options + [VerificationOptions.date])
    ])

  let arguments: CommonArguments

  func answer(to input: InputFile) -> any Answer {
    let verification = arguments.verification
    do throws(ReceiptError) {
      let receipt = try AppReceipt(input.bytes, limits: input.limits.receipt)
      return VerifyReport(
        verification.expected.report(on: receipt),
        missing: verification.expected.skipped.filter {
          [.bundleIdentifier, .environment].contains($0)
        })
    } catch {
      return VerifyReport(notAReceipt: error, advice: LimitOptions.advice(error))
    }
  }
}

extension VerifyReport: Answer {
  /// One line for each check, and one for the result.
  var lines: [String] {
    var lines = checks.map { check in
      check.result.padded(to: 9) + check.check.padded(to: 18) + check.message
    }
    if let matchedDevice { lines.append("The device is \(matchedDevice).") }
    guard let isValid, let recommendedAction else {
      return lines + ["Undetermined: no check failed, but there is \(reason ?? "")."]
    }
    let skipped = checks.count { $0.result == "skipped" }
    var last = isValid ? "Valid" : "Not valid"
    if isValid, skipped > 0 { last += ", " + "check".counted(skipped) + " skipped" }
    return lines + [last + ". Recommended action: \(recommendedAction)."]
  }

  var status: ExitStatus { isValid == false ? .checkFailed : .success }
}
