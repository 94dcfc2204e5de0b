import Foundation
import TestSupport
import Testing

@testable import receipt

@Suite struct ToolTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let message: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let wrong: [Wrong] = [
    Wrong(arguments: [], message: "no command given"),
    Wrong(arguments: ["validate"], message: "unknown command 'validate'"),
    Wrong(arguments: ["shwo"], message: "unknown command 'shwo'; did you mean 'show'?"),
    Wrong(arguments: ["--json"], message: "unknown command '--json'"),
    Wrong(arguments: ["show"], message: "no file given"),
    Wrong(arguments: ["attributes"], message: "no file given"),
    Wrong(arguments: ["tree"], message: "no file given"),
    Wrong(arguments: ["show", "--json"], message: "no file given"),
    Wrong(arguments: ["show", "--xml", "a"], message: "unknown option '--xml'"),
    Wrong(arguments: ["attributes", "--xml", "a"], message: "unknown option '--xml'"),
    Wrong(arguments: ["help", "sho"], message: "unknown command 'sho'; did you mean 'show'?"),
    Wrong(
      arguments: ["show", "--jsn", "a"], message: "unknown option '--jsn'; did you mean '--json'?"),
    Wrong(arguments: ["show", "--json=1", "a"], message: "--json takes no value"),
    Wrong(
      arguments: ["show", "--format=yaml", "a"],
      message: "--format: unknown value 'yaml'; expected text, json, verify-receipt"),
    Wrong(
      arguments: ["verify", "a", "--environment", "Sandbox"],
      message: "--environment: unknown value 'Sandbox'; expected Production, ProductionSandbox, "
        + "ProductionVPP, ProductionVPPSandbox, Xcode; did you mean 'ProductionSandbox'?"),
    Wrong(
      arguments: ["show", "--max-bytes", "0", "a"],
      message: "--max-bytes: expected a number from 1 to 1073741824, found '0'"),
    Wrong(arguments: ["completion"], message: "expected a shell: bash, zsh, fish"),
    Wrong(
      arguments: ["completion", "csh"],
      message: "unknown shell 'csh'; expected bash, zsh, fish"),
    Wrong(arguments: ["manual", "a"], message: "'manual' takes no file"),
    Wrong(arguments: ["tree", "-v", "a"], message: "unknown option '-v'"),
    Wrong(arguments: ["redact", "a", "b"], message: "more than one file given"),
    Wrong(arguments: ["verify"], message: "no file given"),
    Wrong(arguments: ["batch", "a", "b"], message: "more than one file given"),
    Wrong(arguments: ["verify", "a", "--bundle-id"], message: "--bundle-id needs a value: ID"),
    Wrong(
      arguments: ["verify", "a", "--at", "now"],
      message: "--at: expected an RFC 3339 date such as 2026-11-22T10:00:00Z, found 'now'"),
    Wrong(
      arguments: ["verify", "a", "--device", "my Mac"],
      message: "--device: expected a MAC address or a UUID, found 'my Mac'"),
    Wrong(arguments: ["verify", "a", "--time"], message: "unknown option '--time'"),
  ]

  @Test(arguments: wrong)
  func `A wrong command line is status 2 and says what is wrong`(row: Wrong) {
    let outcome = Tool.run(row.arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    let command = Tool.commands.map { $0.manual.name }.first { $0 == row.arguments.first }
    let help = command.map { "receipt \($0)" } ?? "receipt"
    #expect(outcome.errors == "receipt: \(row.message)\nSee '\(help) --help'.\n")
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["show", "--help"], ["show", "-h"], ["attributes", "--help"],
    ["tree", "--help"], ["verify", "--help"], ["show", "--help", "a", "b"],
    ["redact", "--help"],
  ])
  func `Help is status 0, on standard output`(arguments: [String]) {
    let outcome = Tool.run(arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("USAGE: receipt "))
    #expect(outcome.output.hasSuffix("\n") && !outcome.output.hasSuffix("\n\n"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 104 })
  }

  @Test(arguments: ["--help", "-h", "--json"])
  func `Behind two dashes everything is a file`(name: String) {
    let outcome = Tool.run(["show", "--", name])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("cannot read \(name)"))
  }

  @Test func `Of several files the worst status counts, wherever it comes`() throws {
    try withFile(Array("no receipt".utf8)) { file in
      for files in [["/missing", file], [file, "/missing"], [path("vpp"), "/missing", file]] {
        #expect(Tool.run(["show"] + files).status == 2)
      }
      #expect(Tool.run(["show", file, path("vpp")]).status == 1)
    }
  }

  @Test func `The list of commands names each with its summary`() {
    let help = Tool.run(["--help"]).output
    for command in Tool.commands {
      let name = command.manual.name.padding(toLength: 12, withPad: " ", startingAt: 0)
      #expect(help.contains("\n  \(name)\(command.manual.summary)\n"))
    }
    #expect(
      Tool.commands.map { $0.manual.name } == [
        "show", "verify", "owned", "ids", "doctor", "diff", "batch", "redact", "attributes", "tree",
        "completion", "manual",
      ])
  }

  @Test(arguments: ["show", "attributes", "tree"])
  func `A file that cannot be read is status 2 and named`(command: String) {
    let outcome = Tool.run([command, "/no/such/file"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors == "receipt: cannot read /no/such/file: no such file or directory\n")
    #expect(Tool.run([command, "/"]).errors == "receipt: cannot read /: is a directory\n")
  }

  @Test func `An error names the field and the byte, and marks it`() throws {
    let attribute = SampleReceipt.attribute(2, DER.utf8("a.b"))
    let bad = DER.sequence(DER.integer(3), DER.utf8("1"))
    let sample = SampleReceipt(attribute, bad, attribute)
    let offset = sample.bytes.offset(of: DER.utf8("1"))
    for bytes in [sample.bytes, Array(Data(sample.bytes).base64EncodedData())] {
      let outcome = try withFile(bytes) { Tool.run(["show", $0]) }
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      let lines = outcome.errors.split(separator: "\n")
      let message =
        "receipt: ReceiptAttribute.version: malformed: unexpected identifier, expected INTEGER, "
        + "found UTF8String, at byte \(offset)"
      #expect(lines.first.map(String.init) == message)
      try checkMarker(lines, offset: offset, byte: "0c")
    }
  }

  /// The marker stands under the byte, two lines of dump around it.
  private func checkMarker(_ lines: [Substring], offset: Int, byte: String) throws {
    let index = try #require(lines.firstIndex { $0.hasSuffix("^^ byte \(offset)") })
    let column = try #require(lines[index].firstIndex(of: "^"))
    let distance = lines[index].distance(from: lines[index].startIndex, to: column)
    #expect(lines[index - 1].dropFirst(distance).hasPrefix(byte + " "))
    #expect(Int(lines[index - 1].prefix(8), radix: 16) == offset / 16 * 16)
  }

  @Test func `An error in BER marks the byte of the file`() throws {
    let bad = DER.sequence(DER.integer(3), DER.utf8("1"))
    let bytes = SampleReceipt(bad, SampleReceipt.attribute(2, DER.utf8("a.b"))).ber
    let outcome = try withFile(bytes) { Tool.run(["attributes", $0]) }
    let offset = bytes.offset(of: DER.utf8("1"))
    #expect(outcome.errors.contains(" at byte \(offset)\n"))
    try checkMarker(outcome.errors.split(separator: "\n"), offset: offset, byte: "0c")
  }

  @Test func `A cut file is marked behind its end`() throws {
    let bytes = Array(try Fixtures.receipt("vpp").prefix(32))
    let outcome = try withFile(bytes) { Tool.run(["show", $0]) }
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines[0] == "receipt: the receipt is truncated at byte 32")
    #expect(lines[lines.count - 2] == "          ^^ byte 32")
    #expect(lines.last?.hasPrefix("Run 'receipt doctor ") == true)
    #expect(lines[1].hasPrefix("00000010  ") && lines[2].hasPrefix("00000020"))
  }

  @Test func `An error in Base64 marks the character of the text`() throws {
    let text = Array("MIIB AAA".utf8)
    try withFile(text) { path in
      #expect(
        Tool.run(["show", path]).errors == """
          receipt: this Base64 has spaces in place of plus signs at byte 4; percent-encode the form \
          field
          00000000  4d 49 49 42 20 41 41 41                          MIIB AAA
                                ^^ byte 4
          Run 'receipt doctor \(path)' for advice.

          """)
    }
  }

  @Test(arguments: [
    ("eyJhbGciOiJFUzI1NiJ9.e30.c2ln", "this is a JWS"), ("", "the input is empty"),
    ("-----BEGIN PKCS7-----", "this is PEM text"), ("hello", "this is not a receipt"),
  ])
  func `What is no receipt is said in one line, and who tells more in another`(
    text: String, message: String
  ) throws {
    let outcome = try withFile(Array(text.utf8)) { Tool.run(["show", $0]) }
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("receipt: " + message))
    #expect(outcome.errors.split(separator: "\n").count == 2)
  }
}

/// The same as a process of its own: status and streams.
@Suite(.enabled(if: BuiltTool.url != nil, "the tool is not built beside the tests"))
struct BuiltToolTests {
  @Test(arguments: ["show", "attributes", "tree"])
  func `Success is status 0, and nothing on standard error`(command: String) throws {
    let run = try BuiltTool([command, path("ios-sha256-subscriptions")])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output == Tool.run([command, path("ios-sha256-subscriptions")]).output)
  }

  @Test func `A hyphen is standard input`() throws {
    let bytes = try Fixtures.receipt("sandbox-ios")
    let text = Array(Data(bytes).base64EncodedData())
    let file = Tool.run(["attributes", path("sandbox-ios")]).output
    #expect(try BuiltTool(["attributes", "-"], input: bytes).output == file)
    #expect(try BuiltTool(["attributes", "-"], input: text).output == file)
    let empty = try BuiltTool(["show", "-"])
    #expect(empty.status == 1 && empty.output.isEmpty)
    #expect(empty.errors == "receipt: the input is empty\nRun 'receipt doctor -' for advice.\n")
  }

  @Test func `A large output arrives whole`() throws {
    let run = try BuiltTool(["attributes", path("many-purchases")])
    #expect(run.status == 0)
    #expect(run.output == Tool.run(["attributes", path("many-purchases")]).output)
  }

  @Test(arguments: ToolTests.wrong.filter { $0.message != "no file given" })
  func `A wrong command line is status 2`(row: ToolTests.Wrong) throws {
    let run = try BuiltTool(row.arguments)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("receipt: \(row.message)\n"))
  }

  @Test func `A broken receipt is status 1`() throws {
    let run = try BuiltTool(["show", "-"], input: Array(try Fixtures.receipt("vpp").dropLast()))
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("receipt: the receipt is truncated at byte "))
  }

  @Test(arguments: [["--help"], ["show", "--help"], ["attributes", "-h"], ["tree", "--help"]])
  func `Help is status 0`(arguments: [String]) throws {
    let run = try BuiltTool(arguments)
    #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("USAGE"))
  }
}
