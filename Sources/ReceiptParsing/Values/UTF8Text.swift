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
    text.hashBytes(into: &hasher)
  }
}
