import Foundation

/// The lists in `Tests/PublicAPI`.
package enum PublicAPIList {
  /// The lines of a module's list.
  package static func lines(of module: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "PublicAPI/\(module).txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// The names, in order, of the cases of an enumeration, or of the static members of a type that have its type.
  package static func values(of type: String, in module: String) throws -> [String] {
    let cases = try lines(of: module)
      .drop { !$0.contains("enum \(type):") && !$0.hasPrefix("struct \(type):") }
      .dropFirst().prefix { $0.hasPrefix("  ") }
    let names: [String] = cases.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      if words[0] == "case" { return String(words[1].prefix { $0 != "(" }) }
      guard words.starts(with: ["static", "var"]), words.count > 3, words[3] == type else {
        return nil
      }
      return String(words[2].dropLast())
    }
    return names.sorted()
  }

  /// The names of all types that are errors.
  package static func errors(of module: String) throws -> [String] {
    try lines(of: module).compactMap { line in
      guard !line.hasPrefix(" "), !line.hasPrefix("extension"), let colon = line.firstIndex(of: ":")
      else { return nil }
      let conformances = line[line.index(after: colon)...].split(separator: ",")
      guard conformances.contains(where: { $0.drop { $0 == " " } == "Error" }) else { return nil }
      return line.prefix { $0 != ":" && $0 != "<" }.split(separator: " ").last.map(String.init)
    }
  }
}
