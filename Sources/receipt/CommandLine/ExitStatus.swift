/// The exit status, the same for every command.
enum ExitStatus: Int32, Comparable, Sendable {
  /// Success, or yes.
  case yes = 0
  /// Invalid input, or no.
  case no = 1
  /// Usage error, unreadable file, unwritable output.
  case failed = 2

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  /// The text of `--help` and the manual page.
  static let table = [
    ("0", "success: readable, valid, no unexpected differences"),
    ("1", "invalid input, failed check, unexpected differences"),
    ("2", "usage error, unreadable file, unwritable output"),
  ]
}
