public import Foundation

/// Real receipts and foreign vectors, which are not part of the project: a folder that the environment
/// variable `RECEIPT_CORPUS` names. Tests that need it are skipped, visibly, when it is not set.
public enum Corpus {
  /// The folder; `nil` when the variable is not set.
  public static let folder: URL? = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"]
    .map { URL(filePath: $0) }

  /// Whether there is a corpus.
  public static var isAvailable: Bool { folder != nil }

  /// What a skipped test says.
  public static let skipped =
    "skipped: it needs real receipts, which are not published; RECEIPT_CORPUS names their folder"

  /// The files of a folder inside the corpus with one of the extensions, sorted by name.
  public static func files(in path: String, withExtensions extensions: [String]) -> [URL] {
    guard let folder = folder?.appending(path: path) else { return [] }
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
    return files.filter { extensions.contains($0.pathExtension) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
