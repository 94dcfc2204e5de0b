import Foundation

/// The tool `receipt`: inspects and verifies App Store receipts.
@main
enum Main {
  static func main() {
    // A closed pipe becomes an ordinary write error.
    signal(SIGPIPE, SIG_IGN)
    keepStandardDescriptors()
    let console = Console(
      output: FileDescriptor.standardOutput.write, errors: FileDescriptor.standardError.write,
      isInputTerminal: FileDescriptor.standardInput.isTerminal,
      isOutputTerminal: FileDescriptor.standardOutput.isTerminal)
    guard argumentsAreUTF8 else {
      console.report(.usage("an argument is not UTF-8; pass such a file on standard input"))
      exit(ExitStatus.usageError.rawValue)
    }
    exit(Tool.run(Array(CommandLine.arguments.dropFirst()), console).rawValue)
  }

  /// Swift repairs other arguments, which would name another file.
  private static var argumentsAreUTF8: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return true }
      return unsafe String(validatingCString: argument) != nil
    }
  }

  /// Opens closed standard streams, so that no other file takes their numbers and gets their output.
  private static func keepStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // In the wrong direction, so that using it still fails.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Runs one command line.
enum Tool {
  /// The version of the package, and of this tool.
  static let version = "1.0.0"

  /// The commands, in the order of the help.
  static var commands: [any Command.Type] {
    [
      ShowCommand.self, VerifyCommand.self, OwnedCommand.self, IdsCommand.self, DoctorCommand.self,
      DiffCommand.self, BatchCommand.self, RedactCommand.self, AttributesCommand.self,
      TreeCommand.self, CompletionCommand.self, ManualCommand.self,
    ]
  }

  static var manuals: [Manual] { commands.map { $0.manual } }

  static func run(_ arguments: [String], _ console: Console) -> ExitStatus {
    do throws(ToolError) {
      let status = try status(arguments, console)
      try console.finish()
      return status
    } catch {
      console.report(error)
      if error.kind == .usage {
        let command = manuals.map(\.name).first { $0 == arguments.first }
        console.errorLine("See 'receipt \(command.map { $0 + " " } ?? "")--help'.")
      }
      return error.status
    }
  }

  private static func status(
    _ arguments: [String], _ console: Console
  ) throws(ToolError) -> ExitStatus {
    guard let name = arguments.first else { throw .usage("no command given") }
    switch name {
    case "help" where arguments.count > 1: console.lines(try command(arguments[1]).manual.help)
    case "help", "--help", "-h": console.lines(help)
    case "--version": console.line("receipt \(version)")
    default:
      let command = try command(name)
      let rest = Array(arguments.dropFirst())
      let options = rest.prefix { $0 != "--" }
      guard !options.contains("--help"), !options.contains("-h") else {
        console.lines(command.manual.help)
        break
      }
      let arguments = try Arguments(rest, of: command.manual)
      guard !arguments.files.isEmpty || !command.manual.readsInput || !console.isInputTerminal
      else { throw .usage("no file given") }
      return try command.init(arguments: CommonArguments(arguments)).run(console)
    }
    return .success
  }

  private static func command(_ name: String) throws(ToolError) -> any Command.Type {
    guard let command = commands.first(where: { $0.manual.name == name }) else {
      let names = manuals.map(\.name) + ["help"]
      throw .usage("unknown command '\(name)'" + Suggestion.text(for: name, among: names))
    }
    return command
  }

  /// For the help and the manual page.
  static let operands =
    "FILE is a receipt in DER, BER or Base64. Without a file, or for '-', standard input is read."

  private static var help: [String] {
    [
      "Inspects and verifies App Store receipts.", "",
      "USAGE: receipt COMMAND [OPTIONS] [FILE…]", "",
    ] + operands.wrapped() + ["", "COMMANDS:"]
      + manuals.map { "  " + $0.name.padded(to: 12) + $0.summary }
      + ["", "EXIT STATUS:"] + ExitStatus.table.map { "  \($0.0)  \($0.1)" }
      + ["", "See 'receipt COMMAND --help'. 'receipt --version' prints the version."]
  }
}
