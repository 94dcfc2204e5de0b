import Foundation
import TestSupport
import Testing

/// One real receipt, and what an independent decoder reads in it.
struct CorpusReceipt: Sendable, CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }

  static let all: [CorpusReceipt] = Corpus.files(in: "receipts/files", withExtensions: ["p7"])
    .map { CorpusReceipt(name: $0.deletingPathExtension().lastPathComponent) }

  func bytes() throws -> [UInt8] {
    try Fixtures.bytes(of: url("receipts/files", "p7"))
  }

  func expected() throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: url("receipts/expected", "json")))
  }

  var isBER: Bool { name.hasPrefix("xcode") }

  private func url(_ folder: String, _ suffix: String) throws -> URL {
    guard let root = Corpus.folder else { throw CocoaError(.fileNoSuchFile) }
    return root.appending(path: folder).appending(path: "\(name).\(suffix)")
  }
}
