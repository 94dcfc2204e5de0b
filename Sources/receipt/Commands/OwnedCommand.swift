import AppStoreReceipt
import VerifyReceipt

/// `receipt owned`: which products are owned at a date.
struct OwnedCommand: Command {
  static let name = "owned"
  static let summary = "Says which products are owned at a date"
  static let help = """
    Says of each product whether it is owned at a date, why, and when it is owned at all. Cancelled purchases
    grant nothing. The receipt is checked only if an option asks for it.

    USAGE: receipt owned [OPTIONS] FILE

    OPTIONS:
      --at DATE          the time in question (RFC 3339), instead of now
      --leeway SECONDS   by how much the end of each period is put off
      --renewals ANSWER  a file with an answer of verifyReceipt, whose pending_renewal_info says which
                         subscriptions are in a grace period or in billing retry
      --json             one JSON object
      --verify           check signature and expiry, and the receipt for what follows
    \(VerificationOptions.help)

    """

  private let file: String
  private let isJSON: Bool
  private let leewayMilliseconds: Int64
  private let renewals: [RenewalInformation]
  private let verification: VerificationOptions

  init(_ arguments: [String]) throws(ToolError) {
    let arguments = try Arguments(
      arguments, flags: ["--json"], values: ["--leeway", "--renewals"], verifies: true)
    file = try arguments.file()
    isJSON = arguments.flags.contains("--json")
    verification = arguments.verification
    leewayMilliseconds = try Self.milliseconds(arguments.values["--leeway"])
    renewals = try arguments.values["--renewals"].map(Self.renewals) ?? []
  }

  private static func milliseconds(_ seconds: String?) throws(ToolError) -> Int64 {
    guard let seconds else { return 0 }
    guard let number = Int64(seconds), 0...(.max / 1000) ~= number else {
      throw .usage("--leeway needs a number of seconds")
    }
    return number * 1000
  }

  private static func renewals(_ path: String) throws(ToolError) -> [RenewalInformation] {
    try InputFile(path).verifyReceiptResponse().pendingRenewalInfo?
      .compactMap { RenewalInformation($0) } ?? []
  }

  func run() throws(ToolError) -> CommandResult {
    let receipt = try CheckedReceipt(InputFile(file), verification)
    let answer = OwnershipAnswer(
      receipt, at: verification.date, leewayMilliseconds: leewayMilliseconds, renewals: renewals)
    return CommandResult(
      output: isJSON ? IndentedJSON(answer.json).text : answer.text,
      remark: receipt.remark(verification))
  }
}
