/// A picture's XML: elements that nest, and text in which nothing is taken for markup.
struct NaiveXML {
  /// The text of each element that has any, by the name of the element.
  private(set) var texts: [(element: String, text: String)] = []

  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\""]

  /// `nil` if it is not well-formed.
  init?(_ xml: String) {
    var (rest, open, text) = (xml.unicodeScalars[...], [String](), "")
    while let scalar = rest.popFirst() {
      switch scalar {
      case "<":
        guard let end = rest.firstIndex(of: ">") else { return nil }
        let tag = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        if let element = open.last, !text.isEmpty { texts.append((element, text)) }
        text = ""
        if tag.hasPrefix("/") {
          guard open.popLast() == String(tag.dropFirst()) else { return nil }
        } else if !tag.hasSuffix("/") {
          open.append(String(tag.prefix { $0 != " " }))
        }
        // Attributes have quotation marks around them, and none inside.
        guard tag.count(where: { $0 == "\"" }) % 2 == 0, !tag.contains("<") else { return nil }
      case ">": return nil
      case "&":
        let name = String(rest.prefix { $0 != ";" })
        guard let character = Self.entities[name] else { return nil }
        text += character
        rest = rest.dropFirst(name.unicodeScalars.count + 1)
      case _ where scalar.value < 0x20 && scalar != "\n" || 0xFFFE...0xFFFF ~= scalar.value:
        return nil
      default: text.unicodeScalars.append(scalar)
      }
    }
    guard open.isEmpty, text.allSatisfy(\.isWhitespace) else { return nil }
    texts = texts.filter { !$0.text.allSatisfy(\.isWhitespace) }
  }
}
