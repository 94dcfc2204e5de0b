/// Why a run fails.
enum ToolError: Error {
  /// The command line is wrong.
  case usage(String)
  /// The input is.
  case input(String)

  var message: String {
    switch self {
    case .usage(let message), .input(let message): message
    }
  }
}
