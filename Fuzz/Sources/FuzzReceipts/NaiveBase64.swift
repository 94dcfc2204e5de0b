/// Base64, RFC 4648, by bits: with nothing of the library's.
enum NaiveBase64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// With padding, in one line.
  static func encode(_ octets: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((octets.count + 2) / 3 * 4)
    for start in stride(from: 0, to: octets.count, by: 3) {
      let group = (0..<3).map { start + $0 < octets.count ? Int(octets[start + $0]) : 0 }
      let bits = group[0] << 16 | group[1] << 8 | group[2]
      for index in 0..<4 {
        let isPadding = start + index > octets.count
        text.append(isPadding ? 0x3D : alphabet[bits >> (18 - 6 * index) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Either alphabet, all padding or none, line breaks and tabs anywhere, white space around; `nil` for
  /// everything else.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]
    var rest = text[...]
    while let first = rest.first, blanks.contains(first) { rest.removeFirst() }
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    let characters = rest.filter { ![0x09, 0x0A, 0x0D].contains($0) }
    let digits = characters.prefix { $0 != 0x3D }
    let padding = characters.count - digits.count
    guard characters.dropFirst(digits.count).allSatisfy({ $0 == 0x3D }),
      padding == 0 || digits.count % 4 != 0 && (digits.count + padding) % 4 == 0 && padding < 3
    else { return nil }
    var bits: [UInt8] = []
    for digit in digits {
      let value: Int
      switch digit {
      case 0x2D: value = 62
      case 0x5F: value = 63
      default:
        guard let index = alphabet.firstIndex(of: digit) else { return nil }
        value = index
      }
      for bit in (0..<6).reversed() { bits.append(UInt8(value >> bit & 1)) }
    }
    let count = bits.count / 8 * 8
    guard bits.count - count < 6, bits[count...].allSatisfy({ $0 == 0 }) else { return nil }
    return stride(from: 0, to: count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
  }
}
