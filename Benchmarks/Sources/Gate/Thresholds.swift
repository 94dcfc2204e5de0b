import BenchmarkSupport
import Foundation

/// The figures that are allowed, in a file for each version of Swift and kind of processor.
struct Thresholds {
  let file: URL
  private(set) var figures: [String: Figures] = [:]
  let exists: Bool

  /// Reads the file, if there is one.
  init() throws {
    let folder = Repository.root.appending(path: "Benchmarks/Thresholds")
    file = folder.appending(path: "swift-\(try Self.swiftVersion())-\(Self.processor).json")
    exists = FileManager.default.fileExists(atPath: file.path())
    guard exists else { return }
    figures = try JSONDecoder().decode([String: Figures].self, from: Data(contentsOf: file))
  }

  /// Replaces the file.
  func write(_ figures: [String: Figures]) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    try (encoder.encode(figures) + Data("\n".utf8)).write(to: file)
  }

  /// The version of the compiler without its last part: `6.3`.
  private static func swiftVersion() throws -> String {
    let output = try Command("swift", ["--version"]).run().output
    guard let version = output.firstMatch(of: /Swift version (\d+\.\d+)/) else {
      throw CommandError("cannot tell the version of Swift from: \(output)")
    }
    return String(version.1)
  }

  private static var processor: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }
}
