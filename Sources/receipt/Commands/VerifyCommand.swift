import AppStoreReceipt
import ReceiptTrust

/// `receipt verify`: every check of a receipt, one line each.
struct VerifyCommand: Command {
  static let name = "verify"
  static let summary = "Checks signature, app, version, device, expiry and environment"
  static let help = """
    Runs every check of a receipt and prints how each came out, one line each: passed, failed or
    skipped. Signature and expiry are always checked, the rest only if it is asked for. Exit status 0 if
    nothing failed, 1 otherwise, also when the input is no receipt.

    USAGE: receipt verify FILE [OPTIONS]

    OPTIONS:
    \(VerificationOptions.help)
      --at DATE          the time at which the receipt must not have expired (RFC 3339), instead of now;
                         certificates are always judged at the time when the receipt was made
      --json             the report as one JSON object

    """

  private let file: String
  private let isJSON: Bool
  private let verification: VerificationOptions

  init(_ arguments: [String]) throws(ToolError) {
    let arguments = try Arguments(arguments, flags: ["--json"], verifies: true)
    file = try arguments.file()
    isJSON = arguments.flags.contains("--json")
    verification = arguments.verification
  }

  func run() throws(ToolError) -> CommandResult {
    let input = try InputFile(file)
    let report: VerifyReport
    do throws(ReceiptError) {
      let receipt = try AppReceipt(input.octets)
      report = VerifyReport(
        receipt.report(verification.expectations(of: receipt), verifier: verification.verifier))
    } catch {
      report = VerifyReport(notAReceipt: error)
    }
    return CommandResult(
      output: isJSON ? IndentedJSON(report.json).text : report.text, isSuccess: report.isValid)
  }
}
