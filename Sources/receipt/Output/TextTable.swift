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
      var line = ""
      for (cell, width) in zip(row, widths) { line += "  " + cell.padded(to: width) }
      while line.utf8.last == UInt8(ascii: " ") { line.unicodeScalars.removeLast() }
      return line
    }
  }
}
