import Foundation
import ReceiptInspection
import VerifyReceipt

/// `receipt doctor`: what the input is, what is wrong with it, and what to do.
struct DoctorCommand: FileCommand {
  private static let repaired = Option(
    "--repaired", "print only the unwrapped receipt, in Base64")

  static let manual = Manual(
    "doctor", "Says what the input is, what is wrong with it, and what to do",
    "Says what the input is, what is wrong with it, and what to do. Removes wrappings such as JSON or another encoding "
      + "and examines the contents, too. Exit status 0 if the input is a readable, genuine receipt as it is, 1 "
      + "otherwise.",
    "Arguments that are not files are read as text: a receipt in Base64, a JWS, a number.",
    usage: ["[OPTIONS] [FILE|TEXT…]"],
    options: [.json, repaired, VerificationOptions.date],
    groups: [VerificationOptions.group])

  let arguments: CommonArguments
  private let printsRepaired: Bool

  init(arguments: CommonArguments) throws(ToolError) {
    self.arguments = arguments
    printsRepaired = arguments.given.has(Self.repaired)
    guard !arguments.isJSON || !printsRepaired else {
      throw .usage("--json and --repaired exclude each other")
    }
  }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let isFile = path == "-" || Self.looksLikePath(path)
    let bytes = isFile ? try InputFile(path, arguments.limits).bytes : Array(path.utf8)
    let diagnosis = Diagnosis(
      bytes, arguments.verification.expected, limits: arguments.limits.receipt,
      limitAdvice: LimitOptions.advice,
      statusMeaning: { VerifyReceiptStatus(rawValue: $0).meaning })
    guard printsRepaired else {
      let status = console.print(diagnosis, asJSON: arguments.isJSON)
      if !arguments.isJSON, diagnosis.receipt != nil, diagnosis.isWrapped {
        let name = isFile ? path.shellWord : "TEXT"
        console.line("'receipt doctor --repaired \(name)' prints the unwrapped receipt in Base64.")
      }
      return status
    }
    guard let receipt = diagnosis.receipt?.receiptInBase64 else { throw .input("no receipt found") }
    console.line(receipt)
    return diagnosis.status
  }

  /// Whether the text names a file, or is meant to. Pasted text has no extension; the last part of a JWS is longer than
  /// any.
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

extension Diagnosis: Answer {
  var status: ExitStatus { isHealthy ? .success : .checkFailed }

  /// The findings, and a conclusion.
  var lines: [String] {
    let indent = String(repeating: " ", count: 9)
    var lines: [String] = []
    for finding in findings {
      let label = finding.level.rawValue.padded(to: 9) + finding.code.padded(to: 30)
      lines.append(label + finding.message)
      if let next = finding.next { lines.append(indent + "→ " + next) }
    }
    let found = receipt == nil ? " No receipt found." : ""
    let conclusion =
      isHealthy
      ? "The receipt is readable and genuine." : "problem".counted(problemCount) + "." + found
    return lines + ["", conclusion]
  }
}
