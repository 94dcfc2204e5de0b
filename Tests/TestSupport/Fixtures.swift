public import Foundation

/// The project's own receipts, made by `Tests/Fixtures/make_fixtures.py`.
public enum Fixtures {
  /// The folder of this checkout, from the place of this file in it.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The names of all receipts.
  public static let names = files(in: "Receipts", extension: "p7")
    .map { $0.deletingPathExtension().lastPathComponent }

  /// The files of a folder of fixtures with a prefix and an extension, sorted by name.
  ///
  /// Without any it is the folder, which no test can read: a test without arguments would pass.
  public static func files(
    in folder: String, withPrefix prefix: String = "", extension name: String
  ) -> [URL] {
    let folder = root.appending(path: "Tests/Fixtures/\(folder)")
    let all =
      try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let files = (all ?? []).filter {
      $0.pathExtension == name && $0.lastPathComponent.hasPrefix(prefix)
    }
    return files.isEmpty ? [folder] : files.sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The bytes of a receipt.
  public static func receipt(_ name: String) throws -> [UInt8] {
    try bytes(of: root.appending(path: "Tests/Fixtures/Receipts/\(name).p7"))
  }

  /// The answer that is expected for a receipt, as JSON.
  public static func expected(_ name: String) throws -> Data {
    try Data(contentsOf: root.appending(path: "Tests/Fixtures/Receipts/\(name).json"))
  }

  /// A certificate of the test authority.
  public static func certificate(_ name: String) throws -> [UInt8] {
    try bytes(of: root.appending(path: "Tests/Fixtures/authority/\(name).cer"))
  }

  /// The bytes of a file.
  public static func bytes(of file: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: file))
  }
}
