import VerifyReceipt

/// `receipt show`: what a receipt says, for people or as JSON.
struct ShowCommand: FileCommand {
  private static let format = Option(
    "--format", .choice("FORMAT", Format.allCases.map(\.rawValue)),
    "text: for people (default)\n"
      + "json: one JSON object, dates in UTC, bytes in hexadecimal, keys without a value omitted\n"
      + "verify-receipt: what Apple's verifyReceipt answers, as far as a receipt says it; with a status only "
      + "if it was asked to verify")

  static let manual = Manual(
    "show", "Shows what a receipt says",
    [
      "Shows what a receipt says: the app, dates, purchases, certificates, and what kind of input it was. "
        + "Nothing is verified, unless the answer of verifyReceipt is asked for and an option says so."
    ],
    usage: ["[OPTIONS] [FILE…]"],
    options: [format, Option("--json", "as --format json")],
    groups: [
      Manual.Group(
        title: "OPTIONS of --format verify-receipt",
        options: [VerificationOptions.verify] + VerificationOptions.group.options
          + [VerificationOptions.date]),
      LimitOptions.group,
    ])

  private enum Format: String, CaseIterable {
    case text
    case json
    case verifyReceipt = "verify-receipt"
  }

  let files: [String]
  private let format: Format
  private let verification: VerificationOptions
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    let named = arguments[Self.format].flatMap(Format.init)
    format = named ?? (arguments.has(.json) ? .json : .text)
    verification = try VerificationOptions(arguments)
    limits = try LimitOptions(arguments)
    guard format == .verifyReceipt || !verification.isAsked else {
      throw .usage("'show' verifies for --format verify-receipt only; see 'receipt verify'")
    }
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let input = try InputFile(path, limits)
    switch format {
    case .text: ReceiptText(try input.receipt()).print(on: console)
    case .json: console.json(ReceiptJSON(try input.receipt()).json)
    case .verifyReceipt: return try respond(input, console)
    }
    return .yes
  }

  /// A receipt that is refused has an answer too: one with nothing but a status.
  private func respond(
    _ input: InputFile, _ console: Console
  ) throws(ToolError) -> ExitStatus {
    do {
      let answer = try ResponseAnswer(input.bytes, verification, limits.receipt)
      console.json(answer.response.json())
      console.remark(remark(answer))
      return !verification.isAsked || answer.response.isValid ? .yes : .no
    } catch {
      throw input.failure(error)
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
