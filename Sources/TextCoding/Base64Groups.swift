/// A group of Base64: four characters, six bits each, make three bytes (RFC 4648 §4).
struct Base64Group {
  /// The bits of the incomplete group, and the number of its characters.
  private var bits: UInt32 = 0
  private(set) var sextetCount = 0

  /// Whether the next character begins a group.
  var isWhole: Bool { sextetCount == 0 }

  /// Appends a character's six bits.
  mutating func append(_ sextet: UInt8, to bytes: inout OutputSpan<UInt8>) {
    bits = bits << 6 | UInt32(sextet)
    sextetCount += 1
    guard sextetCount == 4 else { return }
    append(from: 16, to: &bytes)
    append(from: 8, to: &bytes)
    append(from: 0, to: &bytes)
    (bits, sextetCount) = (0, 0)
  }

  /// Appends the byte whose lowest bit is given.
  private func append(from bit: UInt32, to bytes: inout OutputSpan<UInt8>) {
    bytes.append(UInt8(truncatingIfNeeded: bits >> bit))
  }

  /// Appends the rest of the last group, which may have fewer than four characters.
  ///
  /// - Parameter ignoringUnusedBits: whether unused bits may be anything but zero (RFC 4648 §3.5).
  /// - Precondition: there isn't just one, which is less than a byte.
  /// - Returns: whether they are zero, or ignored.
  func finish(_ bytes: inout OutputSpan<UInt8>, ignoringUnusedBits: Bool) -> Bool {
    switch sextetCount {
    case 0: break
    case 2 where ignoringUnusedBits || bits & 0xF == 0: append(from: 4, to: &bytes)
    case 3 where ignoringUnusedBits || bits & 0x3 == 0:
      append(from: 10, to: &bytes)
      append(from: 2, to: &bytes)
    default: return false
    }
    return true
  }
}

/// Whole groups of Base64, many at a time. What remains is to be read character by character: fewer than sixteen before
/// something else or the end.
package enum Base64Groups {
  /// Room for what this many characters encode, and for what is written after the last whole group.
  static func capacity(for characterCount: Int) -> Int { characterCount / 4 * 3 + 5 }

  /// Decodes groups from the start of a text and returns how many characters it read, or `nil` if the processor can't:
  /// ``ProcessorInstructions/decodeBase64(_:to:)`` or one of its two ways.
  package typealias Instructions = (RawSpan, inout OutputSpan<UInt8>) -> Int?

  /// Appends groups, four at a time, while their characters are in the standard alphabet. Vectors are joined as
  /// little-endian, as every supported platform is.
  ///
  /// - Returns: how many characters were decoded.
  static func decode(_ text: RawSpan, to bytes: inout OutputSpan<UInt8>) -> Int {
    unsafe bytes.withUnsafeMutableBufferPointer { bytes, count in
      // As many as there are characters and room for: twelve bytes and the two that are written after them. Within
      // these bounds no sum overflows and no load or store leaves its memory.
      let room = bytes.count - count
      let end = room < 14 ? 0 : min(text.byteCount / 16, (room - 2) / 12) * 16
      var (read, written) = (0, count)
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      while read < end {
        let sixteen = unsafe text.unsafeLoadUnaligned(
          fromUncheckedByteOffset: read, as: SIMD16<UInt8>.self)
        let decoded = Base64Sixteen(sixteen)
        let joined = decoded.joined
        // The next store overwrites the last two bytes of each.
        unsafe bytes.storeBytes(of: joined[0].bigEndian, toByteOffset: written, as: UInt64.self)
        unsafe bytes.storeBytes(
          of: joined[1].bigEndian, toByteOffset: written &+ 6, as: UInt64.self)
        guard decoded.isValid else {
          let groups = decoded.validCount / 4
          read &+= groups &* 4
          written &+= groups &* 3
          break
        }
        read &+= 16
        written &+= 12
      }
      count = written
      return read
    }
  }
}

/// Sixteen characters of Base64, checked and joined at once: vector comparisons and shifts instead of a lookup for each
/// character. Standard alphabet only (RFC 4648 §4).
struct Base64Sixteen {
  private typealias Bytes = SIMD16<UInt8>

  /// Of characters that are valid.
  private let sextets: Bytes

  /// FF for each character that is in the alphabet, the first in the lowest bits; 0 for the others.
  private let validity: SIMD2<UInt64>

  @inline(__always)
  init(_ characters: SIMD16<UInt8>) {
    // Letters without their case, less "a": 0–25, and for all others another number.
    let folded = (characters | Bytes(repeating: 0x20)) &- Bytes(repeating: UInt8(ascii: "a"))
    let digits = characters &- Bytes(repeating: UInt8(ascii: "0"))
    let isLetter = Self.bytes(folded .< Bytes(repeating: 26))
    let isDigit = Self.bytes(digits .< Bytes(repeating: 10))
    let isPlus = Self.bytes(characters .== Bytes(repeating: UInt8(ascii: "+")))
    let isSlash = Self.bytes(characters .== Bytes(repeating: UInt8(ascii: "/")))
    // Capitals end below "`".
    let isSmall = Self.bytes(characters .> Bytes(repeating: 0x60))

    validity = unsafe unsafeBitCast(
      isLetter | isDigit | isPlus | isSlash, to: SIMD2<UInt64>.self)

    // What each kind of character lacks, modulo 256: "0" is 30₁₆ − 61₁₆ so far and has to be 52.
    sextets =
      folded &+ (isSmall & Bytes(repeating: 26)) &+ (isDigit & Bytes(repeating: 52 + 0x31))
      &+ (isPlus & Bytes(repeating: 62 + 0x36)) &+ (isSlash & Bytes(repeating: 63 + 0x32))
  }

  /// Whether all characters are in the alphabet.
  @inline(__always)
  var isValid: Bool { validity[0] & validity[1] == .max }

  /// How many are before the first one that is not.
  var validCount: Int {
    let first = (~validity[0]).trailingZeroBitCount
    return first < 64 ? first / 8 : 8 + (~validity[1]).trailingZeroBitCount / 8
  }

  /// Twelve bytes, six in the upper bits of each number, the first in the highest.
  @inline(__always)
  var joined: SIMD2<UInt64> {
    // The first of two is in the lower half, so it goes up and the other one down: two sextets make 12 bits, then 24,
    // then 48. The next step cuts off what is pushed beside them.
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
