/// A number of up to 441 bits, 63 bytes in base 128: one subidentifier of an OBJECT IDENTIFIER, of whatever
/// size. No heap memory.
struct Subidentifier {
  /// The bits above the 441st, which stay zero.
  private static let overflowMask: UInt64 = ~0 << (441 - 384)

  /// 64 bits a word, the lowest word first.
  private var words = SIMD8<UInt64>(repeating: 0)

  /// The number if it is below 128.
  var smallValue: UInt8? {
    var rest = words
    rest[0] = 0
    guard rest == SIMD8(repeating: 0), words[0] < 128 else { return nil }
    return UInt8(words[0])
  }

  /// Whether it has grown too large.
  private var isTooLarge: Bool { words[6] & Self.overflowMask != 0 || words[7] != 0 }

  /// Multiplies by `factor` and adds `summand`; `false` when the number becomes too large.
  mutating func multiply(by factor: UInt64, adding summand: UInt8) -> Bool {
    var carry = UInt64(summand)
    for index in 0..<8 {
      let product = words[index].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      words[index] = low
      carry = product.high &+ (overflow ? 1 : 0)  // `factor` is small, so the high word is too
    }
    return !isTooLarge
  }

  /// Takes away a number that is not larger.
  mutating func subtract(_ small: UInt8) {
    var borrow = UInt64(small)
    for index in 0..<8 where borrow > 0 {
      let (difference, overflow) = words[index].subtractingReportingOverflow(borrow)
      words[index] = difference
      borrow = overflow ? 1 : 0
    }
  }

  /// Calls `body` with the bytes of the encoding (X.690 §8.19.2) until it says `false`.
  func forEachByte(_ body: (UInt8) -> Bool) -> Bool {
    var isLeading = true
    for digit in (0..<63).reversed() {
      let bit = digit * 7
      // Seven bits may lie in two words; a shift by 64 gives zero.
      let value = words[bit / 64] >> (bit % 64) | words[bit / 64 + 1] << (64 - bit % 64)
      let byte = UInt8(truncatingIfNeeded: value) & 0x7F
      if isLeading && byte == 0 && digit > 0 { continue }
      isLeading = false
      guard body(digit > 0 ? byte | 0x80 : byte) else { return false }
    }
    return true
  }

  /// Decimal form.
  var decimal: String {
    var text: [UInt8] = []
    var rest = words
    repeat {
      var remainder: UInt64 = 0
      for index in (0..<8).reversed() {
        // The remainder is below 10, so the quotient fits.
        (rest[index], remainder) = UInt64(10).dividingFullWidth((remainder, rest[index]))
      }
      text.append(UInt8(ascii: "0") + UInt8(remainder))
    } while rest != SIMD8(repeating: 0)
    return String(decoding: text.reversed(), as: UTF8.self)
  }
}
