import TextCoding

extension JSONReader {
  mutating func readString() throws(JSONError) -> String {
    position += 1
    let start = position
    var isASCII = true
    // The bytes before `copied`, if there is an escape.
    var bytes: [UInt8] = []
    var copied = start
    while true {
      let byte = try current()
      switch byte {
      case UInt8(ascii: "\""):
        let rest = text[copied..<position]
        position += 1
        return try copied == start
          ? string(rest, isASCII: isASCII, at: start)
          : string((bytes + rest)[...], isASCII: false, at: start)
      case UInt8(ascii: "\\"):
        bytes += text[copied..<position]
        bytes += String(try readEscape()).utf8
        copied = position
      case ..<0x20: throw error(.invalidString)
      default:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
  }

  /// Ill-formed bytes would become U+FFFD, so the bytes must not have changed.
  private func string(
    _ bytes: ArraySlice<UInt8>, isASCII: Bool, at start: Int
  ) throws(JSONError) -> String {
    let string = String(decoding: bytes, as: UTF8.self)
    guard isASCII || string.utf8.elementsEqual(bytes) && string.isStreamSafe else {
      throw error(.invalidString, at: start)
    }
    return string
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = try current()
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw error(.invalidString, at: start)
    }
    return try readCharacter(letter: UInt8(ascii: "u"), from: start)
  }
}

extension JSONReader: EscapeReader {
  func invalidEscape(at start: Int) -> JSONError { error(.invalidString, at: start) }
}
