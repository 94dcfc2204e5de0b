/// What a command leaves behind.
struct CommandResult {
  /// What goes to standard output.
  let output: String
  /// What goes to standard output behind it, as it is.
  var octets: [UInt8] = []
  /// What people should know besides: a sentence for standard error.
  var remark: String?
  /// Whether the exit status is 0; else it is 1.
  var isSuccess = true
}
