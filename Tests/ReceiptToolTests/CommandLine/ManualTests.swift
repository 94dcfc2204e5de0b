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
      // Options begin in the third column; their texts are further right.
      let entries = help.split(separator: "\n  -").dropFirst().map { "-" + $0 }
      for option in command.manual.options {
        let entry = entries.first {
          $0.hasPrefix("\(option.synopsis) ") || $0.hasPrefix("\(option.synopsis)\n")
        }
        #expect(entry != nil, "\(option.synopsis)")
        if case .choice(_, let choices) = option.value {
          for choice in choices { #expect(entry?.contains(choice) == true, "\(choice)") }
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
    // What people read is tested by itself.
    let offsets = text.map { line in line.split(separator: " ").first.flatMap { Int64($0) } }
    #expect(elements.map { $0["offset"]?.integer } == offsets)
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
    let output = Tool.run([command, "--json", files[0]] + date).output
    let areLines = ["attributes", "tree"].contains(command)
    #expect(areLines || objects.count == 2)
    let alone = try (areLines ? output.split(separator: "\n") : [output[...]])
      .map { try JSONValue(parsing: String($0)) }
    let first = try objects.prefix(alone.count).map { object in
      guard case .object(var members) = object else { throw CocoaError(.coderInvalidValue) }
      members["file"] = nil
      return JSONValue.object(members)
    }
    #expect(first == alone)
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
  func `Every command has its options in the script, and no others`(shell: String) throws {
    let lines = script(shell).split(separator: "\n")
    for command in Tool.commands {
      let name = command.manual.name
      let words: [Substring]
      switch shell {
      case "bash":
        let start = try #require(lines.firstIndex { $0.hasSuffix("  \(name))") })
        words = lines[start + 1].split { $0 == " " || $0 == "'" }
      case "zsh":
        let start = try #require(lines.firstIndex { $0.hasSuffix("  \(name))") })
        words = lines[start...].prefix { !$0.hasSuffix(";;") }
          .map { $0.drop { " '*".contains($0) }.prefix { $0 != "=" && $0 != "[" } }
      default:
        words = lines.filter { $0.contains("__fish_seen_subcommand_from \(name)'") }
          .compactMap { $0.split(separator: " -l ").dropFirst().first }
          .map { "--\($0.prefix { $0 != " " })" }
      }
      let options = Set(words.filter { $0.hasPrefix("--") })
      #expect(options == Set(command.manual.options.map { $0.name[...] }), "\(name)")
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

  private static func place(of shell: String) -> String? {
    ["/bin/", "/usr/bin/"].map { $0 + shell }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// The shell itself finds nothing wrong with the script.
  private func check(_ shell: String) throws {
    try withFile(Array(script(shell).utf8)) { file in
      let process = Process()
      process.executableURL = URL(filePath: try #require(Self.place(of: shell)))
      process.arguments = ["-n", file]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test func `bash can read its script`() throws { try check("bash") }

  @Test(.enabled(if: place(of: "zsh") != nil, "there is no zsh here"))
  func `zsh can read its script`() throws { try check("zsh") }

  @Test(.enabled(if: place(of: "fish") != nil, "there is no fish here"))
  func `fish can read its script`() throws { try check("fish") }

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
