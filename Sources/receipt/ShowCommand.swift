/// `receipt show`: what a receipt says, for people or as JSON.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Shows what a receipt says"
  static let help = """
    Shows what a receipt says: the app, dates, purchases, certificates, and what kind of input it was.
    Nothing is verified.

    USAGE: receipt show [--json] FILE

    OPTIONS:
      --json  one JSON object: dates in UTC, octets in hexadecimal, keys without a value omitted

    """

  private let arguments: Arguments

  init(_ arguments: [String]) throws(ToolError) {
    self.arguments = try Arguments(arguments, flags: ["--json"])
  }

  func run() throws(ToolError) -> CommandResult {
    let receipt = try InputFile(try arguments.file()).receipt()
    return CommandResult(
      output: arguments.flags.contains("--json")
        ? try jsonText(of: ReceiptJSON(receipt)) : ReceiptText(receipt).text)
  }
}
