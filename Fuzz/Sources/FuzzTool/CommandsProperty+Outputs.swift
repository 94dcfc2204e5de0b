import Foundation
import FuzzSupport
import ReceiptParsing
@testable import ReceiptTool

// What is written, and what must not be overwritten.

extension CommandsProperty {
  /// The input never is, whatever it is called, nor another file without `--force`.
  static func checkOutputs(_ choices: inout Choices) {
    let (input, other) = (files.inputs[0], files.inputs[2])
    let refused: [(output: String, force: [String])] = [
      (input, ["--force"]), ("\(files.folder)/a/../a.p7", ["--force"]),
      ("\(files.folder)/a/b/receipt", ["--force"]), (input, []), (other, []),
    ]
    let (output, force) = choices.pick(refused)
    let arguments =
      choices.pick([["redact", "--output", output], ["owned", "--svg", output]]) + force + [input]
    let run = CommandRun(arguments)
    require(
      run.status == .usageError && run.output.isEmpty
        && run.errorText.hasPrefix(
          "receipt: \(output.printable) " + (output == other ? "exists" : "is the input")),
      "\(arguments): \(run.status), \(run.errorText)")
    let (kept, otherKept) = (
      FileManager.default.contents(atPath: input), FileManager.default.contents(atPath: other)
    )
    require(
      kept?.base64EncodedString() == files.lines[0] && otherKept == Data("no receipt".utf8),
      "\(arguments) overwrites a file")
  }

  /// A file that is written has what is redacted; one that is replaced stays readable for whom it was.
  static func checkRedacted(_ choices: inout Choices) {
    let target = "\(files.folder)/redacted"
    let mode: Int? = choices.pick([nil, 0o600, 0o640])
    if let mode {
      let isMade = FileManager.default.createFile(
        atPath: target, contents: Data("old".utf8), attributes: [.posixPermissions: mode])
      require(isMade, "cannot write \(target)")
    }
    let run = CommandRun([
      "redact", choices.pick(["-o", "--output"]), target, "--force", files.inputs[0],
    ])
    let written = FileManager.default.contents(atPath: target).map { [UInt8]($0) } ?? []
    require(
      run.status == .success && run.output.isEmpty
        && Data(base64Encoded: files.lines[0])?.count == written.count
        && (try? AppReceipt(written)) != nil
        && written.firstRange(of: Array(CommandFiles.transaction.utf8)) == nil,
      "redacted: \(run.errorText)")
    let found = try? FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
    require(mode == nil || found as? Int == mode, "permissions: \(found, default: "none")")
    try? FileManager.default.removeItem(atPath: target)
  }
}
