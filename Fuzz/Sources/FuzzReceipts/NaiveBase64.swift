/// Base64, RFC 4648, by bits: with nothing of the library's.
package enum NaiveBase64 {
  static let alphabet = Array(
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
    let characters = characters(text)
    let digits = characters.prefix { $0 != 0x3D }
    let padding = characters.count - digits.count
    guard characters.dropFirst(digits.count).allSatisfy({ $0 == 0x3D }),
      padding == 0 || digits.count % 4 != 0 && (digits.count + padding) % 4 == 0 && padding < 3
    else { return nil }
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in digits {
      guard let value = digitValues[Int(digit)] else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        bytes.append(UInt8(bits >> (count - 8) & 0xFF))
        count -= 8
      }
    }
    // What is left over has no digit of its own and says nothing.
    return count < 6 && (ignoringUnusedBits || bits & (1 << count - 1) == 0) ? bytes : nil
  }

  /// Without white space around, and line breaks and tabs.
  static func characters(_ text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    while let first = rest.first, first == 0x20 || 0x09...0x0D ~= first { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || 0x09...0x0D ~= last { rest.removeLast() }
    return rest.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  private static let digitValues: [Int?] = {
    var values = [Int?](repeating: nil, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = value }
    (values[0x2D], values[0x5F]) = (62, 63)
    return values
  }()
}
