/// Text that is compared octet by octet. Unicode calls strings equal whose octets differ; an identifier must
/// not be.
struct UTF8Text: Hashable, Comparable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (first: UTF8Text, second: UTF8Text) -> Bool {
    first.text.utf8.count == second.text.utf8.count
      && first.text.utf8.elementsEqual(second.text.utf8)
  }

  static func < (first: UTF8Text, second: UTF8Text) -> Bool {
    first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // Eight at a time. The count tells where a text ends.
    var eight: UInt64 = 0
    var count = 0
    for octet in text.utf8 {
      eight = eight << 8 | UInt64(octet)
      count &+= 1  // at most that of the octets of a string
      if count & 7 == 0 { hasher.combine(eight) }
    }
    hasher.combine(eight)
    hasher.combine(count)
  }
}
