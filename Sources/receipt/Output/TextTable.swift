/// Rows of text in columns that are as wide as their widest cell.
struct TextTable {
  private var rows: [[String]]

  init(_ header: [String]) {
    rows = [header]
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  var text: String {
    var widths = rows[0].map(\.count)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    var text = ""
    for row in rows {
      var line = ""
      for (cell, width) in zip(row, widths) { line += "  " + cell.padded(to: width) }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
