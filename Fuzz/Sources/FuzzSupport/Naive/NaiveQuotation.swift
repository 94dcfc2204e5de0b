/// Text as it stands in descriptions and errors.
package enum NaiveQuotation {
  /// As it is if it looks like a name; otherwise in quotation marks; `nil` for text that is not ASCII.
  package static func unlessName(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let isName = text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    return isName && 1...100 ~= text.utf8.count ? text : quoted(text)
  }

  /// In quotation marks, 100 characters at most, with Swift's escapes; `nil` with characters that may be shown or not.
  package static func quoted(_ text: String) -> String? {
    var quoted = "\""
    for scalar in text.unicodeScalars.prefix(100) {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\"", "\\": quoted += "\\\(Character(scalar))"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += "\\u{\(String(scalar.value, radix: 16).uppercased())}"
      case _ where scalar.isASCII || scalar.properties.isAlphabetic && isPlain(scalar):
        quoted.unicodeScalars.append(scalar)
      case "\u{301}": quoted.unicodeScalars.append(scalar)
      default: return nil
      }
    }
    return quoted + (text.unicodeScalars.count > 100 ? "\"…" : "\"")
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isDefaultIgnorableCodePoint && scalar.value < 0xD800
  }

  /// What a sentence quotes, with the marks, and what is around that.
  package static func parts(of sentence: String) -> (quotations: [String], rest: String) {
    var quotations: [String] = []
    var rest = String.UnicodeScalarView()
    var scalars = sentence.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\"" else {
        rest.append(scalar)
        continue
      }
      var quotation = String.UnicodeScalarView([scalar])
      while let next = scalars.popFirst() {
        quotation.append(next)
        if next == "\"" { break }
        if next == "\\", let escaped = scalars.popFirst() { quotation.append(escaped) }
      }
      if scalars.first == "…" { quotation.append(scalars.removeFirst()) }
      quotations.append(String(quotation))
    }
    return (quotations, String(rest))
  }
}
