/// A command of the tool.
protocol Command {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  static var help: String { get }

  /// Takes the arguments after the command's name.
  init(_ arguments: [String]) throws(ToolError)

  /// Does what the command is for.
  func run() throws(ToolError) -> CommandResult
}

/// What a command leaves behind.
struct CommandResult {
  /// What goes to standard output.
  let output: String
  /// Whether the exit status is 0; else it is 1.
  var isSuccess = true
}

/// Why a run fails.
enum ToolError: Error {
  /// The command line is wrong.
  case usage(String)
  /// The input is.
  case input(String)
}

/// The arguments of a command: flags in any place, and one file.
struct Arguments {
  let flags: Set<String>
  let file: String

  init(_ arguments: [String], flags known: Set<String>) throws(ToolError) {
    var flags: Set<String> = []
    var files: [String] = []
    for argument in arguments {
      if argument.hasPrefix("-"), argument != "-" {
        guard known.contains(argument) else { throw .usage("unknown option '\(argument)'") }
        flags.insert(argument)
      } else {
        files.append(argument)
      }
    }
    guard let file = files.first else { throw .usage("no file given") }
    guard files.count == 1 else { throw .usage("more than one file given") }
    self.flags = flags
    self.file = file
  }
}

extension String {
  /// The text with spaces after it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
