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
