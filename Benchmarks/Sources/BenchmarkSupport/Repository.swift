public import Foundation

/// The checkout that this package is part of.
public enum Repository {
  /// Its folder, from the place of this file in it.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of the files in a folder that end in one of these ways, sorted.
  public static func files(_ folder: String, endingIn endings: [String]) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path())
      .filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// The bytes of a file, by its path from the folder.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }
}
