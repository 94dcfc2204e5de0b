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
    // Eight at a time. The count tells where a text ends.
    var eight: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      eight = eight << 8 | UInt64(byte)
      count &+= 1  // at most that of the bytes of a string
      if count & 7 == 0 { hasher.combine(eight) }
    }
    hasher.combine(eight)
    hasher.combine(count)
  }
}
