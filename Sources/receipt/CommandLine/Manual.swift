/// Everything that is written about a command, for its help, the manual page and completion.
struct Manual: Sendable {
  /// Options under a heading.
  struct Group: Sendable {
    let title: String
    let options: [Option]
  }

  /// A heading and its lines.
  struct Section: Sendable {
    let title: String
    let lines: [String]
  }

  let name: String
  /// One line for the list of commands.
  let summary: String
  /// Paragraphs.
  let description: [String]
  /// What stands behind the command's name, one line for each form.
  let usage: [String]
  let groups: [Group]
  let sections: [Section]
  /// What may stand in the place of a file, for completion; files if it is empty.
  let operands: [String]
  /// Whether standard input is read if there is no file.
  let readsInput: Bool

  init(
    _ name: String, _ summary: String, _ description: [String], usage: [String],
    options: [Option] = [], groups: [Group] = [], sections: [Section] = [],
    operands: [String] = [], readsInput: Bool = true
  ) {
    self.name = name
    self.summary = summary
    self.description = description
    self.usage = usage
    let first = options.isEmpty ? [] : [Group(title: "OPTIONS", options: options)]
    self.groups = first + groups
    self.sections = sections
    self.operands = operands
    self.readsInput = readsInput
  }

  /// Every option of the command, `--help` last.
  var options: [Option] { groups.flatMap(\.options) + [.help] }

  /// The option of a name, long or short.
  func option(_ name: String) -> Option? {
    options.first { $0.name == name || $0.short == name }
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
    for section in sections {
      lines += ["", section.title + ":"] + section.lines.flatMap { $0.wrapped(indent: 2) }
    }
    return lines
  }
}

extension Option {
  /// The option and its help in two columns.
  fileprivate var lines: [String] {
    let column = 26
    let head = "  " + synopsis
    var lines = help.split(separator: "\n").flatMap { String($0).wrapped(indent: column) }
    if head.count < column - 1 {
      lines[0] = head.padded(to: column) + lines[0].dropFirst(column)
    } else {
      lines.insert(head, at: 0)
    }
    return lines
  }
}

extension String {
  /// The words of a paragraph in lines of 100 columns at most. White space at its beginning stays, and
  /// begins the lines after the first too.
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
