/// What comes of a line.
struct BatchAnswer: Sendable {
  /// What is printed for it, with the line's end; nothing if it is counted only.
  let bytes: [UInt8]
  /// What it adds to the calls for all lines.
  var call: BatchCalls.Entry?
  /// Whether it is an error.
  var isFailure = false
}
