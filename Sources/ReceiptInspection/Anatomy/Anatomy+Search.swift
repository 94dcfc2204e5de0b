import DERParsing
import TextCoding

extension Anatomy {
  /// Where the next part begins whose name contains a text: what it is called, or an OBJECT IDENTIFIER with its number
  /// and name. Capitals are as good as small letters.
  ///
  /// - Parameter offset: the part has to begin after it; from the top for -1.
  /// - Complexity: O(n).
  package func offset(ofPartNamed text: String, after offset: Int) -> Int? {
    let wanted = text.utf8.map { $0.lowercased }
    guard !wanted.isEmpty else { return nil }
    return bytes.withRawSpan { search(for: wanted, after: offset, in: nil, of: $0) }
  }

  /// The levels are as few as the limit of depth. A fault ends only the part that it is in.
  private func search(
    for wanted: [UInt8], after offset: Int, in parent: AnatomyElement?, of bytes: RawSpan
  ) -> Int? {
    guard var elements = AnatomyElements(in: parent, of: bytes, limits: limits) else { return nil }
    while let element = elements.next() {
      guard element.endOffset > offset else { continue }
      if element.offset > offset, self.name(of: element, in: bytes).place(of: wanted) != nil {
        return element.offset
      }
      if let found = search(for: wanted, after: offset, in: element, of: bytes) { return found }
    }
    return nil
  }

  /// In small letters.
  private func name(of element: AnatomyElement, in bytes: RawSpan) -> [UInt8] {
    var name = AnatomyReader(bytes, limits).name(of: element) ?? ""
    if let identifier = element.identifier, identifier == .objectIdentifier {
      name += " " + AnatomyNode.value(identifier, bytes.extracting(element.contents))
    }
    return name.utf8.map { $0.lowercased }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
