import ReceiptJSON

/// A command of the tool.
protocol Command {
  static var manual: Manual { get }

  /// Takes the arguments after the command's name.
  init(arguments: CommonArguments) throws(ToolError)

  func run(_ console: Console) throws(ToolError) -> ExitStatus
}

/// What every command takes: its own arguments, and the meaning of those that most commands share.
struct CommonArguments {
  let given: Arguments
  let verification: VerificationOptions
  let limits: LimitOptions

  init(_ given: Arguments) throws(ToolError) {
    self.given = given
    verification = try VerificationOptions(given)
    limits = try LimitOptions(given)
  }

  var files: [String] { given.files }
  var isJSON: Bool { given.has(.json) }
}

/// A command that answers for each of its files separately, or for standard input.
protocol FileCommand: Command {
  var arguments: CommonArguments { get }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus
}

extension FileCommand {
  /// Answers for all files, even if some have no answer. The status is the worst of all.
  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let files = arguments.files
    guard files.count > 1 else { return try answer(files.first ?? "-", console) }
    var status = ExitStatus.success
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

/// A command that answers about a receipt, as lines or as one JSON object.
protocol AnswerCommand: FileCommand {
  var isJSON: Bool { get }

  func answer(to input: InputFile) throws(ToolError) -> any Answer
}

extension AnswerCommand {
  var isJSON: Bool { arguments.isJSON }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    console.print(try answer(to: InputFile(path, arguments.limits)), asJSON: isJSON)
  }
}

/// An answer for people or for programs.
protocol Answer {
  /// What people read.
  var lines: [String] { get }

  /// Writes the members of the JSON object.
  func write(to writer: inout JSONWriter)

  /// A sentence for standard error.
  var remark: String? { get }

  var status: ExitStatus { get }
}

extension Answer {
  /// For answers that are always JSON.
  var lines: [String] { [] }
  var remark: String? { nil }
  var status: ExitStatus { .success }
}
