/// An option as `--help`, the manual page, completion and the parser know it: the only place where it is written.
struct Option: Sendable {
  enum Value: Sendable {
    /// It stands alone.
    case none
    /// A word; `name` stands for it in the help.
    case text(_ name: String)
    /// The path of a file.
    case file(_ name: String)
    /// One of these.
    case choice(_ name: String, [String])
  }

  /// "--json".
  let name: String
  /// "-o", if there is a short form.
  let short: String?
  let value: Value
  /// Whether each occurrence counts; otherwise the last one does.
  let repeats: Bool
  /// What it does, in one phrase. `\n` begins a new line.
  let help: String

  /// One with a value.
  init(
    _ name: String, short: String? = nil, _ value: Value, repeats: Bool = false, _ help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    self.help = help
  }

  /// One that stands alone.
  init(_ name: String, short: String? = nil, _ help: String) {
    self.init(name, short: short, .none, help)
  }

  /// The word that stands for its value.
  var valueName: String? {
    switch value {
    case .none: nil
    case .text(let name), .file(let name), .choice(let name, _): name
    }
  }

  /// "-o, --output FILE".
  var synopsis: String {
    (short.map { $0 + ", " } ?? "") + name + (valueName.map { " " + $0 } ?? "")
  }
}

extension Option {
  static let json = Option("--json", "print one JSON object")
  static let help = Option("--help", short: "-h", "print this text")
}
