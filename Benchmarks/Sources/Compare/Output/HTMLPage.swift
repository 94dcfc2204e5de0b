/// A run as a page: its head, the chart, the tables. One file, without scripts.
struct HTMLPage {
  let head: Head
  let rows: [Row]

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>compare: \(Self.escaped(head.revision ?? head.date))</title>
    <style>
    :root { color-scheme: light dark }
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
    h1, h2 { line-height: 1.2 } h2 { margin-top: 2.5rem }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem }
    dt { font-weight: 600 } dd { margin: 0 }
    .table { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
    th, td { padding: .2rem .7rem; text-align: right; white-space: nowrap }
    th { border-bottom: 1px solid #8888 } .start td { border-top: 1px solid #8884 }
    th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left }
    .ours { font-weight: 600 }
    </style>
    </head>
    <body>
    <h1>This library beside others</h1>
    <dl>
    \(head.lines.map { "<dt>\($0.name)</dt><dd>\(Self.escaped($0.text))</dd>" }.joined(separator: "\n"))
    </dl>
    <p>Medians of rounds in which all take turns; p10–p90 is where eight of ten rounds lie. Allocations and peak are of
    the heap, for one operation after a first one. Times hold for one machine, ratios for more.</p>
    \(BarChart(rows: rows).svg ?? "")
    \(Section.all(rows).map(Self.text).joined(separator: "\n"))
    </body>
    </html>

    """
  }

  private static func text(_ section: Section) -> String {
    let columns = section.columns
    let note = section.measure.note.map { "<p>\(escaped($0))</p>\n" } ?? ""
    let titles = columns.map { "<th>\(escaped($0.title))</th>" }.joined()
    let rows = columns[0].texts.indices.map { row in
      var classes: [String] = []
      if !columns[0].texts[row].isEmpty { classes.append("start") }
      if columns[1].texts[row].hasPrefix("ours") { classes.append("ours") }
      let cells = columns.map { "<td>\(escaped($0.texts[row]))</td>" }.joined()
      return "<tr class=\"\(classes.joined(separator: " "))\">\(cells)</tr>"
    }
    return """
      <h2>\(section.measure.rawValue): \(escaped(section.measure.title))</h2>
      \(note)<div class="table"><table>
      <tr>\(titles)</tr>
      \(rows.joined(separator: "\n"))
      </table></div>
      """
  }

  /// Names of files may contain anything.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
