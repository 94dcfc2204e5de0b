/// Text that is compared byte by byte. Unicode considers strings equal whose bytes differ; identifiers must not be. It
/// also takes quadratic time for combining marks in a row.
package struct UTF8Text: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (first: UTF8Text, second: UTF8Text) -> Bool {
    first.text.hasBytes(of: second.text)
  }

  package static func < (first: UTF8Text, second: UTF8Text) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    text.hashBytes(into: &hasher)
  }
}

extension String {
  /// Whether two strings have the same bytes.
  package func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withUTF8Bytes { first in
      other.withUTF8Bytes { second in first.hasSameBytes(as: second) }
    }
  }
}

extension Unicode.Scalar {
  /// The character of a surrogate pair, as escapes of JSON and property lists write it; `nil` for anything but a high
  /// surrogate and a low one.
  package init?(highSurrogate high: UInt32, low: UInt32) {
    guard 0xD800...0xDBFF ~= high, 0xDC00...0xDFFF ~= low else { return nil }
    self.init(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }
}

extension RawSpan {
  /// Whether the bytes are well-formed UTF-8, RFC 3629 §4: shortest forms only, no surrogates, nothing above U+10FFFF.
  ///
  /// - Complexity: O(n).
  package func isWellFormedUTF8() -> Bool {
    if isASCII { return true }
    var offset = 0
    while offset < byteCount {
      let first = byte(at: offset)
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
      guard byteCount - offset >= continuations else { return false }
      for _ in 0..<continuations {
        guard range ~= byte(at: offset) else { return false }
        range = 0x80...0xBF
        offset += 1
      }
    }
    return true
  }
}
