import ProcessorInstructions

/// Which Base64 is read.
package enum Base64Policy {
  /// Base64 as receipts travel, RFC 4648 §4 and §5: standard or URL-safe alphabet, with or without padding, line breaks
  /// and tabs anywhere, white space around it; unused bits are zero.
  case tolerant
  /// Base64 as Apple's verifyReceipt takes it: RFC 4648 §4 with padding and nothing around or inside, but unused bits
  /// may be anything.
  case verifyReceipt
  /// Base64 in lines, as between the boundaries of PEM, RFC 7468 §3: that of RFC 4648 §4 with padding, line breaks, spaces
  /// and tabs anywhere; unused bits are zero.
  case pem
}

/// Why text is not Base64, and where.
package struct Base64Error: Error, Equatable {
  package enum Code: Sendable {
    /// A space where a character of Base64 must be.
    case space
    /// A percent sign, as in a URL.
    case percentSign
    /// A backslash, as in JSON.
    case backslash
    /// Any other character that Base64 does not have.
    case invalidCharacter
    /// Text that ends in the middle of a byte, lacks padding or has too much, or goes on after it.
    case invalidLength
    /// The bits that the last character has too many are not zero (RFC 4648 §3.5).
    case nonZeroUnusedBits
  }

  package let code: Code
  package let offset: Int

  init(_ code: Code, at offset: Int) {
    (self.code, self.offset) = (code, offset)
  }
}

/// Decodes Base64.
package struct Base64Decoding {
  /// The decoded bytes.
  package let bytes: [UInt8]

  /// Decodes `text`.
  ///
  /// - Parameters:
  ///   - policy: which Base64 it may be.
  ///   - spacesArePlusSigns: whether a space inside is a plus sign that a form lost. So are those at the end that
  ///     complete a group of four.
  ///   - instructions: what decodes whole groups with instructions of the processor, if it has them.
  /// - Throws: ``Base64Error``, the offset in the text.
  /// - Complexity: O(n).
  package init(
    _ text: RawSpan, policy: Base64Policy = .tolerant, spacesArePlusSigns: Bool = false,
    instructions: Base64Groups.Instructions = ProcessorInstructions.decodeBase64(_:to:)
  ) throws(Base64Error) {
    var content = policy == .tolerant ? Self.trimmed(text) : 0..<text.byteCount
    if policy == .tolerant, spacesArePlusSigns { content = Self.completed(content, of: text) }
    bytes = try [UInt8](capacity: Base64Groups.capacity(for: content.count)) {
      (bytes) throws(Base64Error) in
      try Self.decode(
        text, content, policy, spacesArePlusSigns: spacesArePlusSigns, instructions, into: &bytes)
    }
  }

  private static func decode(
    _ text: RawSpan, _ content: Range<Int>, _ policy: Base64Policy, spacesArePlusSigns: Bool,
    _ instructions: Base64Groups.Instructions, into bytes: inout OutputSpan<UInt8>
  ) throws(Base64Error) {
    let values = Base64Alphabet.values(of: policy)
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
        guard policy != .pem || group.sextetCount >= 2 && group.sextetCount + paddingCount <= 4
        else { throw Base64Error(.invalidLength, at: offset) }
        offset += 1
        continue
      case Base64Alphabet.space where policy == .pem:
        offset += 1
        continue
      case Base64Alphabet.space:
        guard spacesArePlusSigns else { throw Base64Error(.space, at: offset) }
        sextet = 62
      case Base64Alphabet.invalid:
        let code: Base64Error.Code =
          switch character {
          case UInt8(ascii: "%"): .percentSign
          case UInt8(ascii: "\\"): .backslash
          default: .invalidCharacter
          }
        throw Base64Error(code, at: offset)
      case let value: sextet = value
      }
      guard paddingCount == 0 else { throw Base64Error(.invalidLength, at: offset) }
      if group.isWhole {
        let rest = text.extracting(offset..<content.upperBound)
        // Instructions take both alphabets, as only one policy does.
        let read =
          (policy == .tolerant ? instructions(rest, &bytes) : nil)
          ?? Base64Groups.decode(rest, to: &bytes)
        guard read == 0 else {
          offset += read
          continue
        }
      }
      group.append(sextet, to: &bytes)
      offset += 1
    }
    // All of the padding or, if tolerant, none of it. One character is less than a byte.
    let isComplete =
      paddingCount == 0 && (policy == .tolerant || group.isWhole)
      || group.sextetCount > 0 && group.sextetCount + paddingCount == 4
    guard isComplete, group.sextetCount != 1 else {
      throw Base64Error(.invalidLength, at: content.upperBound)
    }
    guard group.finish(&bytes, ignoringUnusedBits: policy == .verifyReceipt) else {
      throw Base64Error(.nonZeroUnusedBits, at: content.upperBound)
    }
  }

  /// The content with the plus signs at its end, if it has no padding.
  private static func completed(_ content: Range<Int>, of text: RawSpan) -> Range<Int> {
    guard let last = content.last, text.byte(at: last) != UInt8(ascii: "=") else { return content }
    let characters = content.count { !(0x09...0x0D ~= text.byte(at: $0)) }
    var end = content.upperBound
    while (characters + end - content.upperBound) % 4 != 0, end < text.byteCount,
      text.byte(at: end) == 0x20
    { end += 1 }
    return content.lowerBound..<end
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

extension [UInt8] {
  /// The bytes that tolerant Base64 encodes; `nil` if it isn't any.
  package init?(base64 text: RawSpan) {
    do throws(Base64Error) {
      self = try Base64Decoding(text).bytes
    } catch {
      return nil
    }
  }

  /// The same for characters in a collection.
  package init?(base64 text: some Collection<UInt8>) {
    guard let bytes = text.withContiguousBytes({ [UInt8](base64: $0) }) else { return nil }
    self = bytes
  }
}

extension [UInt8] {
  /// The bytes as Base64 with padding, RFC 4648 §4, or §5 if it is URL-safe.
  package func base64Characters(isURLSafe: Bool = false) -> [UInt8] {
    let alphabet = Base64Alphabet.characters(isURLSafe: isURLSafe)
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    var (bits, bitCount) = (0, 0)
    for byte in self {
      (bits, bitCount) = (bits << 8 & 0xFFFF | Int(byte), bitCount + 8)
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[bits >> bitCount & 0x3F])
      }
    }
    if bitCount > 0 { text.append(alphabet[bits << (6 - bitCount) & 0x3F]) }
    while text.count % 4 > 0 { text.append(UInt8(ascii: "=")) }
    return text
  }
}

/// What each character means in Base64.
package enum Base64Alphabet {
  static let invalid: UInt8 = 0xFF
  static let padding: UInt8 = 0xFE
  package static let lineBreak: UInt8 = 0xFD
  static let space: UInt8 = 0xFC

  /// The character for each sextet.
  static func characters(isURLSafe: Bool) -> [UInt8] {
    let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return Array((common + (isURLSafe ? "-_" : "+/")).utf8)
  }

  /// For each byte its sextet, 0–63, in either alphabet, or one of the marks above.
  package static let values: [UInt8] = {
    var values = [UInt8](repeating: invalid, count: 256)
    for isURLSafe in [false, true] {
      for (value, character) in characters(isURLSafe: isURLSafe).enumerated() {
        values[Int(character)] = UInt8(truncatingIfNeeded: value)  // 0–63
      }
    }
    values[Int(UInt8(ascii: "="))] = padding
    for character in "\t\n\r".utf8 { values[Int(character)] = lineBreak }
    values[0x20] = space
    return values
  }()

  /// The same without the URL-safe alphabet, line breaks and tabs (RFC 4648 §4).
  private static let standard = values(without: "-_\t\n\r")

  /// The same without the URL-safe alphabet.
  private static let inLines = values(without: "-_")

  private static func values(without characters: String) -> [UInt8] {
    var values = Self.values
    for character in characters.utf8 { values[Int(character)] = invalid }
    return values
  }

  static func values(of policy: Base64Policy) -> [UInt8] {
    switch policy {
    case .tolerant: values
    case .verifyReceipt: standard
    case .pem: inLines
    }
  }
}
