/// JSON text, written from left to right. What has no value is left out.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  /// Whether the next member or element is the first of its object or array.
  private var isFirst = true

  /// Writes an object whose members `body` writes.
  mutating func object(_ body: (inout JSONText) -> Void) {
    enclose("{", "}", body)
  }

  /// Writes a member that is an object.
  mutating func object(_ key: String, _ body: (inout JSONText) -> Void) {
    begin(key)
    object(body)
  }

  /// Writes a member that is an array of objects.
  mutating func objects<Elements: Sequence>(
    _ key: String, _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
  ) {
    array(key, elements) { text, element in
      text.object { body(&$0, element) }
    }
  }

  /// Writes a member that is an array of texts.
  mutating func strings(_ key: String, _ elements: [String]) {
    array(key, elements) { $0.quote($1) }
  }

  mutating func member(_ key: String, _ value: String?) {
    guard let value else { return }
    begin(key)
    quote(value)
  }

  /// Writes a number; as text where JavaScript has no number for it, which would be rounded unseen.
  mutating func member(_ key: String, _ value: Int64?) {
    guard let value else { return }
    begin(key)
    if value.magnitude < 1 << 53 { add(value.description) } else { quote(value.description) }
  }

  mutating func member(_ key: String, _ value: Bool?) {
    guard let value else { return }
    begin(key)
    add(value ? "true" : "false")
  }

  /// Writes that a value is not known.
  mutating func null(_ key: String) {
    begin(key)
    add("null")
  }

  private mutating func array<Elements: Sequence>(
    _ key: String, _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
  ) {
    begin(key)
    enclose("[", "]") { text in
      for element in elements {
        text.separate()
        body(&text, element)
      }
    }
  }

  private mutating func enclose(
    _ opening: String, _ closing: String, _ body: (inout JSONText) -> Void
  ) {
    add(opening)
    isFirst = true
    body(&self)
    add(closing)
    isFirst = false
  }

  private mutating func begin(_ key: String) {
    separate()
    quote(key)
    add(":")
  }

  private mutating func separate() {
    if !isFirst { add(",") }
    isFirst = false
  }

  /// Writes a text in quotation marks; controls as `\u00XX`, everything else that JSON allows as it is.
  private mutating func quote(_ text: String) {
    add("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20: add("\\u00" + [byte].hexadecimal)
      default: bytes.append(byte)
      }
    }
    add("\"")
  }

  private mutating func add(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
