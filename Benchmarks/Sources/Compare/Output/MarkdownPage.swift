/// A run in Markdown: for a pull request or a file.
struct MarkdownPage {
  let head: Head
  let rows: [Row]

  var text: String {
    let head = head.lines.map { "- **\($0.name):** \(Self.escaped($0.text))" }
    let sections = Section.all(rows).map(Self.text)
    return (["# compare", head.joined(separator: "\n")] + sections).joined(separator: "\n\n")
  }

  private static func text(_ section: Section) -> String {
    let columns = section.columns
    var lines = ["## \(section.measure.rawValue): \(section.measure.title)", ""]
    if let note = section.measure.note { lines += ["\(note)", ""] }
    lines.append(line(columns.map(\.title)))
    lines.append(line(columns.indices.map { $0 < 2 ? "---" : "--:" }))
    lines += columns[0].texts.indices.map { row in line(columns.map { $0.texts[row] }) }
    return lines.joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.map(escaped).joined(separator: " | ") + " |"
  }

  /// Names of files may contain anything.
  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
  }
}
