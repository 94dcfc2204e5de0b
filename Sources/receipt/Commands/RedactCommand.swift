import AppStoreReceipt
import ReceiptInspection
import ReceiptJSON
import ReceiptRedaction

/// `receipt redact`: a receipt to attach to a bug report.
struct RedactCommand: Command {
  private static let output = Option(
    "--output", short: "-o", .file("FILE"), "write to this file instead of standard output")
  private static let force = Option(
    "--force", "replace the file of --output if it exists, but never the input")

  static let manual = Manual(
    "redact", "Removes personal data from a receipt",
    "Writes a receipt with the same structure and lengths, without what says who bought what: identifiers, texts, "
      + "numbers, the opaque value, the hash, the signature and unknown bytes become random, and dates move by a "
      + "random time. Equal values stay equal. The bundle identifier becomes \"redacted…\".",
    "Unchanged: known environments, types and versions of attributes, product types, quantities and flags, Apple's "
      + "certificates and the one shared by all copies of Xcode.",
    "DER stays DER, BER stays BER, Base64 stays Base64. An unreadable receipt is redacted as far as its structure "
      + "can be followed.",
    usage: ["[OPTIONS] [FILE]"],
    options: [
      output, force,
      Option(
        "--json", "print one JSON object: \"receipt\" in Base64, \"error\" if it is unreadable"),
    ])

  let arguments: CommonArguments

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let file = try arguments.given.file()
    let output = arguments.given[Self.output].flatMap { $0 == "-" ? nil : $0 }
    guard !arguments.isJSON || output == nil else {
      throw .usage("--json and --output exclude each other")
    }
    let input = try InputFile(file, arguments.limits)
    let target = try output.map { (path) throws(ToolError) in
      try OutputFile(path, input: input.status, replaces: arguments.given.has(Self.force))
    }
    var generator = SystemRandomNumberGenerator()
    let redaction: ReceiptRedaction
    do throws(ToolError) {
      redaction = try input.reading("cannot redact: ") { (bytes, limits) throws(ReceiptError) in
        try ReceiptRedaction(bytes, limits: limits, using: &generator)
      }
    } catch {
      // Nothing of the input, which may be pasted somewhere.
      var failure = error
      failure.details = []
      throw failure
    }
    if target == nil, !arguments.isJSON, console.isOutputTerminal,
      redaction.bytes.contains(where: { $0 >= 0x80 })
    {
      throw .usage("the redacted receipt is binary; use --output FILE, --json, or a pipe")
    }
    if let target {
      try target.write(redaction.bytes)
    } else if arguments.isJSON {
      console.json { writer in
        writer.member("receipt", redaction.bytes.receiptInBase64)
        writer.member("error", redaction.readingError.map { ToolError($0).reason })
      }
    } else {
      console.write(redaction.bytes)
    }
    console.remark(Self.remark(redaction))
    return .success
  }

  private static func remark(_ redaction: ReceiptRedaction) -> String {
    guard let error = redaction.readingError else {
      return "The receipt is redacted. Check it before sharing it."
    }
    return
      "The receipt is unreadable (\(ToolError(error).reason)). It was redacted as far as its structure could be "
      + "followed, and the rest was replaced. Check it before sharing it."
  }
}
