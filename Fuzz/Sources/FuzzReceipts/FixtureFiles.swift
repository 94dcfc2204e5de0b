import Foundation

/// The fixtures of the project's own tests: in a folder `fixtures` beside the fuzzer, if there is one, as where it runs
/// without its sources.
enum FixtureFiles {
  private static let folder: URL = {
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "fixtures")
    if FileManager.default.fileExists(atPath: beside.path()) { return beside }
    return URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tests/Fixtures")
  }()

  /// What `signed_seeds.py` has made to be verified.
  static func genuine() throws -> [[UInt8]] {
    try rows("genuine.hex").map { row in
      let digits = row[0].utf8.map { UInt8($0 > 0x39 ? $0 - 0x57 : $0 - 0x30) }
      return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
  }

  /// The lines of a file, split at tabs.
  static func rows(_ path: String) throws -> [[String]] {
    String(decoding: try bytes(path), as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "\t").map(String.init)
    }
  }

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

  /// What the manifest of a folder of forgeries says.
  static func manifest(_ folder: String) throws -> Manifest {
    var manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: Self.folder.appending(path: folder + "/manifest.json")))
    manifest.folder = folder
    return manifest
  }

  struct Manifest: Decodable {
    struct Caller: Decodable {
      let bundleIdentifier: String
      let version: String
      let deviceIdentifierHex: String?
      let vendorIdentifier: String?
      let environments: [String]
      let now: String
    }
    struct Entry: Decodable {
      let id: String
      let error: String?
      let expect: [String: Ignored]?
    }
    struct Ignored: Decodable { init(from decoder: any Decoder) {} }
    let caller: Caller
    let receipts: [Entry]
    fileprivate(set) var folder = ""

    private enum CodingKeys: CodingKey { case caller, receipts }

    /// Those in files that are judged as all are; the error is the check that fails and its code.
    func judged(to suffix: String) throws -> [(bytes: [UInt8], error: String?)] {
      try receipts.filter { $0.expect?.isEmpty ?? true }.compactMap { entry in
        let path = folder + "/" + entry.id + suffix
        guard
          FileManager.default.fileExists(atPath: FixtureFiles.folder.appending(path: path).path())
        else { return nil }
        return (try FixtureFiles.bytes(path), entry.error)
      }
    }

    /// Those with a good signature.
    func signed(to suffix: String) throws -> [[UInt8]] {
      try judged(to: suffix).filter { forgery in
        !["signature.", "structure."].contains { forgery.error?.hasPrefix($0) ?? false }
      }.map(\.bytes)
    }
  }
}
