/// Text of ASCII as it stands in descriptions and errors.
package enum NaiveQuotation {
  /// As it is if it looks like a name; otherwise in quotation marks, 100 characters at most, with Swift's escapes;
  /// `nil` for other text.
  package static func unlessName(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let isName = text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    if isName, 1...100 ~= text.utf8.count { return text }
    let quoted = text.utf8.prefix(100).map { byte in
      switch byte {
      case 0x0A: "\\n"
      case 0x0D: "\\r"
      case 0x09: "\\t"
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\\(Character(Unicode.Scalar(byte)))"
      case 0x20...0x7E: "\(Character(Unicode.Scalar(byte)))"
      default: "\\u{\(String(byte, radix: 16).uppercased())}"
      }
    }
    return "\"" + quoted.joined() + (text.utf8.count > 100 ? "\"…" : "\"")
  }
}
