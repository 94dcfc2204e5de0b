/// `receipt completion`: what a shell needs to complete commands, options and their values.
struct CompletionCommand: Command {
  private enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  static let manual = Manual(
    "completion", "Prints what a shell needs to complete commands and options",
    [
      "Prints a script for a shell. bash: source <(receipt completion bash). zsh: a file _receipt in a folder of "
        + "$fpath. fish: ~/.config/fish/completions/receipt.fish."
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
    guard arguments.files.isEmpty else { throw .usage("'manual' reads no file") }
  }

  func run(_ console: Console) -> ExitStatus {
    console.lines(ManualPage.lines(Tool.commands.map { $0.manual }))
    return .yes
  }
}
