import DERParsing
import ProcessorInstructions

/// Which Base64 is read.
package enum Base64Policy {
  /// Base64 as receipts travel, RFC 4648 §4 and §5: standard or URL-safe alphabet, with or without padding, line breaks
  /// and tabs anywhere, white space around it; unused bits are zero.
  case tolerant
  /// Base64 as Apple's verifyReceipt takes it: RFC 4648 §4 with padding and nothing around or inside, but unused bits
  /// may be anything.
  case verifyReceipt
}

/// Decodes Base64.
package struct Base64Decoding {
  /// The decoded bytes.
  package let bytes: [UInt8]

  /// Decodes `text`.
  ///
  /// - Parameters:
  ///   - policy: which Base64 it may be.
  ///   - repairsSpaces: whether a space inside is a plus sign that a form lost.
  ///   - instructions: what decodes whole groups with instructions of the processor, if it has them.
  /// - Throws: ``ReceiptError`` with `base64WithSpaces`, `percentEncoded`, `jsonEscapes`,
  ///   `base64InvalidCharacter` or `base64InvalidLength`, the offset in the text.
  /// - Complexity: O(n).
  package init(
    _ text: RawSpan, policy: Base64Policy = .tolerant, repairsSpaces: Bool,
    instructions: Base64Groups.Instructions = ProcessorInstructions.decodeBase64(_:to:)
  ) throws(ReceiptError) {
    let content = policy == .tolerant ? Self.trimmed(text) : 0..<text.byteCount
    bytes = try [UInt8](capacity: Base64Groups.capacity(for: content.count)) {
      (bytes) throws(ReceiptError) in
      try Self.decode(
        text, content, policy, repairsSpaces: repairsSpaces, instructions, into: &bytes)
    }
  }

  private static func decode(
    _ text: RawSpan, _ content: Range<Int>, _ policy: Base64Policy, repairsSpaces: Bool,
    _ instructions: Base64Groups.Instructions, into bytes: inout OutputSpan<UInt8>
  ) throws(ReceiptError) {
    let values = policy == .tolerant ? Base64Alphabet.values : Base64Alphabet.standard
    // Where whole groups end at the latest: a character that the policy doesn't have stands there.
    let end = policy == .tolerant ? content.upperBound : Base64Groups.countBeforeURLSafe(text)
    var group = Base64Group()
    var paddingCount = 0
    var offset = content.lowerBound
    while offset < content.upperBound {
      let character = text.byte(at: offset)
      let sextet: UInt8
      switch values[Int(character)] {
      case Base64Alphabet.lineBreak:
        offset += 1
        continue
      case Base64Alphabet.padding:
        paddingCount += 1
        offset += 1
        continue
      case Base64Alphabet.space:
        guard repairsSpaces else { throw ReceiptError(.base64WithSpaces, at: offset) }
        sextet = 62
      case Base64Alphabet.invalid:
        let code: ReceiptError.Code =
          switch character {
          case UInt8(ascii: "%"): .percentEncoded
          case UInt8(ascii: "\\"): .jsonEscapes
          default: .base64InvalidCharacter
          }
        throw ReceiptError(code, at: offset)
      case let value: sextet = value
      }
      guard paddingCount == 0 else { throw ReceiptError(.base64InvalidLength, at: offset) }
      if group.isWhole {
        let rest = text.extracting(offset..<end)
        let read = instructions(rest, &bytes) ?? Base64Groups.decode(rest, to: &bytes)
        guard read == 0 else {
          offset += read
          continue
        }
      }
      group.append(sextet, to: &bytes)
      offset += 1
    }
    // All of the padding or, if tolerant, none of it.
    guard
      paddingCount == 0 && (policy == .tolerant || group.isWhole)
        || group.sextetCount > 0 && group.sextetCount + paddingCount == 4,
      group.finish(&bytes, ignoringUnusedBits: policy == .verifyReceipt)
    else { throw ReceiptError(.base64InvalidLength, at: content.upperBound) }
  }

  /// The range of the text without surrounding white space.
  package static func trimmed(_ text: RawSpan) -> Range<Int> {
    var range = 0..<text.byteCount
    while let first = range.first, isWhiteSpace(text.byte(at: first)) { range.removeFirst() }
    while let last = range.last, isWhiteSpace(text.byte(at: last)) { range.removeLast() }
    return range
  }

  private static func isWhiteSpace(_ character: UInt8) -> Bool {
    character == 0x20 || 0x09...0x0D ~= character
  }
}

/// What each character means in Base64.
package enum Base64Alphabet {
  static let invalid: UInt8 = 0xFF
  static let padding: UInt8 = 0xFE
  static let lineBreak: UInt8 = 0xFD
  static let space: UInt8 = 0xFC

  /// For each byte its sextet, 0–63, or one of the marks above.
  package static let values: [UInt8] = {
    var values = [UInt8](repeating: invalid, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, character) in alphabet.utf8.enumerated() {
      values[Int(character)] = UInt8(truncatingIfNeeded: value)  // 0–63
    }
    values[Int(UInt8(ascii: "-"))] = 62  // the URL-safe alphabet
    values[Int(UInt8(ascii: "_"))] = 63
    values[Int(UInt8(ascii: "="))] = padding
    for character: UInt8 in [0x09, 0x0A, 0x0D] { values[Int(character)] = lineBreak }
    values[0x20] = space
    return values
  }()

  /// The same without the URL-safe alphabet, line breaks and tabs (RFC 4648 §4).
  static let standard: [UInt8] = {
    var values = Self.values
    for character in "-_\t\n\r".utf8 { values[Int(character)] = invalid }
    return values
  }()
}
