// Text of an input as it can appear in a sentence about it: in a log, in a terminal, in an alert.
extension String {
  /// The text in quotation marks, with escapes as Swift writes them for what would move the cursor, hide or reorder
  /// something. After `limit` characters (of Unicode, not of a reader) there is only an ellipsis: `"com.exam"…`.
  ///
  /// - Complexity: O(`limit`).
  package func quoted(limit: Int = 100) -> String {
    var text = "\""
    var count = 0
    for scalar in unicodeScalars {
      guard count < limit else { return text + "\"…" }
      count += 1
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isVisible: text.unicodeScalars.append(scalar)
      default: text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return text + "\""
  }

  /// The text as it is if it looks like a name in a program, otherwise ``quoted(limit:)``.
  package func quotedUnlessName(limit: Int = 100) -> String {
    var count = 0
    for byte in utf8 {
      guard byte.isOfKey || byte == UInt8(ascii: "."), count < limit else {
        return quoted(limit: limit)
      }
      count += 1
    }
    return count == 0 ? "\"\"" : self
  }
}

extension Unicode.Scalar {
  /// Neither a control nor a format character, a separator of lines or something without a meaning in text. Written out
  /// as a table, so that the core needs none of Unicode's.
  fileprivate var isVisible: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0xAD,  // Controls, soft hyphen
      0x34F, 0x600...0x605, 0x61C, 0x6DD, 0x70F, 0x890...0x891, 0x8E2,
      0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
      0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,  // Zero width, lines, directions
      0x3164, 0xE000...0xF8FF, 0xFDD0...0xFDEF, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB,
      0x110BD, 0x110CD, 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
      0xE0000...0x10FFFF:  // Tags, variation selectors, private use
      false
    default: value & 0xFFFE != 0xFFFE
    }
  }
}

extension UInt8 {
  /// A letter, a digit, `_` or `-`, all of ASCII.
  package var isOfKey: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
