import Foundation

/// The fixtures of the project's own tests.
enum FixtureFiles {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Tests/Fixtures")

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// The files of a folder whose names have a beginning and an end.
  static func all(in path: String, from prefix: String = "", to suffix: String) throws -> [[UInt8]]
  {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path())
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
      .map { try bytes(path + "/" + $0) }
  }
}
