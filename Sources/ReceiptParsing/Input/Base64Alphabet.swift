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
}
