import FuzzSupport
@testable import ReceiptTool

/// What a command line prints, and its exit status.
struct CommandRun: Equatable {
  let status: ExitStatus
  let output: [UInt8]
  let errors: [UInt8]

  init(_ arguments: [String], isOutputTerminal: Bool = false) {
    final class Sink { var bytes: [UInt8] = [] }
    let (output, errors) = (Sink(), Sink())
    let console = Console(
      output: { (bytes) throws(ToolError) in output.bytes += bytes },
      errors: { (bytes) throws(ToolError) in errors.bytes += bytes }, isInputTerminal: true,
      isOutputTerminal: isOutputTerminal)
    status = Tool.run(arguments, console)
    (self.output, self.errors) = (output.bytes, errors.bytes)
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
}
