/// Text as it stands in descriptions and errors.
public enum NaiveQuotation {
  /// As it is if it looks like a name; otherwise in quotation marks, 100 characters at most, with Swift's escapes.
  package static func unlessName(_ text: String) -> String {
    let isName = text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "_-.".unicodeScalars.contains($0)
    }
    if isName, 1...100 ~= text.utf8.count { return text }
    return quoted(text)
  }

  /// In quotation marks, 100 characters at most, with Swift's escapes.
  public static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let escaped = scalars.prefix(100).map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\"", "\\": "\\\(scalar)"
      case _ where isHidden(scalar):
        "\\u{\(String(scalar.value, radix: 16).uppercased())}"
      default: "\(scalar)"
      }
    }
    return "\"" + escaped.joined() + (scalars.count > 100 ? "\"…" : "\"")
  }

  /// Whether Unicode says that nobody sees it, or that it means nothing.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .lineSeparator, .paragraphSeparator: true
    default:
      scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint
        || scalar.value >= 0xE_0000
    }
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
