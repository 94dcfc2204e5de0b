public import Foundation

/// The project's own receipts, made by `Tests/Fixtures/make_fixtures.py`.
public enum Fixtures {
  /// The folder of this checkout, from the place of this file in it.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The names of all receipts.
  public static let names: [String] = {
    let folder = root.appending(path: "Tests/Fixtures/Receipts")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.filter { $0.hasSuffix(".p7") }.map { String($0.dropLast(3)) }.sorted()
  }()

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
