/// What reads text byte by byte, for the escapes that JSON and property lists share: a character of UTF-16 in
/// hexadecimal.
package protocol EscapeReader {
  associatedtype Failure: Error

  var position: Int { get set }

  /// The byte at the position, which must be there.
  func current() throws(Failure) -> UInt8

  /// What is thrown for an escape that begins there.
  func invalidEscape(at start: Int) -> Failure
}

extension EscapeReader {
  /// Reads four hexadecimal digits, and if they are the first half of a surrogate pair, the escape with the second.
  ///
  /// - Parameters:
  ///   - letter: what follows the backslash of such an escape.
  ///   - start: where the escape begins.
  package mutating func readCharacter(
    letter: UInt8, from start: Int
  ) throws(Failure) -> Unicode.Scalar {
    let first = try readCodeUnit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00 else { throw invalidEscape(at: start) }
    for character in [UInt8(ascii: "\\"), letter] {
      guard try current() == character else { throw invalidEscape(at: start) }
      position += 1
    }
    let second = try readCodeUnit(from: start)
    guard let scalar = Unicode.Scalar(highSurrogate: first, low: second) else {
      throw invalidEscape(at: start)
    }
    return scalar
  }

  private mutating func readCodeUnit(from start: Int) throws(Failure) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = try current().digitValue(radix: 16) else {
        throw invalidEscape(at: start)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
