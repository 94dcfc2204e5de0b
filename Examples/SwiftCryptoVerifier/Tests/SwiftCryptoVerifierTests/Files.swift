import Foundation

/// Where the receipts lie.
enum Files {
  /// The folder of this package, from the place of this file in it.
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The fixtures of the project.
  static let fixtures = package.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Tests/Fixtures")

  /// Forged receipts, if this checkout has them.
  static let forgeries = fixtures.appending(path: "Forgeries")

  /// The folder with real receipts, which are not part of the project.
  static let corpus = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"]
    .map { URL(filePath: $0).appending(path: "receipts") }

  /// The bytes of a file.
  static func bytes(_ file: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: file))
  }

  /// A fixture.
  static func receipt(_ name: String) throws -> [UInt8] {
    try bytes(fixtures.appending(path: "Receipts/\(name).p7"))
  }

  /// A certificate of the test authority.
  static func certificate(_ name: String) throws -> [UInt8] {
    try bytes(fixtures.appending(path: "authority/\(name).cer"))
  }

  /// The names, without extension, of the receipts in a folder.
  static func names(in folder: URL?) -> [String] {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path()) }
    return (names ?? []).filter { $0.hasSuffix(".p7") }.map { String($0.dropLast(3)) }.sorted()
  }
}
