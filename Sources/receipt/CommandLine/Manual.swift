/// The documentation of a command, for its help, the manual page and completion.
struct Manual: Sendable {
  /// Options with a heading.
  struct Group: Sendable {
    let title: String
    let options: [Option]
  }

  let name: String
  /// One line for the list of commands.
  let summary: String
  /// Paragraphs.
  let description: [String]
  /// The arguments after the command's name, one line for each form.
  let usage: [String]
  /// The limits are the last group.
  let groups: [Group]
  /// Lines about the keys of the JSON.
  let keys: [String]
  /// The words that completion offers instead of files.
  let operands: [String]
  /// Whether the command reads standard input without a file.
  let readsInput: Bool

  init(
    _ name: String, _ summary: String, _ description: String...,
    usage: [String] = ["[OPTIONS] [FILE…]"], options: [Option] = [], groups: [Group] = [],
    keys: [String] = [],
    operands: [String] = [], readsInput: Bool = true
  ) {
    self.name = name
    self.summary = summary
    self.description = description
    self.usage = usage
    let first = options.isEmpty ? [] : [Group(title: "OPTIONS", options: options)]
    self.groups = first + groups + (readsInput ? [LimitOptions.group] : [])
    self.keys = keys
    self.operands = operands
    self.readsInput = readsInput
  }

  /// Every option of the command, `--help` last.
  var options: [Option] { groups.flatMap(\.options) + [.help] }

  /// The option with a long or short name.
  func option(_ name: String) -> Option? {
    options.first { $0.names.contains(name) }
  }
}

// MARK: As help

extension Manual {
  /// The lines of `receipt COMMAND --help`.
  var help: [String] {
    var lines: [String] = []
    for paragraph in description { lines += paragraph.wrapped() + [""] }
    lines.append("USAGE: receipt \(name) \(usage[0])")
    lines += usage.dropFirst().map { "       receipt \(name) \($0)" }
    for group in groups + [Group(title: groups.isEmpty ? "OPTIONS" : "", options: [.help])] {
      if !group.title.isEmpty { lines += ["", group.title + ":"] }
      for option in group.options { lines += option.lines }
    }
    if !keys.isEmpty { lines += ["", "KEYS:"] }
    return lines + keys.flatMap { $0.wrapped(indent: 2) }
  }
}

extension Option {
  /// The option and its help in two columns.
  fileprivate var lines: [String] {
    let column = 26
    let head = "  " + synopsis
    var lines = help.flatMap { $0.wrapped(indent: column) }
    if head.count < column - 1 {
      lines[0] = head.padded(to: column) + lines[0].dropFirst(column)
    } else {
      lines.insert(head, at: 0)
    }
    return lines
  }
}

extension String {
  /// Wraps a paragraph at 100 columns. Leading white space indents all lines.
  func wrapped(indent: Int = 0, width: Int = 100) -> [String] {
    let own = prefix { $0 == " " }
    let margin = String(repeating: " ", count: indent) + own
    var lines: [String] = []
    var line = margin
    for word in dropFirst(own.count).split(separator: " ", omittingEmptySubsequences: false) {
      if line.count > margin.count, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
      }
      line += (line.count > margin.count ? " " : "") + word
    }
    return lines + [line]
  }
}

/// An option, for the parser, `--help`, the manual page and completion.
struct Option: Sendable {
  enum Value: Sendable {
    /// A flag.
    case none
    /// A word, called `name` in the help.
    case text(_ name: String)
    /// A path.
    case file(_ name: String)
    /// One of these words.
    case choice(_ name: String, [String])
  }

  /// "--json".
  let name: String
  /// "-o", if there is a short form.
  let short: String?
  let value: Value
  /// Whether the option may be repeated; otherwise the last one counts.
  let repeats: Bool
  /// What it does, a phrase in the first line.
  let help: [String]

  /// An option with a value.
  ///
  /// - Parameter help: what it does; `\n` starts a new line.
  init(
    _ name: String, short: String? = nil, _ value: Value, repeats: Bool = false, _ help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    self.help = help.split(separator: "\n").map(String.init)
  }

  /// A flag.
  init(_ name: String, short: String? = nil, _ help: String) {
    self.init(name, short: short, .none, help)
  }

  /// "--output" and "-o".
  var names: [String] { [name] + [short].compactMap(\.self) }

  /// The name of its value.
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

/// The manual page in roff.
enum ManualPage {
  static var lines: [String] {
    var lines = [
      ".TH RECEIPT 1 \"\" \"receipt \(Tool.version)\" \"User Commands\"", ".SH NAME",
      "receipt \\- inspect and verify App Store receipts", ".SH SYNOPSIS",
      ".B receipt", "COMMAND [OPTIONS] [FILE...]", ".SH DESCRIPTION", escaped(Tool.operands),
    ]
    for manual in Tool.manuals {
      lines += [".SH \(manual.name.uppercased())", escaped(manual.summary + "."), ".PP"]
      for usage in manual.usage { lines += [".B receipt \(manual.name)", escaped(usage), ".br"] }
      for paragraph in manual.description { lines += [".PP", escaped(paragraph)] }
      for group in manual.groups {
        lines += [".SS \(escaped(group.title))"]
        for option in group.options {
          lines += [".TP", ".B \(escaped(option.synopsis))"]
          let help = option.help.map { escaped(String($0.drop { $0 == " " })) }
          lines += help.prefix(1) + help.dropFirst().flatMap { [".br", $0] }
        }
      }
      if !manual.keys.isEmpty {
        lines += [".SS KEYS", ".nf"] + manual.keys.map(escaped) + [".fi"]
      }
    }
    lines.append(".SH EXIT STATUS")
    for (status, meaning) in ExitStatus.table {
      lines += [".TP", ".B \(status)", escaped(meaning)]
    }
    return lines
  }

  /// Text without roff commands and escapes.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
