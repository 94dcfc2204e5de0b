/// The exit status, the same for every command. Each ``Answer`` has one; with several files the worst counts.
enum ExitStatus: Int32, Comparable, Sendable {
  /// What the command asks for is so: readable, valid, no unexpected difference.
  case success = 0
  /// It is not, or the input is invalid.
  case checkFailed = 1
  /// Usage error, unreadable file, unwritable output.
  case usageError = 2

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  /// The text of `--help` and the manual page.
  static let table = [
    ("0", "success: readable, valid, no unexpected differences"),
    ("1", "invalid input, failed check, unexpected differences"),
    ("2", "usage error, unreadable file, unwritable output"),
  ]
}
