import AppStoreReceipt

/// `receipt verify`: every check of a receipt, one line each.
struct VerifyCommand: FileCommand {
  static let manual = Manual(
    "verify", "Checks signature, app, version, device, expiry and environment",
    [
      "Runs every check of a receipt and prints how each came out, one line each: passed, failed or skipped. "
        + "Signature and expiry are always checked, the rest only if it is asked for. Exit status 0 if "
        + "nothing failed, 1 otherwise, also when the input is not a receipt."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [Option("--json", "the report as one JSON object")],
    groups: [
      Manual.Group(
        title: VerificationOptions.group.title,
        options: VerificationOptions.group.options + [VerificationOptions.date]),
      LimitOptions.group,
    ])

  let files: [String]
  private let isJSON: Bool
  private let verification: VerificationOptions
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    isJSON = arguments.has(.json)
    verification = try VerificationOptions(arguments)
    limits = try LimitOptions(arguments)
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let input = try InputFile(path, limits)
    let report: VerifyReport
    do throws(ReceiptError) {
      let receipt = try AppReceipt(input.bytes, limits: limits.receipt)
      report = VerifyReport(
        receipt.report(verification.expectations(of: receipt), verifier: verification.verifier))
    } catch {
      report = VerifyReport(notAReceipt: error)
    }
    if isJSON { console.json(report.json) } else { console.lines(report.lines) }
    return report.isValid ? .yes : .no
  }
}
