import VerifyReceipt

/// `receipt show`: what a receipt says, for people or as JSON.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Shows what a receipt says"
  static let help = """
    Shows what a receipt says: the app, dates, purchases, certificates, and what kind of input it was.
    Nothing is verified, unless the answer of verifyReceipt is asked for and an option says so.

    USAGE: receipt show [OPTIONS] FILE

    OPTIONS:
      --format FORMAT    text            for people (default)
                         json            one JSON object: dates in UTC, octets in hexadecimal, keys
                                         without a value omitted
                         verify-receipt  what Apple's verifyReceipt answers, as far as a receipt says
                                         it; with a status only if it was asked to verify
      --json             as --format json

    OPTIONS of --format verify-receipt:
      --verify           check signature and expiry, and the receipt for what follows
    \(VerificationOptions.help)
      --at DATE          the time of the request (RFC 3339), instead of now

    """

  private enum Format: String, CaseIterable {
    case text
    case json
    case verifyReceipt = "verify-receipt"
  }

  private let file: String
  private let format: Format
  private let verification: VerificationOptions

  init(_ arguments: [String]) throws(ToolError) {
    let arguments = try Arguments(
      arguments, flags: ["--json"], values: ["--format"], verifies: true)
    file = try arguments.file()
    let name =
      arguments.values["--format"] ?? (arguments.flags.contains("--json") ? "json" : "text")
    guard let format = Format(rawValue: name) else {
      let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("'\(name)' is no format; there are \(names)")
    }
    self.format = format
    verification = arguments.verification
    guard format == .verifyReceipt || !verification.isAsked else {
      throw .usage("'show' verifies for --format verify-receipt only; see 'receipt verify'")
    }
  }

  func run() throws(ToolError) -> CommandResult {
    let input = try InputFile(file)
    switch format {
    case .text: return CommandResult(output: ReceiptText(try input.receipt()).text)
    case .json:
      return CommandResult(output: IndentedJSON(ReceiptJSON(try input.receipt()).json).text)
    case .verifyReceipt: return try response(input)
    }
  }

  /// A receipt that is refused has an answer too: one with nothing but a status.
  private func response(_ input: InputFile) throws(ToolError) -> CommandResult {
    do {
      let answer = try ResponseAnswer(input.octets, verification)
      return CommandResult(
        output: IndentedJSON(answer.response.json()).text, remark: remark(answer),
        isSuccess: !verification.isAsked || answer.response.isValid)
    } catch {
      throw .input(input.report(error))
    }
  }

  private func remark(_ answer: ResponseAnswer) -> String {
    if let failure = answer.failure { return "not valid: \(failure.message)" }
    guard verification.isAsked else { return CheckedReceipt.unverifiedRemark }
    // An expired transaction in the style of iOS 6 is genuine and grants nothing.
    return answer.response.isValid
      ? verification.validRemark
      : answer.response.status?.meaning ?? CheckedReceipt.unverifiedRemark
  }
}
