/// Why a run fails.
enum ToolError: Error {
  /// The command line is wrong.
  case usage(String)
  /// The input is.
  case input(String)
}
