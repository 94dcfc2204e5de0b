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
      --bundle-id ID     the bundle identifier that the receipt has to have
      --version V        the app version that it has to have
      --environment ENV  where it may come from, such as Production; may be repeated
      --device ID        a MAC address or a UUID, with or without separators; repeat it for each candidate
      --root CERT        a root certificate (DER or PEM) to trust in place of Apple's; may be repeated
      --allow-xcode      accept receipts that Xcode has signed; anybody can make those
      --at DATE          the time at which the receipt must not have expired (RFC 3339), instead of now;
                         certificates are always judged at the time when the receipt was made
      --json             the report as one JSON object

    """

  private let options: VerifyOptions

  init(_ arguments: [String]) throws(ToolError) {
    options = try VerifyOptions(arguments)
  }

  func run() throws(ToolError) -> CommandResult {
    let input = try InputFile(options.file)
    let report: VerifyReport
    do throws(ReceiptError) {
      let receipt = try AppReceipt(input.octets)
      let verifier = AppleSignatureVerifier(
        anchors: options.anchors, allowsXcode: options.allowsXcode)
      report = VerifyReport(receipt.report(options.expectations, verifier: verifier))
    } catch {
      report = VerifyReport(notAReceipt: error)
    }
    return CommandResult(
      output: options.isJSON ? try report.json() : report.text, isSuccess: report.isValid)
  }
}
