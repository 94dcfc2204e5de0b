import Foundation
import TestSupport

@testable import receipt

extension Tool {
  /// What a run leaves behind.
  struct Outcome {
    /// Standard output.
    var bytes: [UInt8] = []
    var errors = ""
    var status: Int32 = 0

    /// Standard output as text.
    var output: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Runs a command line in this process, as if a person sat in front of standard input.
  static func run(_ arguments: [String]) -> Outcome {
    var outcome = Outcome()
    let console = Console(
      output: { outcome.bytes += $0 },
      errors: { outcome.errors += String(decoding: $0, as: UTF8.self) }, isInputTerminal: true)
    outcome.status = run(arguments, console).rawValue
    return outcome
  }
}

/// The path of a fixture.
func path(_ name: String) -> String {
  Fixtures.root.appending(path: "Tests/Fixtures/Receipts/\(name).p7").path(percentEncoded: false)
}

/// Calls `body` with the path of a new file with these bytes.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path(percentEncoded: false))
}

/// The tool as it was built, next to the tests.
struct BuiltTool {
  static let url: URL? = {
    var folders = [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
    folders += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return folders.map { $0.appending(path: "receipt") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()

  let status: Int32
  let output: String
  let errors: String

  /// Runs it to its end.
  init(_ arguments: [String], input: [UInt8] = []) throws {
    let process = Process()
    process.executableURL = Self.url
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(input).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    process.standardInput = try FileHandle(forReadingFrom: file)
    try process.run()
    // Errors are short, so reading one after the other cannot block.
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}

/// The path of the test authority's root certificate.
let rootPath = Fixtures.root.appending(path: "Tests/Fixtures/authority/root.cer")
  .path(percentEncoded: false)
