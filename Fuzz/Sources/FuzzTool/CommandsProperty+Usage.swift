import FuzzSupport
@testable import ReceiptTool

// Command lines that mean nothing, and what is documented of those that do.

extension CommandsProperty {
  /// What nobody can mean, of which command, and what is said of it.
  private static let mistakes: [(arguments: [String], reason: String)] = {
    let (one, other) = (files.inputs[0], files.inputs[1])
    let environments =
      "Production, ProductionSandbox, ProductionVPP, ProductionVPPSandbox, Xcode"
    let suggestion = "did you mean 'ProductionSandbox'?"
    return [
      ([], "no command given"), (["show"], "no file given"),
      (["shwo", one], "unknown command 'shwo'; did you mean 'show'?"),
      (["help", "nothing"], "unknown command 'nothing'"),
      (["ids", "--jsno", one], "unknown option '--jsno'; did you mean '--json'?"),
      (["ids", "--jsnoo", one], "unknown option '--jsnoo'"),
      (
        ["show", "--format", "xml", one],
        "--format: unknown value 'xml'; expected text, json, verify-receipt"
      ),
      (
        ["ids", "--environment", "Sandbox", one],
        "--environment: unknown value 'Sandbox'; expected \(environments); \(suggestion)"
      ),
      (
        ["owned", "--leeway", "-1", one],
        "--leeway: expected a number from 0 to 9223372036854775, found '-1'"
      ),
      (["batch", "--jobs", "257", one], "--jobs: expected a number from 1 to 256, found '257'"),
      (
        ["show", "--max-bytes", "1073741825", one],
        "--max-bytes: expected a number from 1 to 1073741824, found '1073741825'"
      ),
      (
        ["show", "--max-attributes", "0", one],
        "--max-attributes: expected a number from 1 to 1073741824, found '0'"
      ),
      (["redact", one, other], "more than one file given"),
      (["batch", one, other], "more than one file given"),
      (
        ["redact", "--json", "-o", "\(files.folder)/none", one],
        "--json and --output exclude each other"
      ),
      (["doctor", "--json", "--repaired", one], "--json and --repaired exclude each other"),
      (["diff", one, other, one], "more than two files given"),
      (["diff", "-", "-"], "only one file can be standard input"),
      (["batch", "--answer", "diff", "--verify", one], "'--answer diff' verifies nothing"),
      (["owned", "--svg", "-", one], "--svg: expected a file, found '-'"),
      (
        ["owned", "--svg", "\(files.folder)/none", one, other],
        "--svg: more than one file given"
      ),
      (
        ["ids", "--device", "x", one],
        "--device: expected a MAC address or a UUID, found 'x'"
      ),
      (
        ["ids", "--at", "2025-04-02", one],
        "--at: add a time to the date, such as 2025-04-02T00:00:00Z"
      ),
      (["show", ""], "a file name is empty"),
      (
        ["show", "--allow-xcode", one],
        "'show' verifies only with --format verify-receipt; see 'receipt verify'"
      ),
      (["completion"], "expected a shell: bash, zsh, fish"),
      (["completion", "tcsh"], "unknown shell 'tcsh'; expected bash, zsh, fish"),
      (["manual", "x"], "'manual' takes no file"),
    ]
  }()

  /// It is refused with a sentence and a place to read on, and nothing is printed.
  static func checkMistake(_ choices: inout Choices) {
    let (arguments, reason) = choices.pick(mistakes)
    let run = CommandRun(arguments)
    let name = arguments.first.flatMap { documented[$0] == nil ? nil : "\($0) " } ?? ""
    let expected = "receipt: \(reason)\nSee 'receipt \(name)--help'.\n"
    require(
      run.status == .usageError && run.output.isEmpty && run.errorText == expected,
      "\(arguments): \(run.errorText), not \(expected)")
  }

  // MARK: Documentation

  /// Commands with the names of their options, as their help has them.
  private static let documented: [String: Set<String>] = {
    let list = CommandRun(["--help"]).text.split(separator: "\n", omittingEmptySubsequences: false)
    let commands = list.drop { $0 != "COMMANDS:" }.dropFirst().prefix { !$0.isEmpty }.map { line in
      String(line.drop { $0 == " " }.prefix { $0 != " " })
    }
    require(commands.count >= 12 && !commands.contains(""), "commands: \(commands)")
    var options: [String: Set<String>] = [:]
    for command in commands {
      let lines = CommandRun(["help", command]).text.split(separator: "\n")
      let names = lines.filter { $0.hasPrefix("  -") }.flatMap { line in
        line.split(separator: " ").prefix { $0.hasPrefix("-") }.map { $0.filter { $0 != "," } }
      }
      require(names.contains("--help") && names.contains("-h"), "\(command): \(names)")
      options[command] = Set(names)
    }
    return options
  }()

  /// Each shell completes the options that the help has, and the manual page has the same. Asked once: no input changes
  /// it.
  static let areAllDocumented: Void = {
    for shell in ["bash", "zsh", "fish"] {
      let lines = CommandRun(["completion", shell]).text.split(separator: "\n")
      for (command, options) in documented {
        let section = lines.drop { $0 != "    \(command))" }.dropFirst().prefix { $0 != "      ;;" }
        let names: [String] =
          switch shell {
          case "bash":
            section.filter { $0.hasPrefix("      options='") }.flatMap { line in
              line.dropFirst(15).dropLast().split(separator: " ").map(String.init)
            }
          case "zsh":
            section.filter { $0.hasPrefix("        '-") || $0.hasPrefix("        '*-") }.map {
              line in
              String(line.dropFirst(9).drop { $0 == "*" }.prefix { $0 != "=" && $0 != "[" })
            }
          default:
            lines.filter {
              $0.hasPrefix("complete -c receipt -n '__fish_seen_subcommand_from \(command)' -l ")
            }.flatMap(fishNames)
          }
        require(Set(names) == options, "\(shell), \(command): \(names), not \(options)")
      }
    }
    let page = CommandRun(["manual"]).text.split(separator: "\n").map {
      $0.replacing("\\-", with: "-")
    }
    for (command, options) in documented {
      let section = page.drop { $0 != ".SH \(command.uppercased())" }.dropFirst().prefix {
        !$0.hasPrefix(".SH ")
      }
      let names = section.filter { $0.hasPrefix(".B -") }.flatMap { line in
        line.dropFirst(3).split(separator: " ").prefix { $0.hasPrefix("-") }.map {
          $0.filter { $0 != "," }
        }
      }
      let expected = options.subtracting(["--help", "-h"])
      require(Set(names) == expected, "the manual, \(command): \(names), not \(expected)")
    }
    let version = CommandRun(["--version"]).text
    require(version == "receipt \(Tool.version)\n", "the version: \(version)")
  }()

  /// `-l long -s s`.
  private static func fishNames(_ line: Substring) -> [String] {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "-l"), place + 1 < words.count else { return [] }
    let hasShort = place + 3 < words.count && words[place + 2] == "-s"
    return ["--\(words[place + 1])"] + (hasShort ? ["-\(words[place + 3])"] : [])
  }
}
