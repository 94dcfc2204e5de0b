import AppStoreReceipt
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
    try verification.demandBundleIdentifier()
  }

  func run() throws(ToolError) -> CommandResult {
    let input = try InputFile(file)
    switch format {
    case .text: return CommandResult(output: ReceiptText(try input.receipt()).text)
    case .json: return CommandResult(output: try jsonText(of: ReceiptJSON(try input.receipt())))
    case .verifyReceipt: return try response(input)
    }
  }

  /// A receipt that is refused has an answer too: one with nothing but a status.
  private func response(_ input: InputFile) throws(ToolError) -> CommandResult {
    var remark: String
    let response: VerifyReceiptResponse
    do throws(ReceiptError) {
      let receipt = try AppReceipt(input.octets)
      do throws(ReceiptValidationError) {
        let checked = try CheckedReceipt(receipt, verification)
        remark = checked.remark
        response = VerifyReceiptResponse(checked, requestDate: verification.date)
      } catch {
        remark = "not valid: \(error)"
        response = VerifyReceiptResponse(status: VerifyReceiptStatus(offline: error))
      }
    } catch {
      guard verification.isAsked else { throw .input(input.report(error)) }
      remark = input.report(error)
      response = VerifyReceiptResponse(status: VerifyReceiptStatus(offline: error))
    }
    return CommandResult(
      output: IndentedJSON(response.json()).text, remark: remark,
      isSuccess: !verification.isAsked || response.isValid)
  }
}
