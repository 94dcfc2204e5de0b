/// Rows of text in columns that are as wide as their widest cell.
struct TextTable {
  private var rows: [[String]]

  init(_ header: [String]) {
    rows = [header]
  }

  mutating func add(_ row: [String]) {
    rows.append(row.map(\.printable))  // before their width is measured
  }

  var lines: some Sequence<String> {
    var widths = rows[0].map { _ in 0 }
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    return rows.lazy.map { [widths] row in
      // Nothing is padded behind the last cell.
      let end = row.lastIndex { !$0.isEmpty } ?? 0
      var line = ""
      for (column, cell) in row[...end].enumerated() {
        line += "  " + (column == end ? cell : cell.padded(to: widths[column]))
      }
      return line
    }
  }
}
