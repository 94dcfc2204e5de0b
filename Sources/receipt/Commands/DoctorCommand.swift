import Foundation

/// `receipt doctor`: what was given, what is wrong with it, and what to do next.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Says what something is, what is wrong with it, and what to do"
  static let help = """
    Says what was given in place of a receipt or as one, what is wrong with it, and what to do next. What is
    wrapped around a receipt, such as JSON or another encoding, is taken off, and what is inside examined too.
    Exit status 0 if the receipt can be read as it was given and is genuine, 1 otherwise.

    USAGE: receipt doctor [OPTIONS] [FILE|TEXT]

    FILE is anything; without it, or with '-', standard input is read. What is no name of a file is taken as
    text: a receipt in Base64, a JWS, a number.

    OPTIONS:
      --json             one JSON object
      --repaired         print nothing but the receipt without its wrappings, in Base64
    \(VerificationOptions.help)
      --at DATE          the time at which the receipt must not have expired (RFC 3339), instead of now

    """

  private let file: String
  private let isJSON: Bool
  private let printsRepaired: Bool
  private let verification: VerificationOptions

  init(_ arguments: [String]) throws(ToolError) {
    let arguments = try Arguments(arguments, flags: ["--json", "--repaired"], verifies: true)
    file = arguments.files.isEmpty ? "-" : try arguments.file()
    isJSON = arguments.flags.contains("--json")
    printsRepaired = arguments.flags.contains("--repaired")
    verification = arguments.verification
  }

  func run() throws(ToolError) -> CommandResult {
    let isFile = file == "-" || Self.looksLikePath(file)
    let octets = isFile ? try InputFile(file).octets : Array(file.utf8)
    let diagnosis = Diagnosis(octets, verification)
    if printsRepaired {
      guard let receipt = diagnosis.base64 else { throw .input("there is no receipt to be read") }
      return CommandResult(output: receipt + "\n", isSuccess: diagnosis.isHealthy)
    }
    return CommandResult(
      output: isJSON
        ? IndentedJSON(diagnosis.json).text : diagnosis.text(name: isFile ? file : "TEXT"),
      isSuccess: diagnosis.isHealthy)
  }

  /// Whether it names a file, or is meant to: no text that people paste ends as a name does. The last part of a JWS is
  /// longer than any extension.
  private static func looksLikePath(_ text: String) -> Bool {
    guard text.utf8.count < 1024, !text.isEmpty else { return false }
    if FileManager.default.fileExists(atPath: text) { return true }
    if ["/", "./", "../", "~"].contains(where: { text.hasPrefix($0) }) { return true }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts[1].count <= 8 && parts[1].allSatisfy { $0.isLetter || $0.isNumber }
      && !parts[1].isEmpty && !text.contains(where: \.isWhitespace)
  }
}
