import DERParsing

/// Assembles the bytes of Base64: groups of four characters, six bits each, make three bytes (RFC 4648 §4).
struct Base64Groups {
  /// Room for everything the characters can encode.
  private var bytes: [UInt8]

  /// How many bytes are there.
  private var count = 0

  /// The bits of the incomplete group, and the number of its characters.
  private var group: UInt32 = 0
  private(set) var sextetCount = 0

  /// Makes room for what this many characters encode, and for the two extra bytes that ``appendFours(_:_:)`` writes.
  init(characterCount: Int) {
    bytes = [UInt8](repeating: 0, count: characterCount / 4 * 3 + 5)
  }

  /// Whether the next character begins a group.
  var isWhole: Bool { sextetCount == 0 }

  /// Appends a character's six bits.
  mutating func append(_ sextet: UInt8) {
    group = group << 6 | UInt32(sextet)
    sextetCount += 1
    guard sextetCount == 4 else { return }
    appendByte(16)
    appendByte(8)
    appendByte(0)
    (group, sextetCount) = (0, 0)
  }

  /// Appends the byte of the group whose lowest bit is given.
  private mutating func appendByte(_ bit: UInt32) {
    bytes[count] = UInt8(truncatingIfNeeded: group >> bit)
    count += 1
  }

  /// Appends whole groups, four at a time, while all their characters are in the standard alphabet.
  ///
  /// - Precondition: ``isWhole``.
  /// - Returns: the offset of what remains to be read character by character: fewer than sixteen characters before
  ///   something else or the end.
  mutating func appendFours(_ text: RawSpan, _ characters: Range<Int>) -> Int {
    // As many as there are characters and room for. Within these bounds, which every place below keeps, no sum
    // overflows and no load or store leaves its span.
    precondition(characters.lowerBound >= 0 && characters.upperBound <= text.byteCount)
    let end =
      characters.lowerBound + min(characters.count / 16, (bytes.count - count - 2) / 12) * 16
    var offset = characters.lowerBound
    var count = count
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var bytes = unsafe bytes.mutableBytes  // it does not outlive the closure
      while offset < end {
        let sixteen = unsafe text.unsafeLoadUnaligned(
          fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
        guard let joined = Base64Sixteen(sixteen)?.joined else { break }
        // The next store overwrites the last two bytes of each; those of the last one are unused.
        unsafe bytes.storeBytes(
          of: joined[0].bigEndian, toUncheckedByteOffset: count, as: UInt64.self)
        unsafe bytes.storeBytes(
          of: joined[1].bigEndian, toUncheckedByteOffset: count &+ 6, as: UInt64.self)
        offset &+= 16
        count &+= 12
      }
    }
    self.count = count
    return offset
  }

  /// Appends the rest of the last group, which may have fewer than four characters; unused bits must be zero (RFC 4648
  /// §3.5).
  ///
  /// - Returns: all bytes, `nil` if the text cannot end here.
  consuming func finish() -> [UInt8]? {
    switch sextetCount {
    case 0: break
    case 2 where group & 0xF == 0: appendByte(4)
    case 3 where group & 0x3 == 0:
      appendByte(10)
      appendByte(2)
    default: return nil
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

/// Sixteen characters of Base64, checked and joined at once: vector comparisons and shifts instead of a lookup for each
/// character. Standard alphabet only (RFC 4648 §4).
struct Base64Sixteen {
  private typealias Bytes = SIMD16<UInt8>

  private let sextets: Bytes

  /// `nil` unless all sixteen characters are in the alphabet.
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
