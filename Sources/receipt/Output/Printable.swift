extension String {
  /// The text without characters that would move the cursor, end the line, or hide something: each is U+FFFD.
  var printable: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : "\u{FFFD}" }))
  }
}

extension Unicode.Scalar {
  /// Whether it shows as itself: no control character (C0, DEL, C1), no direction mark, nothing without a width.
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension Collection<UInt8> {
  /// JSON text in which every character that does not show as itself is an escape. Such a character can only stand in
  /// a string, so the values stay the same.
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
