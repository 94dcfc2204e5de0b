/// Well-formedness of UTF-8, RFC 3629 §4: shortest forms only, no surrogates, nothing above U+10FFFF.
package enum UTF8Validation {
  /// - Complexity: O(n).
  package static func isWellFormed(_ bytes: RawSpan) -> Bool {
    if bytes.isASCII { return true }
    var offset = 0
    while offset < bytes.byteCount {
      let first = bytes.byte(at: offset)
      offset += 1
      if first < 0x80 { continue }
      // The first continuation byte has a narrower range after some first bytes: that is what rules
      // out longer forms (E0, F0), surrogates (ED) and numbers that are too large (F4).
      let continuations: Int
      var range: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0xC2...0xDF: continuations = 1
      case 0xE0: (continuations, range) = (2, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE, 0xEF: continuations = 2
      case 0xED: (continuations, range) = (2, 0x80...0x9F)
      case 0xF0: (continuations, range) = (3, 0x90...0xBF)
      case 0xF1...0xF3: continuations = 3
      case 0xF4: (continuations, range) = (3, 0x80...0x8F)
      default: return false
      }
      guard bytes.byteCount - offset >= continuations else { return false }
      for _ in 0..<continuations {
        guard range ~= bytes.byte(at: offset) else { return false }
        range = 0x80...0xBF
        offset += 1
      }
    }
    return true
  }
}
