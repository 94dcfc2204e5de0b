import TextCoding

/// `receipt completion`: a script with which a shell completes commands, options and their values.
struct CompletionCommand: Command {
  private enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  static let manual = Manual(
    "completion", "Prints a completion script for a shell",
    [
      "Prints a completion script. bash: source <(receipt completion bash). zsh: save it as _receipt in a folder of "
        + "$fpath. fish: save it as ~/.config/fish/completions/receipt.fish."
    ],
    usage: ["bash|zsh|fish"], operands: Shell.allCases.map(\.rawValue), readsInput: false)

  private let shell: Shell

  init(_ arguments: Arguments) throws(ToolError) {
    let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard arguments.files.count == 1 else { throw .usage("expected a shell: \(names)") }
    guard let shell = Shell(rawValue: arguments.files[0]) else {
      throw .usage("unknown shell '\(arguments.files[0])'; expected \(names)")
    }
    self.shell = shell
  }

  func run(_ console: Console) -> ExitStatus {
    let manuals = Tool.commands.map { $0.manual }
    switch shell {
    case .bash: console.lines(Completion.bash(manuals))
    case .zsh: console.lines(Completion.zsh(manuals))
    case .fish: console.lines(Completion.fish(manuals))
    }
    return .yes
  }
}

/// `receipt manual`: the manual page.
struct ManualCommand: Command {
  static let manual = Manual(
    "manual", "Prints the manual page",
    ["Prints the manual page: receipt manual > receipt.1; man ./receipt.1"], usage: [""],
    readsInput: false)

  init(_ arguments: Arguments) throws(ToolError) {
    guard arguments.files.isEmpty else { throw .usage("'manual' takes no file") }
  }

  func run(_ console: Console) -> ExitStatus {
    console.lines(ManualPage.lines(Tool.commands.map { $0.manual }))
    return .yes
  }
}

/// Completion scripts, from the same manuals as the help.
enum Completion {
  // MARK: bash

  static func bash(_ manuals: [Manual]) -> [String] {
    var lines = [
      "# Completion of 'receipt' for bash.",
      "_receipt() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options values=",
      "  COMPREPLY=()",
      // bash takes "--option=value" for three words.
      "  if [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W '\(names(manuals)) --help --version' -- \"$word\"))",
      "    return",
      "  fi",
      "  case ${COMP_WORDS[1]} in",
      "    help) COMPREPLY=($(compgen -W '\(names(manuals))' -- \"$word\")); return ;;",
    ]
    for manual in manuals {
      lines.append("    \(manual.name))")
      lines.append("      options='\(words(manual.options))'")
      let valued = manual.options.filter { $0.valueName != nil }
      if !valued.isEmpty {
        lines.append("      case $before in")
        for option in valued {
          let names = [option.name, option.short].compactMap(\.self).joined(separator: "|")
          lines.append("        \(names)) values='\(bashValues(option))' ;;")
        }
        lines.append("      esac")
      }
      if !manual.operands.isEmpty {
        lines.append("      values=${values:-'\(manual.operands.joined(separator: " "))'}")
      }
      lines.append("      ;;")
    }
    return lines + [
      "  esac",
      "  case $values in",
      "    '') ;;",
      "    FILE) COMPREPLY=($(compgen -f -- \"$word\")); return ;;",
      "    TEXT) return ;;",
      "    *) COMPREPLY=($(compgen -W \"$values\" -- \"$word\")); return ;;",
      "  esac",
      "  case $word in",
      "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;",
      "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;",
      "  esac",
      "}",
      "complete -o filenames -F _receipt receipt",
    ]
  }

  private static func bashValues(_ option: Option) -> String {
    switch option.value {
    case .none: ""
    case .text: "TEXT"
    case .file: "FILE"
    case .choice(_, let choices): choices.joined(separator: " ")
    }
  }

  // MARK: zsh

  static func zsh(_ manuals: [Manual]) -> [String] {
    var lines = [
      "#compdef receipt", "# Completion of 'receipt' for zsh.", "_receipt() {",
      "  local -a commands", "  commands=(",
    ]
    for manual in manuals {
      lines.append("    \(quoted("\(manual.name):\(manual.summary)"))")
    }
    lines += [
      "    'help:Prints the help of a command'", "  )", "  if (( CURRENT == 2 )); then",
      "    _describe command commands", "    return", "  fi",
      "  local command=$words[2]", "  shift words", "  (( CURRENT-- ))",
      "  case $command in", "    help) _values command \(names(manuals)) ;;",
    ]
    for manual in manuals {
      lines.append("    \(manual.name))")
      lines.append("      _arguments -s \\")
      for option in manual.options {
        for name in [option.name, option.short].compactMap(\.self) {
          lines.append("        \(quoted(zsh(option, name))) \\")
        }
      }
      lines.append(
        manual.operands.isEmpty
          ? "        '*:file:_files'"
          : "        '*:word:(\(manual.operands.joined(separator: " ")))'")
      lines.append("      ;;")
    }
    return lines + ["  esac", "}", "_receipt \"$@\""]
  }

  private static func zsh(_ option: Option, _ name: String) -> String {
    let isLong = name.hasPrefix("--")
    let head = (option.repeats ? "*" : "") + name + (isLong && option.valueName != nil ? "=" : "")
    let help = firstLine(option).filter { !"[]:".contains($0) }
    let values =
      switch option.value {
      case .none: ""
      case .text(let name): ":\(name): "
      case .file(let name): ":\(name):_files"
      case .choice(let name, let choices): ":\(name):(\(choices.joined(separator: " ")))"
      }
    return "\(head)[\(help)]\(values)"
  }

  // MARK: fish

  static func fish(_ manuals: [Manual]) -> [String] {
    let none = "complete -c receipt -n __fish_use_subcommand -f"
    var lines = ["# Completion of 'receipt' for fish."]
    for manual in manuals {
      lines.append("\(none) -a \(manual.name) -d \(quoted(manual.summary))")
    }
    lines.append("\(none) -a help -d 'Prints the help of a command'")
    lines.append(
      "complete -c receipt -n '__fish_seen_subcommand_from help' -f -a '\(names(manuals))'")
    for manual in manuals {
      let seen = "complete -c receipt -n '__fish_seen_subcommand_from \(manual.name)'"
      for option in manual.options {
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let values =
          switch option.value {
          case .none: ""
          case .text: " -x"
          case .file: " -r"
          case .choice(_, let choices): " -x -a '\(choices.joined(separator: " "))'"
          }
        lines.append(
          "\(seen) -l \(option.name.dropFirst(2))\(short)\(values) -d \(quoted(firstLine(option)))")
      }
      if !manual.operands.isEmpty {
        lines.append("\(seen) -f -a '\(manual.operands.joined(separator: " "))'")
      }
    }
    return lines
  }

  // MARK: Words

  private static func names(_ manuals: [Manual]) -> String {
    manuals.map(\.name).joined(separator: " ")
  }

  private static func words(_ options: [Option]) -> String {
    options.flatMap { [$0.name, $0.short].compactMap(\.self) }.joined(separator: " ")
  }

  private static func firstLine(_ option: Option) -> String {
    String(option.help.prefix { $0 != "\n" })
  }

  /// In single quotes for a shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
