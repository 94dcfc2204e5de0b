import AppStoreReceipt
import Foundation

/// `receipt redact`: a receipt that can be attached to a bug report.
struct RedactCommand: Command {
  static let name = "redact"
  static let summary = "Makes a receipt that can be shown to others"
  static let help = """
    Writes the same receipt with the same structure and the same lengths, and with everything replaced
    that says who bought what: identifiers, texts, numbers, the opaque value, the hash, the signature and
    unknown octets are random, dates are all moved by the same random time. What was equal is equal again.
    The bundle identifier becomes "redacted…".

    These stay: the environment, types and versions of attributes, the kind of a product, quantities and
    flags, Apple's certificates and the one that every Xcode has.

    DER stays DER, BER stays BER, Base64 stays Base64. A receipt that cannot be read is redacted as far as
    its structure can be followed.

    USAGE: receipt redact [-o FILE] [FILE]

      FILE               the receipt; standard input if it is missing or -
      -o FILE            where to write; standard output if it is missing or -

    """

  private let file: String
  private let output: String

  init(_ arguments: [String]) throws(ToolError) {
    let arguments = try Arguments(arguments, values: ["-o"])
    file = arguments.files.isEmpty ? "-" : try arguments.file()
    output = arguments.values["-o"] ?? "-"
  }

  func run() throws(ToolError) -> CommandResult {
    let input = try InputFile(file)
    var generator = SystemRandomNumberGenerator()
    let redaction: ReceiptRedaction
    do throws(ReceiptError) {
      redaction = try ReceiptRedaction(input.octets, using: &generator)
    } catch {
      throw .input("nothing can be redacted: " + input.report(error))
    }
    var result = CommandResult(output: "", remark: Self.remark(redaction))
    if output == "-" {
      result.octets = redaction.octets
      return result
    }
    do {
      try Data(redaction.octets).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw .input("cannot write \(output): \(error.localizedDescription)")
    }
    return result
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
