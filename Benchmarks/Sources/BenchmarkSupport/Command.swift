import Foundation

/// Another program, found by `PATH`.
public struct Command {
  private let name: String
  private let arguments: [String]
  private let environment: [String: String]

  /// - Parameter environment: variables beside those that this process has.
  public init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) {
    self.name = name
    self.arguments = arguments
    self.environment = environment
  }

  /// Whether there is a program of that name.
  public static func exists(_ name: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Runs it to its end.
  public func run() throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files, as a pipe that nobody reads can fill up.
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "errors"].map { folder.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return (process.terminationStatus, texts[0], texts[1])
  }
}

/// Another program did not do what it should.
public struct CommandError: Error, CustomStringConvertible {
  /// What it did.
  public let description: String

  /// Says what it did.
  public init(_ description: String) { self.description = description }
}
