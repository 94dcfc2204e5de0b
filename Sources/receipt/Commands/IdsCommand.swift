import AppStoreReceipt
import VerifyReceipt

/// `receipt ids`: the transactions, and the one to ask the App Store Server API with.
struct IdsCommand: Command {
  static let name = "ids"
  static let summary = "Lists the transactions, and the one for the App Store Server API"
  static let help = """
    Lists the transactions of a receipt by purchase date, the original transactions with the latest of each, and
    the one identifier to ask the App Store Server API with: that of the latest purchase, of several at the
    same instant the greatest number. The receipt is checked only if an option asks for it.

    USAGE: receipt ids [OPTIONS] FILE

    OPTIONS:
      --json             one JSON object
      --verify           check signature and expiry, and the receipt for what follows
    \(VerificationOptions.help)
      --at DATE          the time at which the receipt must not have expired (RFC 3339), instead of now

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
    let receipt = try CheckedReceipt(InputFile(file), verification)
    let answer = TransactionAnswer(receipt)
    return CommandResult(
      output: isJSON ? IndentedJSON(answer.json).text : answer.text,
      remark: receipt.remark(verification))
  }
}
