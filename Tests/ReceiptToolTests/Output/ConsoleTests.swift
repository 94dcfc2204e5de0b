import Foundation
import TestSupport
import Testing

@testable import receipt

/// Output that cannot be written ends in one line and status 2.
@Suite struct ConsoleTests {
  /// Runs a command whose standard output takes only so many bytes.
  private func run(_ arguments: [String], room: Int) -> Tool.Outcome {
    var outcome = Tool.Outcome()
    let console = Console(
      output: { (bytes) throws(ToolError) in
        outcome.bytes += bytes.prefix(room - outcome.bytes.count)
        guard outcome.bytes.count < room else {
          throw FileDescriptor.standardOutput.failure(ENOSPC)
        }
      },
      errors: { outcome.errors += String(decoding: $0, as: UTF8.self) }, isInputTerminal: true)
    outcome.status = Tool.run(arguments, console).rawValue
    return outcome
  }

  @Test func `A terminal gets no binary receipt`() {
    for (arguments, status) in [(["redact"], 2), (["redact", "--json"], 0)] as [([String], Int32)] {
      var outcome = Tool.Outcome()
      let console = Console(
        output: { outcome.bytes += $0 },
        errors: { outcome.errors += String(decoding: $0, as: UTF8.self) }, isInputTerminal: true,
        isOutputTerminal: true)
      outcome.status = Tool.run(arguments + [path("every-field")], console).rawValue
      #expect(outcome.status == status && outcome.bytes.isEmpty == (status == 2))
      #expect(outcome.errors.contains("--output") == (status == 2))
    }
  }

  private static let full = "receipt: cannot write standard output: no space left on device\n"

  @Test(arguments: [
    ["show"], ["show", "--json"], ["verify"], ["owned"], ["ids"], ["doctor"], ["attributes"],
    ["tree"], ["tree", "--json"], ["redact"], ["batch", "--paths"],
    ["show", "--format", "verify-receipt"],
  ])
  func `A full disk is one line and status 2`(command: [String]) throws {
    for fixture in ["every-field", "many-purchases"] {
      try withFile(Array((path(fixture) + "\n").utf8)) { list in
        let file = command[0] == "batch" ? list : path(fixture)
        let whole = Tool.run(command + [file])
        let room = whole.bytes.count / 2
        let outcome = run(command + [file], room: room)
        #expect(outcome.status == 2 && outcome.bytes.count == room)
        #expect(outcome.errors.hasSuffix(Self.full))
        #expect(outcome.errors.split(separator: "\n").count <= 2, "at most a remark before it")
      }
    }
  }

  @Test func `So are help, completion and the manual`() {
    for command in [
      ["--help"], ["--version"], ["help", "show"], ["completion", "zsh"], ["manual"],
    ] {
      let outcome = run(command, room: 1)
      #expect(outcome.status == 2 && outcome.errors == Self.full)
    }
  }
}

/// The same with descriptors of the system.
@Suite(.enabled(if: BuiltTool.url != nil, "the tool is not built beside the tests"))
struct BuiltOutputFailureTests {
  /// Runs the tool in a shell, where `receipt` is the tool and `$1` a receipt.
  private func shell(_ script: String, _ file: String = path("many-purchases")) throws -> (
    status: Int32, output: String, errors: String
  ) {
    let tool = try #require(BuiltTool.url).path(percentEncoded: false)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "receipt() { '\(tool)' \"$@\"; }\n" + script, "bash", file]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let lines = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, lines)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: ["show", "tree", "attributes", "redact", "verify", "ids"])
  func `A full disk`(command: String) throws {
    let run = try shell("receipt \(command) \"$1\" > /dev/full")
    #expect(run.status == 2)
    #expect(run.errors.hasSuffix("cannot write standard output: no space left on device\n"))
  }

  @Test(arguments: ["show", "tree", "attributes", "redact"])
  func `A closed pipe`(command: String) throws {
    let script = """
      { receipt \(command) "$1"; echo $? >&2; } | true
      """
    let run = try shell("sleep 0 | true; " + script)
    // Small outputs may be written before the reader is gone.
    let isWritten = run.errors.hasSuffix("0\n")
    #expect(
      isWritten || run.errors.hasSuffix("cannot write standard output: broken pipe\n2\n"))
    #expect(!run.errors.contains("Fatal"))
  }

  @Test func `A large output into a pipe that nobody reads`() throws {
    let run = try shell("{ sleep 0.2; receipt tree \"$1\"; echo $? >&2; } | exec 0<&-")
    #expect(run.errors == "receipt: cannot write standard output: broken pipe\n2\n")
  }

  @Test func `Closed streams`() throws {
    #expect(
      try shell("receipt show \"$1\" >&-").errors
        == "receipt: cannot write standard output: bad file descriptor\n")
    #expect(try shell("receipt show \"$1\" >&-").status == 2)
    #expect(try shell("receipt show \"$1\" 2>&-").status == 0)
    #expect(try shell("receipt show - <&-").status == 2)
    // A file that is opened does not get what is meant for a closed stream.
    let run = try shell(
      """
      d=$(mktemp -d); receipt redact -o $d/out "$1" 2>&- ; receipt verify $d/out | head -1; rm -r $d
      """)
    #expect(run.output.hasPrefix("passed   structure"))
  }
}
