import FuzzSupport
import Inspection

/// What the contents of an element say, by X.690 and X.680 alone.
enum NaiveNodeText {
  /// A node that nothing is in says what its bytes do, or shows them.
  static func check(_ node: AnatomyNode, _ bytes: [UInt8]) {
    guard !node.isOpen, node.type != "end-of-contents" else {
      return require(node.value == nil && node.text == nil, "the text of what is open: \(node)")
    }
    require(node.summary == nil, "a summary of what is not open: \(node)")
    let contents = bytes[node.contentsOffset..<node.endOffset]
    let octet = bytes[node.offset]
    let tag: UInt8? = node.type == "fault" || octet & 0x1F == 0x1F ? nil : octet
    // The numbers of a long identifier take long.
    if tag == 0x06, contents.count > 24 { return }
    let text = tag.flatMap { Self.text($0, contents) }
    require(isSame(node.text, text), "\(node), not \(text, default: "nothing")")
    guard let text else {
      let digits = Array(contents.prefix(32)).hexadecimal
      let shown = contents.count > 32 ? "\(digits)… (\(contents.count) bytes)" : digits
      return require(isSame(node.value, shown), "\(node), not \(shown)")
    }
    switch tag ?? 0 {
    case 0x01, 0x02, 0x05, 0x0A, 0x17, 0x18:
      require(isSame(node.value, text), "\(node), not \(text)")
    case 0x06:
      let named = NaiveIdentifierNames.text(text)
      require(isSame(node.value, named), "\(node), not \(named)")
    default:
      // A naive quotation ends after a hundred characters; which others are seen is a question of sentences.
      guard text.utf8.count <= 100, text.utf8.allSatisfy({ $0 < 128 }) else { return }
      require(isSame(node.value, NaiveQuotation.quoted(text)), "\(node), not \(text)")
    }
  }

  /// - Returns: `nil` for what is not as its type has to be, and for types without a text.
  private static func text(_ tag: UInt8, _ contents: ArraySlice<UInt8>) -> String? {
    switch tag {
    // In BER everything but 0 is true.
    case 0x01: contents.count == 1 ? (contents.first == 0 ? "FALSE" : "TRUE") : nil
    case 0x02, 0x0A:
      NaiveValue.isInteger(contents, bits: 64, isSigned: true)
        ? NaiveNumber.signedDecimal(Array(contents)) : nil
    case 0x05: contents.isEmpty ? "" : nil
    case 0x06: NaiveValue.isObjectIdentifier(contents) ? NaiveNumber.dotted(contents) : nil
    case 0x17, 0x18:
      contents.allSatisfy { 0x20..<0x7F ~= $0 } ? String(decoding: contents, as: UTF8.self) : nil
    default: string(tag, contents)
    }
  }

  private static func string(_ tag: UInt8, _ contents: ArraySlice<UInt8>) -> String? {
    let widths: [UInt8: Int] = [
      0x0C: 0, 0x12: 1, 0x13: 1, 0x14: 1, 0x16: 1, 0x1A: 1, 0x1C: 4, 0x1E: 2,
    ]
    guard let width = widths[tag], NaiveValue.isString(contents, tagNumber: Int(tag)) else {
      return nil
    }
    guard width > 0 else { return String(decoding: contents, as: UTF8.self) }
    let starts = stride(from: contents.startIndex, to: contents.endIndex, by: width)
    let scalars = starts.compactMap { start in
      Unicode.Scalar(contents[start..<start + width].reduce(0) { $0 << 8 | UInt32($1) })
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Byte by byte: texts that look alike are others.
  static func isSame(_ first: String?, _ second: String?) -> Bool {
    first.map { Array($0.utf8) } == second.map { Array($0.utf8) }
  }
}
