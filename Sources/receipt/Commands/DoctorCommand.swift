import Foundation

/// `receipt doctor`: what was given, what is wrong with it, and what to do next.
struct DoctorCommand: FileCommand {
  private static let repaired = Option(
    "--repaired", "print nothing but the receipt without its wrappings, in Base64")

  static let manual = Manual(
    "doctor", "Says what something is, what is wrong with it, and what to do",
    [
      "Says what was given in place of a receipt or as one, what is wrong with it, and what to do next. What is "
        + "wrapped around a receipt, such as JSON or another encoding, is taken off, and what is inside examined "
        + "too. Exit status 0 if the receipt can be read as it was given and is genuine, 1 otherwise.",
      "Non-paths are treated as text: a receipt in Base64, a JWS, a number.",
    ],
    usage: ["[OPTIONS] [FILE|TEXT…]"],
    options: [.json, repaired, VerificationOptions.date],
    groups: [VerificationOptions.group, LimitOptions.group])

  let files: [String]
  private let isJSON: Bool
  private let printsRepaired: Bool
  private let verification: VerificationOptions
  private let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    isJSON = arguments.has(.json)
    printsRepaired = arguments.has(Self.repaired)
    verification = try VerificationOptions(arguments)
    limits = try LimitOptions(arguments)
    guard !isJSON || !printsRepaired else {
      throw .usage("--json and --repaired exclude each other")
    }
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let isFile = path == "-" || Self.looksLikePath(path)
    let bytes = isFile ? try InputFile(path, limits).bytes : Array(path.utf8)
    let diagnosis = Diagnosis(bytes, verification, limits.receipt)
    if printsRepaired {
      guard let receipt = diagnosis.base64 else { throw .input("there is no receipt to be read") }
      console.line(receipt)
    } else if isJSON {
      console.json(diagnosis.json)
    } else {
      console.lines(diagnosis.lines(name: isFile ? path.shellWord : "TEXT"))
    }
    return diagnosis.isHealthy ? .yes : .no
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
