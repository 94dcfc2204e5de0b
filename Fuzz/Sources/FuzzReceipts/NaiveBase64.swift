import FuzzSupport

/// Base64, RFC 4648, by bits: with nothing of the library's.
package enum NaiveBase64 {
  package static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// With padding, in one line.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 6 {
        text.append(alphabet[bits >> (count - 6) & 63])
        count -= 6
      }
      bits &= 0xFF
    }
    if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
    while text.count % 4 != 0 { text.append(0x3D) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Either alphabet, all padding or none, line breaks and tabs anywhere, white space around; `nil` for
  /// everything else.
  package static func decode(_ text: [UInt8], ignoringUnusedBits: Bool = false) -> [UInt8]? {
    do throws(NaiveFault) {
      return try read(text, ignoringUnusedBits: ignoringUnusedBits)
    } catch {
      return nil
    }
  }

  /// The same, or what is wrong first.
  static func read(
    _ text: [UInt8], ignoringUnusedBits: Bool = false, spacesArePlusSigns: Bool = false
  ) throws(NaiveFault) -> [UInt8] {
    var content = trimmed(text)
    if spacesArePlusSigns, let last = content.last, text[last] != 0x3D {
      // Whatever completes the last four digits was a plus sign.
      let count = text[content].count { !(0x09...0x0D ~= $0) }
      let spaces = text[content.upperBound...].prefix { $0 == 0x20 }
      content = content.lowerBound..<content.upperBound + min(spaces.count, -count & 3)
    }
    var (digits, paddingCount): ([Int], Int) = ([], 0)
    for offset in content {
      switch text[offset] {
      case 0x09, 0x0A, 0x0D: continue
      case 0x3D: paddingCount += 1
      case 0x20 where !spacesArePlusSigns: throw NaiveFault(.base64WithSpaces, at: offset)
      case 0x25: throw NaiveFault(.percentEncoded, at: offset)
      case 0x5C: throw NaiveFault(.jsonEscapes, at: offset)
      case let character:
        guard let value = digitValues[Int(character == 0x20 ? 0x2B : character)] else {
          throw NaiveFault(.base64InvalidCharacter, at: offset)
        }
        guard paddingCount == 0 else { throw NaiveFault(.base64InvalidLength, at: offset) }
        digits.append(value)
      }
    }
    // What is left over has no digit of its own and says nothing.
    let rest = digits.count % 4
    let unused = rest == 2 ? 4 : rest == 3 ? 2 : 0
    guard rest != 1, paddingCount == 0 || rest > 0 && rest + paddingCount == 4,
      ignoringUnusedBits || (digits.last ?? 0) % (1 << unused) == 0
    else { throw NaiveFault(.base64InvalidLength, at: content.upperBound) }
    return bytes(of: digits)
  }

  /// All whole bytes that sextets are.
  private static func bytes(of digits: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in digits {
      bits = (bits << 6 | digit) & 0xFFFF
      count += 6
      if count >= 8 {
        bytes.append(UInt8(bits >> (count - 8) & 0xFF))
        count -= 8
      }
    }
    return bytes
  }

  /// Without white space around.
  private static func trimmed(_ text: [UInt8]) -> Range<Int> {
    func isSpace(_ character: UInt8) -> Bool { character == 0x20 || 0x09...0x0D ~= character }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else {
      return 0..<0
    }
    return first..<last + 1
  }

  /// Without white space around, and line breaks and tabs.
  static func characters(_ text: [UInt8]) -> [UInt8] {
    text[trimmed(text)].filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  private static let digitValues: [Int?] = {
    var values = [Int?](repeating: nil, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = value }
    (values[0x2D], values[0x5F]) = (62, 63)
    return values
  }()
}
