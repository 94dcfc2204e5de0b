import VerifyReceipt

/// A command of the tool.
protocol Command {
  static var manual: Manual { get }

  /// Takes what stands behind the command's name.
  init(_ arguments: Arguments) throws(ToolError)

  /// Does what the command is for.
  func run(_ console: Console) throws(ToolError) -> ExitStatus
}

/// A command that answers for each of its files by itself; without a file, for standard input.
protocol FileCommand: Command {
  var files: [String] { get }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus
}

extension FileCommand {
  /// Answers for all files. One that has no answer keeps no other from having one; the status is the worst of
  /// all.
  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    guard files.count > 1 else { return try answer(files.first ?? "-", console) }
    var status = ExitStatus.yes
    for (index, file) in files.enumerated() {
      console.begin(file, isFirst: index == 0)
      do {
        status = max(status, try answer(file, console))
      } catch {
        console.report(error)
        status = max(status, error.status)
      }
      try console.check()
    }
    return status
  }
}
