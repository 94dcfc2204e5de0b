/// Runs one command line.
enum Tool {
  /// What a run leaves behind.
  struct Outcome {
    var output = ""
    /// What goes to standard output behind it, as it is.
    var octets: [UInt8] = []
    var errors = ""
    /// 0 success, 1 the input is at fault, 2 the command line is.
    var status: Int32 = 0
  }

  /// The commands by name, in the order of the help.
  static var commands: [any Command.Type] {
    [
      ShowCommand.self, AttributesCommand.self, TreeCommand.self, VerifyCommand.self,
      IdsCommand.self, OwnedCommand.self, DiffCommand.self, BatchCommand.self, DoctorCommand.self,
      RedactCommand.self,
    ]
  }

  static func run(_ arguments: [String]) -> Outcome {
    do throws(ToolError) {
      let result = try result(arguments)
      return Outcome(
        output: result.output, octets: result.octets,
        errors: result.remark.map { "receipt: \($0)\n" } ?? "",
        status: result.isSuccess ? 0 : 1)
    } catch {
      switch error {
      case .usage:
        return Outcome(
          errors: "receipt: \(error.message)\nSee 'receipt --help'.\n", status: 2)
      case .input:
        return Outcome(errors: "receipt: \(error.message)\n", status: 1)
      }
    }
  }

  private static func result(_ arguments: [String]) throws(ToolError) -> CommandResult {
    guard let name = arguments.first else { throw .usage("no command given") }
    if name == "--help" || name == "-h" || name == "help" { return CommandResult(output: help) }
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .usage("unknown command '\(name)'")
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      return CommandResult(output: command.help)
    }
    return try command.init(rest).run()
  }

  private static var help: String {
    var text = """
      Looks into App Store receipts, and verifies them.

      USAGE: receipt COMMAND [OPTIONS] FILE

      FILE is a receipt as it is or in Base64; '-' reads standard input.

      COMMANDS:

      """
    for command in commands {
      text += "  " + command.name.padded(to: 12) + command.summary + "\n"
    }
    return text + """

      'receipt COMMAND --help' says more. Exit status: 0 success, 1 the input is at fault, 2 the command
      line is.

      """
  }
}
