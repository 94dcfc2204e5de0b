/// Text that is compared octet by octet. Unicode calls strings equal whose octets differ; an identifier must
/// not be.
struct UTF8Text: Hashable, Comparable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (first: UTF8Text, second: UTF8Text) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  static func < (first: UTF8Text, second: UTF8Text) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for octet in text.utf8 { hasher.combine(octet) }
    hasher.combine(0xFF as UInt8)  // occurs in no UTF-8, so it tells where a text ends
  }
}
