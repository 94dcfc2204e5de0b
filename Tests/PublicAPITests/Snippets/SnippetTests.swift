import Foundation
import TestSupport
import Testing

/// What keeps the documentation true: every snippet stands in a file of this folder or the one above, which
/// compiles it, and runs it where it can.
@Suite struct SnippetTests {
  /// The README, CONTRIBUTING, and every page of every catalog.
  private static let pages: [String] = {
    let root = Fixtures.root.path()
    let pages = files(below: "Sources", endingIn: ".md") + ["README.md", "CONTRIBUTING.md"]
    return pages.filter { FileManager.default.fileExists(atPath: root + $0) }
  }()

  /// The files of this target, line by line.
  private static let sources: [[Substring]] = files(
    below: "Tests/PublicAPITests", endingIn: ".swift"
  )
  .compactMap { try? lines(of: $0) }

  private static func files(below folder: String, endingIn ending: String) -> [String] {
    let url = Fixtures.root.appending(path: folder)
    let names =
      FileManager.default.enumerator(atPath: url.path())?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The lines of a file without indentation, empty ones left out.
  private static func lines(of path: String) throws -> [Substring] {
    try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
      .split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }

  /// The blocks of Swift in a page.
  private static func snippets(of page: String) throws -> [[Substring]] {
    var snippets: [[Substring]] = []
    var isInside = false
    for line in try lines(of: page) {
      if line.hasPrefix("```") {
        if !isInside, line == "```swift" { snippets.append([]) }
        isInside = !isInside && line == "```swift"
      } else if isInside {
        snippets[snippets.count - 1].append(line)
      }
    }
    return snippets
  }

  /// Whether a file has all imports of a snippet, and its other lines one after the other.
  private static func has(_ source: [Substring], _ snippet: [Substring]) -> Bool {
    let imports = snippet.filter { $0.hasPrefix("import ") }
    let code = snippet.filter { !$0.hasPrefix("import ") }
    guard imports.allSatisfy(source.contains), let first = code.first else { return false }
    return source.indices.contains { start in
      source[start] == first && source[start...].prefix(code.count).elementsEqual(code)
    }
  }

  @Test(arguments: pages) func `Every snippet is compiled here`(page: String) throws {
    for snippet in try Self.snippets(of: page) {
      #expect(
        Self.sources.contains { Self.has($0, snippet) },
        "\(page): not in this target:\n\(snippet.joined(separator: "\n"))")
    }
  }

  @Test func `Snippets are found, and a changed one is missed`() throws {
    let snippet = try #require(try Self.snippets(of: "README.md").first)
    #expect(Self.pages.count > 15 && Self.sources.contains { Self.has($0, snippet) })
    var changed = snippet
    changed[changed.count - 1] += " "
    #expect(!Self.sources.contains { Self.has($0, changed) })
  }
}
