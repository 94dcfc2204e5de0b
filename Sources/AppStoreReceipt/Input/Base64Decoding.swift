import DERParsing

/// Base64 as receipts travel in it, RFC 4648 §4 and §5: standard or URL-safe alphabet, with or without
/// padding, line breaks and tabs anywhere, white space around it.
struct Base64Decoding {
  /// The decoded octets.
  let octets: [UInt8]

  /// Decodes `text`.
  ///
  /// - Parameter spacesArePlusSigns: whether a space inside stands for a plus sign that a form lost.
  /// - Throws: ``ReceiptError`` with `base64WithSpaces`, `percentEncoded`, `base64InvalidCharacter` or
  ///   `base64InvalidLength`, the offset in the text.
  /// - Complexity: O(n).
  init(_ text: RawSpan, spacesArePlusSigns: Bool) throws(ReceiptError) {
    let content = Self.trimmed(text)
    var octets: [UInt8] = []
    octets.reserveCapacity(content.count / 4 * 3 + 3)
    var group: UInt32 = 0
    var sextets = 0
    var paddingCount = 0
    for offset in content {
      let character = text.octet(at: offset)
      let sextet: UInt8
      switch Base64Alphabet.values[Int(character)] {
      case Base64Alphabet.lineBreak: continue
      case Base64Alphabet.padding:
        paddingCount += 1
        continue
      case Base64Alphabet.space:
        guard spacesArePlusSigns else { throw ReceiptError(.base64WithSpaces, at: offset) }
        sextet = 62
      case Base64Alphabet.invalid:
        let isPercent = character == UInt8(ascii: "%")
        throw ReceiptError(isPercent ? .percentEncoded : .base64InvalidCharacter, at: offset)
      case let value: sextet = value
      }
      guard paddingCount == 0 else { throw ReceiptError(.base64InvalidLength, at: offset) }
      group = group << 6 | UInt32(sextet)
      sextets += 1
      if sextets == 4 {
        octets.append(UInt8(truncatingIfNeeded: group >> 16))
        octets.append(UInt8(truncatingIfNeeded: group >> 8))
        octets.append(UInt8(truncatingIfNeeded: group))
        (group, sextets) = (0, 0)
      }
    }
    // All of the padding or none of it.
    guard paddingCount == 0 || sextets > 0 && sextets + paddingCount == 4 else {
      throw ReceiptError(.base64InvalidLength, at: content.upperBound)
    }
    try Self.finish(&octets, group: group, sextets: sextets, end: content.upperBound)
    self.octets = octets
  }

  /// Takes the last group, which has fewer than four characters. The bits that are left over have to be
  /// zero (RFC 4648 §3.5).
  private static func finish(
    _ octets: inout [UInt8], group: UInt32, sextets: Int, end: Int
  ) throws(ReceiptError) {
    switch sextets {
    case 0: break
    case 2 where group & 0xF == 0: octets.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3 where group & 0x3 == 0:
      octets.append(UInt8(truncatingIfNeeded: group >> 10))
      octets.append(UInt8(truncatingIfNeeded: group >> 2))
    default: throw ReceiptError(.base64InvalidLength, at: end)
    }
  }

  /// Where the text is without the white space around it.
  static func trimmed(_ text: RawSpan) -> Range<Int> {
    var range = 0..<text.byteCount
    while let first = range.first, isWhiteSpace(text.octet(at: first)) { range.removeFirst() }
    while let last = range.last, isWhiteSpace(text.octet(at: last)) { range.removeLast() }
    return range
  }

  private static func isWhiteSpace(_ character: UInt8) -> Bool {
    character == 0x20 || 0x09...0x0D ~= character
  }
}
