import Foundation
import FuzzSupport
@testable import ReceiptTool

// What must not be overwritten.

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
}
