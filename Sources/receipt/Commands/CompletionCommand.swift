import TextCoding

/// `receipt completion`: a script with which a shell completes commands, options and their values.
struct CompletionCommand: Command {
  static let manual = Manual(
    "completion", "Prints a completion script for a shell",
    "Prints a completion script. bash: source <(receipt completion bash). zsh: save it as _receipt in a folder of "
      + "$fpath. fish: save it as ~/.config/fish/completions/receipt.fish.",
    usage: ["bash|zsh|fish"], operands: CompletionScript.allCases.map(\.rawValue), readsInput: false
  )

  let arguments: CommonArguments

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    let names = Self.manual.operands.joined(separator: ", ")
    guard arguments.files.count == 1 else { throw .usage("expected a shell: \(names)") }
    guard let script = CompletionScript(rawValue: arguments.files[0]) else {
      throw .usage("unknown shell '\(arguments.files[0])'; expected \(names)")
    }
    console.lines(script.lines)
    return .success
  }
}

/// `receipt manual`: the manual page.
struct ManualCommand: Command {
  static let manual = Manual(
    "manual", "Prints the manual page",
    "Prints the manual page: receipt manual > receipt.1; man ./receipt.1", usage: [""],
    readsInput: false)

  let arguments: CommonArguments

  func run(_ console: Console) throws(ToolError) -> ExitStatus {
    guard arguments.files.isEmpty else { throw .usage("'manual' takes no file") }
    console.lines(ManualPage.lines)
    return .success
  }
}

/// Completion scripts, by shell, from the same manuals as the help.
private enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var lines: [String] {
    let (manuals, names) = (Tool.manuals, Tool.manuals.map(\.name).joined(separator: " "))
    return switch self {
    case .bash: Self.bash(manuals, names)
    case .zsh: Self.zsh(manuals, names)
    case .fish: Self.fish(manuals, names)
    }
  }

  // MARK: bash

  private static func bash(_ manuals: [Manual], _ names: String) -> [String] {
    let cases = manuals.flatMap { manual in
      let values = manual.options.filter { $0.valueName != nil }.map { option in
        "        \(option.names.joined(separator: "|"))) values='\(option.value.completion.bash)' ;;"
      }
      return [
        "    \(manual.name))",
        "      options='\(manual.options.flatMap(\.names).joined(separator: " "))'",
      ] + (values.isEmpty ? [] : ["      case $before in"] + values + ["      esac"])
        + (manual.operands.isEmpty ? [] : ["      values=${values:-'\(manual.words)'}"])
        + ["      ;;"]
    }
    return [
      "# Completion of 'receipt' for bash.",
      "_receipt() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options values=",
      "  COMPREPLY=()",
      // bash takes "--option=value" for three words.
      "  if [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W '\(names) --help --version' -- \"$word\"))",
      "    return",
      "  fi",
      "  case ${COMP_WORDS[1]} in",
      "    help) COMPREPLY=($(compgen -W '\(names)' -- \"$word\")); return ;;",
    ] + cases + [
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

  // MARK: zsh

  private static func zsh(_ manuals: [Manual], _ names: String) -> [String] {
    let commands = manuals.map { "    " + "\($0.name):\($0.summary)".shellQuoted }
    let cases = manuals.flatMap { manual in
      let options = manual.options.flatMap { option in
        option.names.map { "        \(zsh(option, $0).shellQuoted) \\" }
      }
      let files = manual.operands.isEmpty ? "file:_files" : "word:(\(manual.words))"
      return ["    \(manual.name))", "      _arguments -s \\"] + options
        + ["        '*:\(files)'", "      ;;"]
    }
    return [
      "#compdef receipt", "# Completion of 'receipt' for zsh.", "_receipt() {",
      "  local -a commands", "  commands=(",
    ] + commands + [
      "    'help:Prints the help of a command'", "  )", "  if (( CURRENT == 2 )); then",
      "    _describe command commands", "    return", "  fi",
      "  local command=$words[2]", "  shift words", "  (( CURRENT-- ))",
      "  case $command in", "    help) _values command \(names) ;;",
    ] + cases + ["  esac", "}", "_receipt \"$@\""]
  }

  private static func zsh(_ option: Option, _ name: String) -> String {
    let isLong = name.hasPrefix("--")
    let head = (option.repeats ? "*" : "") + name + (isLong && option.valueName != nil ? "=" : "")
    let help = option.help[0].filter { !"[]:".contains($0) }
    return "\(head)[\(help)]\(option.value.completion.zsh)"
  }

  // MARK: fish

  private static func fish(_ manuals: [Manual], _ names: String) -> [String] {
    let none = "complete -c receipt -n __fish_use_subcommand -f"
    func seen(_ command: String) -> String {
      "complete -c receipt -n '__fish_seen_subcommand_from \(command)'"
    }
    let options = manuals.flatMap { manual in
      manual.options.map { option in
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let name = option.name.dropFirst(2) + short + option.value.completion.fish
        return "\(seen(manual.name)) -l \(name) -d \(option.help[0].shellQuoted)"
      } + (manual.operands.isEmpty ? [] : ["\(seen(manual.name)) -f -a '\(manual.words)'"])
    }
    return ["# Completion of 'receipt' for fish."]
      + manuals.map { "\(none) -a \($0.name) -d \($0.summary.shellQuoted)" }
      + ["\(none) -a help -d 'Prints the help of a command'"]
      + ["\(seen("help")) -f -a '\(names)'"] + options
  }
}

extension Manual {
  /// The operands, apart by spaces.
  fileprivate var words: String { operands.joined(separator: " ") }
}

extension Option.Value {
  /// What each shell is told about the value.
  fileprivate var completion: (bash: String, zsh: String, fish: String) {
    switch self {
    case .none: return ("", "", "")
    case .text(let name): return ("TEXT", ":\(name): ", " -x")
    case .file(let name): return ("FILE", ":\(name):_files", " -r")
    case .choice(let name, let choices):
      let words = choices.joined(separator: " ")
      return (words, ":\(name):(\(words))", " -x -a '\(words)'")
    }
  }
}
