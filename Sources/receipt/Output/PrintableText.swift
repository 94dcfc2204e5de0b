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
          let digits = String(unit, radix: 16).padded(before: 4, with: "0")
          result.append(contentsOf: "\\u\(digits)".utf8)
        }
      }
    }
    return result
  }
}

/// A table with columns as wide as their widest cell, except for very wide cells.
enum TextTable {
  /// The width of a cell beyond which other rows are not padded to it: one long text must not repeat in every row.
  private static let maximumWidth = 64

  /// - Returns: no line if there is no row.
  static func lines(_ header: [String], _ rows: [[String]]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let rows = ([header] + rows).map { $0.map(\.printable) }  // before measuring the width
    let widths = header.indices.map { column in
      rows.map { $0[column].count }.filter { $0 <= maximumWidth }.max() ?? 0
    }
    return rows.map { row in
      // No padding after the last cell.
      let end = row.lastIndex { !$0.isEmpty } ?? 0
      let cells = zip(row[..<end], widths).map { $0.padded(to: $1) } + [row[end]]
      return cells.map { "  " + $0 }.joined()
    }
  }
}

extension String {
  /// The text padded with spaces to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text after spaces or zeros that fill a width.
  func padded(before width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - count)) + self
  }
}
