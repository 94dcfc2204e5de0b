import ReceiptParsing

/// Puts other bytes into Base64 text: the same alphabet, line breaks and padding.
enum Base64Refilling {
  /// - Parameters:
  ///   - text: Base64 that was read.
  ///   - bytes: as many as it holds.
  static func refilled(_ text: [UInt8], with bytes: [UInt8]) -> [UInt8] {
    let isURLSafe = text.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    let alphabet = Array(
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        + (isURLSafe ? "-_" : "+/")).utf8)
    var position = 0  // in bits
    return text.map { character in
      guard Base64Alphabet.values[Int(character)] < 64 else { return character }
      let (index, distance) = (position / 8, position % 8)
      let high = UInt16(bytes[index]) << 8
      let low = index + 1 < bytes.count ? UInt16(bytes[index + 1]) : 0
      position += 6
      return alphabet[Int((high | low) >> UInt16(10 - distance) & 0x3F)]
    }
  }
}
