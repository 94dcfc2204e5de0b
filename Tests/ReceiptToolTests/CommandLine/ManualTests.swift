import Foundation
import ReceiptParsing
import TestSupport
import Testing

@testable import receipt

/// Options as people type them, and what is made out of their table.
@Suite struct ManualTests {
  private let root = ["--root", rootPath]

  @Test func `A value may follow an equals sign`() {
    let file = path("ios-sha256-subscriptions")
    let apart = Tool.run(["verify", file, "--root", rootPath, "--bundle-id", "com.example.app"])
    let joined = Tool.run(["verify", "--root=\(rootPath)", "--bundle-id=com.example.app", file])
    #expect(apart.status == 0 && apart.output == joined.output)
    #expect(Tool.run(["verify", file, "--root=\(rootPath)", "--bundle-id=a=b"]).status == 1)
  }

  @Test func `Behind two hyphens everything is a file`() {
    let outcome = Tool.run(["show", "--", "--json"])
    #expect(outcome.status == 2)
    #expect(outcome.errors == "receipt: cannot read --json: no such file or directory\n")
    #expect(Tool.run(["show", "--", path("vpp")]).status == 0)
    #expect(Tool.run(["show", "--", "--help"]).status == 2)
  }

  @Test func `help COMMAND is COMMAND --help`() {
    for command in Tool.commands {
      let name = command.manual.name
      #expect(Tool.run(["help", name]).output == Tool.run([name, "--help"]).output)
      #expect(Tool.run(["help", name]).output == Tool.run([name, "-h"]).output)
    }
  }

  @Test func `The version is that of the changelog`() throws {
    #expect(Tool.run(["--version"]).output == "receipt \(Tool.version)\n")
    let changelog = try String(
      contentsOf: Fixtures.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = changelog.split(separator: "\n").first { $0.hasPrefix("## [1") }
    #expect(newest?.hasPrefix("## [\(Tool.version)]") == true)
  }

  @Test func `Every command has the exit statuses of the table in its help`() {
    let help = Tool.run(["--help"]).output
    for (status, meaning) in ExitStatus.table {
      #expect(help.contains("  \(status)  \(meaning)\n"))
    }
  }

  @Test func `Every option of every command is in its help, with its values`() {
    for command in Tool.commands {
      let help = Tool.run(["help", command.manual.name]).output
      for option in command.manual.options {
        #expect(help.contains("  \(option.synopsis)"))
        if case .choice(_, let choices) = option.value {
          for choice in choices { #expect(help.contains(choice)) }
        }
      }
      let names = command.manual.options.flatMap { [$0.name, $0.short].compactMap(\.self) }
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `Every command that answers takes --json`() {
    for command in Tool.commands where command.manual.readsInput {
      #expect(command.manual.option("--json") != nil, "\(command.manual.name)")
    }
  }

  @Test func `JSON of the tree and of a redacted receipt`() throws {
    let lines = Tool.run(["tree", "--json", path("vpp")]).output.split(separator: "\n")
    let elements = try lines.map { try JSONValue(parsing: String($0)) }
    let text = Tool.run(["tree", path("vpp")]).output.split(separator: "\n")
    #expect(elements.count == text.count)
    #expect(elements[0]["type"] == .string("SEQUENCE") && elements[0]["level"] == .integer(0))
    #expect(elements[1]["value"]?.string?.hasPrefix("1.2.840.113549.1.7.2") == true)
    #expect(elements.contains { $0["holds"] == .boolean(true) })
    let redacted = try JSONValue(parsing: Tool.run(["redact", "--json", path("vpp")]).output)
    let base64 = try #require(redacted["receipt"]?.string)
    #expect(try AppReceipt(base64: base64).bundleIdentifier?.hasPrefix("redacted") == true)
  }

  // MARK: Several files

  @Test func `Each of several files has its answer, and the worst decides the status`() throws {
    let files = [path("ios-sha256-subscriptions"), "/no/such/file", path("xcode-ber")]
    let outcome = Tool.run(["verify"] + root + files)
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("==> \(files[0]) <==\npassed   structure"))
    #expect(outcome.output.contains("\n\n==> \(files[2]) <==\npassed   structure"))
    #expect(!outcome.output.contains("==> /no"))
    #expect(outcome.errors == "receipt: cannot read /no/such/file: no such file or directory\n")
    #expect(Tool.run(["verify"] + root + [files[0], files[2]]).status == 1)
    #expect(Tool.run(["verify"] + root + [files[0], files[0]]).status == 0)
  }

  @Test(arguments: ["verify", "show", "owned", "ids", "doctor", "attributes", "tree"])
  func `JSON of several files is one object a line, with the file in it`(command: String) throws {
    let files = [path("vpp"), path("every-field")]
    let date =
      ["owned", "verify", "ids", "doctor"].contains(command) ? ["--at=2026-01-01T00:00:00Z"] : []
    let lines = Tool.run([command, "--json"] + date + files).output.split(separator: "\n")
    let objects = try lines.map { try JSONValue(parsing: String($0)) }
    #expect(Set(objects.map { $0["file"]?.string }) == Set(files.map(Optional.init)))
    if ["attributes", "tree"].contains(command) { return }
    #expect(objects.count == 2)
    let alone = try JSONValue(parsing: Tool.run([command, "--json", files[0]] + date).output)
    guard case .object(var members) = objects[0] else { return #expect(Bool(false)) }
    members["file"] = nil
    #expect(.object(members) == alone)
  }

  @Test func `What is wrong with one of several files names it`() throws {
    try withFile(Array("hello".utf8)) { file in
      let outcome = Tool.run(["show", path("vpp"), file])
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("receipt: \(file): this is not a receipt\n"))
    }
  }

  // MARK: Limits

  @Test func `A limit that refuses a receipt names the option that raises it`() throws {
    let file = path("many-purchases")
    let count = try AppReceipt(Fixtures.receipt("many-purchases"))
    let attributes =
      count.attributes.count + count.inAppReceipts.map(\.attributes.count).reduce(0, +)
    let size = try Fixtures.receipt("many-purchases").count
    for (option, number, advice) in [
      ("--max-attributes", attributes, "; --max-attributes N allows more"),
      ("--max-bytes", size, "; --max-bytes N allows more"),
    ] {
      for command in ["show", "attributes", "ids", "owned", "verify", "doctor"] {
        let under = Tool.run([command, option, String(number - 1), file])
        #expect(under.status == 1, "\(command)")
        #expect((under.errors + under.output).contains(advice), "\(command)")
        let exact = Tool.run([command, option, String(number), file])
        #expect(!(exact.errors + exact.output).contains(advice), "\(command)")
      }
    }
    let rewrites = Tool.run(["show", "--max-rewrites", "2", path("xcode-ber")])
    #expect(rewrites.status == 1 && rewrites.errors.contains("; --max-rewrites N allows more"))
  }
}

/// What shells make of it.
@Suite struct CompletionTests {
  private func script(_ shell: String) -> String { Tool.run(["completion", shell]).output }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `Every command and every option is in the script`(shell: String) {
    let text = script(shell)
    for command in Tool.commands {
      #expect(text.contains(command.manual.name))
      for option in command.manual.options {
        #expect(text.contains(shell == "fish" ? "-l \(option.name.dropFirst(2))" : option.name))
      }
    }
  }

  /// What bash offers for the last word.
  private func completions(_ words: [String]) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "--norc", "-c",
      script("bash") + """

        COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _receipt; printf '%s\\n' "${COMPREPLY[@]}"
        """,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func `bash completes commands, options and values`() throws {
    #expect(try completions(["receipt", "ve"]) == ["verify"])
    #expect(try completions(["receipt", "help", "at"]) == ["attributes"])
    #expect(try completions(["receipt", "verify", "--allow"]) == ["--allow-xcode"])
    #expect(
      try completions(["receipt", "verify", "--environment", "ProductionS"]) == [
        "ProductionSandbox"
      ])
    #expect(try completions(["receipt", "batch", "--answer", "ca"]) == ["calls"])
    #expect(try completions(["receipt", "completion", "z"]) == ["zsh"])
    #expect(try completions(["receipt", "show", "--at", "2"]).isEmpty)
    let folder = rootPath.prefix { $0 != "." }.dropLast(1)
    #expect(try completions(["receipt", "verify", "--root", "\(folder)"]).contains(rootPath))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `The shell itself finds nothing wrong with the script`(shell: String) throws {
    let places = ["/bin/", "/usr/bin/"].map { $0 + shell }
    guard let place = places.first(where: FileManager.default.isExecutableFile) else {
      print("There is no \(shell) here: its script was not checked.")
      return
    }
    try withFile(Array(script(shell).utf8)) { file in
      let process = Process()
      process.executableURL = URL(filePath: place)
      process.arguments = ["-n", file]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test
  func `The manual page has every command and option, and no line that roff takes for another`() {
    let lines = Tool.run(["manual"]).output.split(separator: "\n")
    let text = lines.joined(separator: "\n")
    for command in Tool.commands {
      #expect(text.contains("\n.SH \(command.manual.name.uppercased())\n"))
      for option in command.manual.groups.flatMap(\.options) {
        #expect(text.contains("\n.B \(option.synopsis.replacing("-", with: "\\-"))\n"))
      }
    }
    let requests: Set<Substring> = [".TH", ".SH", ".SS", ".B", ".br", ".PP", ".TP", ".nf", ".fi"]
    for line in lines where line.hasPrefix(".") {
      #expect(requests.contains(line.prefix { $0 != " " }))
    }
  }
}
