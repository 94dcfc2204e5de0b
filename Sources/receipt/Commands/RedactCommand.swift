import AppStoreReceipt
import Foundation
import ReceiptRedaction
import VerifyReceipt

/// `receipt redact`: a receipt that can be attached to a bug report.
struct RedactCommand: Command {
  private static let output = Option(
    "--output", short: "-o", .file("FILE"), "where to write, instead of standard output")
  private static let force = Option(
    "--force", "replace the file of --output if it exists; never the input")

  static let manual = Manual(
    "redact", "Makes a receipt that can be shown to others",
    [
      "Writes the same receipt with the same structure and the same lengths, and with everything replaced that says "
        + "who bought what: identifiers, texts, numbers, the opaque value, the hash, the signature and unknown "
        + "bytes are random, dates are all moved by the same random time. What was equal is equal again. The bundle "
        + "identifier becomes \"redacted…\".",
      "These stay: the environment, types and versions of attributes, the kind of a product, quantities and flags, "
        + "Apple's certificates and the one that every Xcode has.",
      "DER stays DER, BER stays BER, Base64 stays Base64. A receipt that cannot be read is redacted as far as its "
        + "structure can be followed.",
    ],
    usage: ["[OPTIONS] [FILE]"],
    options: [
      output, force,
      Option("--json", "one JSON object: \"receipt\" in Base64, \"error\" if it cannot be read"),
    ],
    groups: [LimitOptions.group])

  private let file: String
  private let output: String
  private let replaces: Bool
  private let isJSON: Bool
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    file = try arguments.file()
    output = arguments[Self.output] ?? "-"
    replaces = arguments.has(Self.force)
    isJSON = arguments.has(.json)
    limits = try LimitOptions(arguments)
    guard !isJSON || output == "-" else {
      throw .usage("--json prints; it cannot go with --output")
    }
  }

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let input = try InputFile(file, limits)
    let target =
      output == "-"
      ? nil : try OutputFile(output, input: input.status, replaces: replaces)
    var generator = SystemRandomNumberGenerator()
    let redaction: ReceiptRedaction
    do throws(ReceiptError) {
      redaction = try ReceiptRedaction(input.bytes, limits: limits.receipt, using: &generator)
    } catch {
      throw input.failure(error, "nothing can be redacted: ")
    }
    if let target {
      try target.write(redaction.bytes)
    } else if isJSON {
      console.json(Self.json(redaction))
    } else {
      console.bytes(redaction.bytes)
    }
    console.remark(Self.remark(redaction))
    return .yes
  }

  private static func json(_ redaction: ReceiptRedaction) -> VerifyReceiptJSON.Object {
    var json = VerifyReceiptJSON.Object()
    json.set(
      "receipt", Data(redaction.bytes.base64Decoded ?? redaction.bytes).base64EncodedString())
    json.set("error", redaction.readingError?.description)
    return json
  }

  private static func remark(_ redaction: ReceiptRedaction) -> String {
    guard let error = redaction.readingError else {
      return "This receipt is redacted. Look at it before you pass it on."
    }
    return
      "The original cannot be read (\(error)). What its structure shows is redacted, the rest is replaced."
      + " Look at it before you pass it on."
  }
}
