/// The arguments of a command: flags in any place, and one file.
struct Arguments {
  let flags: Set<String>
  let file: String

  init(_ arguments: [String], flags known: Set<String>) throws(ToolError) {
    var flags: Set<String> = []
    var files: [String] = []
    for argument in arguments {
      if argument.hasPrefix("-"), argument != "-" {
        guard known.contains(argument) else { throw .usage("unknown option '\(argument)'") }
        flags.insert(argument)
      } else {
        files.append(argument)
      }
    }
    guard let file = files.first else { throw .usage("no file given") }
    guard files.count == 1 else { throw .usage("more than one file given") }
    self.flags = flags
    self.file = file
  }
}
