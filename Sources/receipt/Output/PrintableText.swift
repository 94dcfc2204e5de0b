extension String {
  /// The text with U+FFFD for characters that would move the cursor, end the line, or hide something.
  var printable: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
  }
}

extension Unicode.Scalar {
  /// Whether the character is visible: not a control character (C0, DEL, C1), a direction mark, or without width.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension Collection<UInt8> {
  /// JSON text with escapes for characters that aren't printable. They only occur in strings, so the values are the
  /// same.
  var asASCIIEscapes: [UInt8] {
    let bytes = Array(self)
    guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\n" || scalar.isPrintable {
        result.append(contentsOf: String(Character(scalar)).utf8)
      } else {
        for unit in UTF16.encode(scalar) ?? .init() {
          let digits = String(unit, radix: 16)
          let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
          result.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
        }
      }
    }
    return result
  }
}

/// A table with columns as wide as their widest cell.
struct TextTable {
  private var rows: [[String]]

  init(_ header: [String]) {
    rows = [header]
  }

  mutating func add(_ row: [String]) {
    rows.append(row.map(\.printable))  // before measuring the width
  }

  var lines: some Sequence<String> {
    var widths = rows[0].map { _ in 0 }
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    return rows.lazy.map { [widths] row in
      // No padding after the last cell.
      let end = row.lastIndex { !$0.isEmpty } ?? 0
      var line = ""
      for (column, cell) in row[...end].enumerated() {
        line += "  " + (column == end ? cell : cell.padded(to: widths[column]))
      }
      return line
    }
  }
}

extension String {
  /// The text padded with spaces to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
