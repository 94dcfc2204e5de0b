/// What a command leaves behind.
struct CommandResult {
  /// What goes to standard output.
  let output: String
  /// Whether the exit status is 0; else it is 1.
  var isSuccess = true
}
