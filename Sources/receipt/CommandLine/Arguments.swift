/// The arguments of a command: options in any place, and files.
struct Arguments: Sendable {
  private(set) var flags: Set<String> = []
  private(set) var values: [String: String] = [:]
  private(set) var files: [String] = []
  private(set) var verification = VerificationOptions()

  /// - Parameters:
  ///   - flags: the options without a value.
  ///   - values: the options with one.
  ///   - verifies: whether the options that say what a receipt has to be are known too.
  init(
    _ arguments: [String], flags: Set<String> = [], values: Set<String> = [],
    verifies: Bool = false
  ) throws(ToolError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if verifies, try verification.take(argument, &rest) { continue }
      if argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else if flags.contains(argument) {
        self.flags.insert(argument)
      } else if values.contains(argument) {
        self.values[argument] = try rest.value(of: argument)
      } else {
        throw .usage("unknown option '\(argument)'")
      }
    }
  }

  /// The file, if there is exactly one.
  func file() throws(ToolError) -> String {
    guard let file = files.first else { throw .usage("no file given") }
    guard files.count == 1 else { throw .usage("more than one file given") }
    return file
  }
}
