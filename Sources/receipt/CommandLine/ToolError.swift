/// How a run ends. The same in every command.
enum ExitStatus: Int32, Comparable, Sendable {
  /// The answer is yes, or there is an answer and the command asks no question.
  case yes = 0
  /// The answer is no, or the input is not a receipt.
  case no = 1
  /// The question could not be asked or answered: usage, unreadable file, unwritable output.
  case failed = 2

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  /// What `--help` and the manual page say.
  static let table = [
    ("0", "yes: the receipt could be read, is valid, does not differ"),
    ("1", "no: the input is not a receipt, a check failed, there are differences"),
    ("2", "not answered: wrong usage, a file that cannot be read, output that cannot be written"),
  ]
}

/// Why a run ends early.
enum ToolError: Error {
  /// The command line is wrong.
  case usage(String)
  /// The input is not what the command reads, or is not valid. `details` are further lines.
  case input(String, details: [String] = [])
  /// A file cannot be read or written.
  case system(String)

  /// One line.
  var message: String {
    switch self {
    case .usage(let message), .input(let message, _), .system(let message): message
    }
  }

  var details: [String] {
    if case .input(_, let details) = self { details } else { [] }
  }

  var status: ExitStatus {
    if case .input = self { .no } else { .failed }
  }
}
