import ReceiptJSON

/// A command of the tool.
protocol Command {
  static var manual: Manual { get }

  /// Takes the arguments after the command's name.
  init(_ arguments: Arguments) throws(ToolError)

  func run(_ console: Console) throws(ToolError) -> ExitStatus
}

/// A command that answers for each of its files separately, or for standard input.
protocol FileCommand: Command {
  var files: [String] { get }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus
}

extension FileCommand {
  /// Answers for all files, even if some have no answer. The status is the worst of all.
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

/// A command that answers about a receipt, as lines or as one JSON object.
protocol AnswerCommand: FileCommand {
  var common: CommonArguments { get }

  func answer(to input: InputFile) throws(ToolError) -> any Answer
}

extension AnswerCommand {
  var files: [String] { common.files }

  func answer(_ path: String, _ console: Console) throws(ToolError) -> ExitStatus {
    let answer = try answer(to: InputFile(path, common.limits))
    console.print(answer, asJSON: common.isJSON)
    return answer.status
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
  var remark: String? { nil }
  var status: ExitStatus { .yes }
}

/// The arguments that most commands take.
struct CommonArguments {
  let files: [String]
  let isJSON: Bool
  let verification: VerificationOptions
  let limits: LimitOptions

  init(_ arguments: Arguments) throws(ToolError) {
    files = arguments.files
    isJSON = arguments.has(.json)
    verification = try VerificationOptions(arguments)
    limits = try LimitOptions(arguments)
  }
}
