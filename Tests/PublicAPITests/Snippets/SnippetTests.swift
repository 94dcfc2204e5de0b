import Foundation
import TestSupport
import Testing

/// What keeps the documentation true: every snippet stands in a file of this target, which compiles it, and
/// runs it where it can. White space does not count, since lines break elsewhere in a file.
@Suite struct SnippetTests {
  /// The README, CONTRIBUTING, and every page of every catalog.
  private static let pages =
    files(below: "Sources", endingIn: ".md") + ["README.md", "CONTRIBUTING.md"]

  private static let sources = files(below: "Tests/PublicAPITests", endingIn: ".swift")
    .compactMap { try? text(of: $0).filter { !$0.isWhitespace } }

  private static func files(below folder: String, endingIn ending: String) -> [String] {
    let url = Fixtures.root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: url.path())?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of Swift in a page.
  private static func snippets(of page: String) throws -> [String] {
    try text(of: page).components(separatedBy: "\n```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// Whether a file has all imports of a snippet, and its other lines one after the other.
  private static func has(_ source: String, _ snippet: String) -> Bool {
    let lines = snippet.split(separator: "\n")
    let imports = lines.filter { $0.hasPrefix("import ") }
    let code = lines.filter { !$0.hasPrefix("import ") }.joined()
    return (imports.map { String($0) } + [code]).allSatisfy { part in
      source.contains(part.filter { !$0.isWhitespace })
    }
  }

  @Test(arguments: pages) func `Every snippet is compiled here`(page: String) throws {
    for snippet in try Self.snippets(of: page) {
      #expect(
        Self.sources.contains { Self.has($0, snippet) }, "\(page): not in this target:\n\(snippet)")
    }
  }

  @Test func `Snippets are found, and a changed one is missed`() throws {
    let snippet = try #require(try Self.snippets(of: "README.md").first)
    #expect(Self.pages.count > 15 && Self.sources.contains { Self.has($0, snippet) })
    #expect(!Self.sources.contains { Self.has($0, snippet + ";") })
    #expect(!Self.sources.contains { Self.has($0, "import Nothing\n" + snippet) })
  }
}
