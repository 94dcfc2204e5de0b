/// Sixteen characters of Base64, judged and joined at once: comparisons and shifts of vectors in place of a
/// look-up for each character. The standard alphabet only (RFC 4648 §4).
struct Base64Sixteen {
  private typealias Bytes = SIMD16<UInt8>

  private let sextets: Bytes

  /// `nil` unless all sixteen characters are of the alphabet.
  @inline(__always)
  init?(_ characters: SIMD16<UInt8>) {
    // Letters without their case, less "a": 0–25, and for all others another number.
    let folded = (characters | Bytes(repeating: 0x20)) &- Bytes(repeating: UInt8(ascii: "a"))
    let digits = characters &- Bytes(repeating: UInt8(ascii: "0"))
    let isLetter = Self.bytes(folded .< Bytes(repeating: 26))
    let isDigit = Self.bytes(digits .< Bytes(repeating: 10))
    let isPlus = Self.bytes(characters .== Bytes(repeating: UInt8(ascii: "+")))
    let isSlash = Self.bytes(characters .== Bytes(repeating: UInt8(ascii: "/")))
    // Capitals end below "`".
    let isSmall = Self.bytes(characters .> Bytes(repeating: 0x60))

    let isValid = unsafe unsafeBitCast(
      isLetter | isDigit | isPlus | isSlash, to: SIMD2<UInt64>.self)
    guard isValid[0] & isValid[1] == .max else { return nil }

    // What each kind of character lacks, modulo 256: "0" is 30₁₆ − 61₁₆ so far and has to be 52.
    sextets =
      folded &+ (isSmall & Bytes(repeating: 26)) &+ (isDigit & Bytes(repeating: 52 + 0x31))
      &+ (isPlus & Bytes(repeating: 62 + 0x36)) &+ (isSlash & Bytes(repeating: 63 + 0x32))
  }

  /// Twelve bytes, six in the upper bits of each number, the first in the highest.
  @inline(__always)
  var joined: SIMD2<UInt64> {
    // The first of two stands in the lower half, so it goes up and the other one down: two sextets make 12
    // bits, then 24, then 48. What is pushed beside them is cut off by the next step.
    let two = unsafe unsafeBitCast(sextets, to: SIMD8<UInt16>.self)
    let twelves = unsafe unsafeBitCast((two &<< 6) | (two &>> 8), to: SIMD4<UInt32>.self)
    let middle = SIMD4<UInt32>(repeating: 0x000F_FF00)
    let twentyFours = unsafe unsafeBitCast(
      (twelves &<< 20) | ((twelves &>> 8) & middle), to: SIMD2<UInt64>.self)
    let lower = SIMD2<UInt64>(repeating: 0x0000_00FF_FFFF_0000)
    return (twentyFours &<< 32) | ((twentyFours &>> 24) & lower)
  }

  /// FF where it is true, 0 elsewhere.
  @inline(__always)
  private static func bytes(_ mask: SIMDMask<SIMD16<Int8>>) -> Bytes {
    // A mask is a vector of 0 and −1 of the same size.
    unsafe unsafeBitCast(mask, to: Bytes.self)
  }
}
