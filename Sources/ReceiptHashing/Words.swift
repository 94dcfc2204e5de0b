import TextCoding

/// A word of FIPS 180-4 §2.2: 32 bits for SHA-1 and SHA-256, 64 bits for SHA-384 and SHA-512.
///
/// The four functions are those of SHA-2, §4.1.2 and §4.1.3, which differ only in their distances.
/// SHA-1 needs none of them.
protocol HashWord: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// Σ₀ of the first working variable.
  var upperSigma0: Self { get }
  /// Σ₁ of the fifth working variable.
  var upperSigma1: Self { get }
  /// σ₀ of the message schedule.
  var lowerSigma0: Self { get }
  /// σ₁ of the message schedule.
  var lowerSigma1: Self { get }
}

extension HashWord {
  /// ROTLⁿ, §3.2: circular left shift. Compiles to one instruction.
  @inline(__always)
  func rotated(left distance: Self) -> Self {
    // Both shifts mask their distance to the word, so neither can be out of range.
    (self &<< distance) | (self &>> (0 &- distance))
  }

  /// ROTRⁿ, §3.2: circular right shift. Compiles to one instruction.
  @inline(__always)
  func rotated(right distance: Self) -> Self {
    (self &>> distance) | (self &<< (0 &- distance))
  }

  /// The upper bits of a word of 64.
  @inline(__always)
  static func upper(_ word: UInt64) -> Self {
    Self(truncatingIfNeeded: word &>> UInt64(64 &- bitWidth))
  }

  /// Three circular shifts, modulo 2.
  @inline(__always)
  fileprivate func sum(rotations first: Self, _ second: Self, _ third: Self) -> Self {
    rotated(right: first) ^ rotated(right: second) ^ rotated(right: third)
  }

  /// Two circular shifts and one that isn't, modulo 2.
  @inline(__always)
  fileprivate func sum(rotations first: Self, _ second: Self, shift: Self) -> Self {
    rotated(right: first) ^ rotated(right: second) ^ (self &>> shift)
  }
}

/// FIPS 180-4 §4.1.2, (4.4) to (4.7).
extension UInt32: HashWord {
  @inline(__always) var upperSigma0: Self { sum(rotations: 2, 13, 22) }
  @inline(__always) var upperSigma1: Self { sum(rotations: 6, 11, 25) }
  @inline(__always) var lowerSigma0: Self { sum(rotations: 7, 18, shift: 3) }
  @inline(__always) var lowerSigma1: Self { sum(rotations: 17, 19, shift: 10) }
}

/// FIPS 180-4 §4.1.3, (4.10) to (4.13).
extension UInt64: HashWord {
  @inline(__always) var upperSigma0: Self { sum(rotations: 28, 34, 39) }
  @inline(__always) var upperSigma1: Self { sum(rotations: 14, 18, 41) }
  @inline(__always) var lowerSigma0: Self { sum(rotations: 1, 8, shift: 7) }
  @inline(__always) var lowerSigma1: Self { sum(rotations: 19, 61, shift: 6) }
}

/// A hash value of FIPS 180-4 §6: eight words, named as the standard names the working variables.
///
/// SHA-1 has five; its last three words stay zero.
struct EightWords<Word: HashWord>: Hashable, BitwiseCopyable, Sendable {
  var a, b, c, d, e, f, g, h: Word

  init(
    _ a: Word, _ b: Word, _ c: Word, _ d: Word, _ e: Word, _ f: Word, _ g: Word, _ h: Word
  ) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    (self.e, self.f, self.g, self.h) = (e, f, g, h)
  }

  /// Adds word by word, modulo the word: the last step of every block.
  @inline(__always)
  mutating func add(_ other: Self) {
    a &+= other.a
    b &+= other.b
    c &+= other.c
    d &+= other.d
    e &+= other.e
    f &+= other.f
    g &+= other.g
    h &+= other.h
  }
}

extension EightWords<UInt32> {
  /// The same as a vector.
  @inline(__always)
  var vector: SIMD8<UInt32> {
    get { SIMD8(a, b, c, d, e, f, g, h) }
    set {
      (a, b, c, d) = (newValue[0], newValue[1], newValue[2], newValue[3])
      (e, f, g, h) = (newValue[4], newValue[5], newValue[6], newValue[7])
    }
  }
}

/// A block of FIPS 180-4 §5.2: sixteen words, which is 64 bytes or 128.
///
/// Used in two ways: as the ring of the message schedule (only the last sixteen words are ever
/// needed), and as memory for the bytes of a block that is not full yet.
struct SixteenWords<Word: HashWord>: BitwiseCopyable, Sendable {
  var w0, w1, w2, w3, w4, w5, w6, w7: Word
  var w8, w9, w10, w11, w12, w13, w14, w15: Word

  /// The number of bytes in a block.
  static var byteCount: Int { 2 * Word.bitWidth }

  /// The upper bits of constants: all 64, or 32.
  @inline(__always)
  init(
    _ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64,
    _ w4: UInt64, _ w5: UInt64, _ w6: UInt64, _ w7: UInt64,
    _ w8: UInt64, _ w9: UInt64, _ w10: UInt64, _ w11: UInt64,
    _ w12: UInt64, _ w13: UInt64, _ w14: UInt64, _ w15: UInt64
  ) {
    (self.w0, self.w1, self.w2, self.w3) = (.upper(w0), .upper(w1), .upper(w2), .upper(w3))
    (self.w4, self.w5, self.w6, self.w7) = (.upper(w4), .upper(w5), .upper(w6), .upper(w7))
    (self.w8, self.w9, self.w10, self.w11) = (.upper(w8), .upper(w9), .upper(w10), .upper(w11))
    (self.w12, self.w13, self.w14, self.w15) = (
      .upper(w12), .upper(w13), .upper(w14), .upper(w15)
    )
  }

  init() {
    self.init(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// Appends a word and drops the first, w0. In an optimized build nothing moves.
  @inline(__always)
  mutating func append(_ word: Word) -> Word {
    (w0, w1, w2, w3, w4, w5, w6, w7) = (w1, w2, w3, w4, w5, w6, w7, w8)
    (w8, w9, w10, w11, w12, w13, w14, w15) = (w9, w10, w11, w12, w13, w14, w15, word)
    return word
  }
}

// MARK: Bytes, the only unsafe code of this module

/// A block of the message in place: sixteen big-endian words (§3.1), at any alignment.
struct MessageBlock<Word: HashWord>: ~Escapable {
  private let bytes: RawSpan

  /// - Precondition: a whole block follows `offset`.
  @inline(__always)
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, at offset: Int) {
    // The slice is bounds-checked.
    self.bytes = bytes.extracting(offset..<offset + SixteenWords<Word>.byteCount)
  }

  /// Mᵢ. Read when a round needs it, not before: sixteen words and the working variables are more than there
  /// are registers.
  @inline(__always)
  subscript(index: Int) -> Word {
    precondition(index >= 0 && index < 16)  // vanishes: all indices are literals
    // The block has sixteen words.
    return unsafe Word(
      bigEndian: bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index &* (Word.bitWidth / 8), as: Word.self))
  }
}

extension EightWords {
  /// A byte of the hash value, the most significant byte of `a` being number 0.
  ///
  /// - Precondition: 0 ≤ `index` < `count`, the number of bytes that the digest has.
  func byte(at index: Int, of count: Int) -> UInt8 {
    precondition(index >= 0 && index < count && count <= MemoryLayout<Self>.size)
    let bytesPerWord = Word.bitWidth / 8
    // The word lies within this value, as `index` does.
    let word = unsafe withUnsafeBytes(of: self) { words in
      unsafe words.load(fromByteOffset: index / bytesPerWord * bytesPerWord, as: Word.self)
    }
    let fromLeft = Word(truncatingIfNeeded: index % bytesPerWord)
    // fromLeft < bytesPerWord, so the distance is between 0 and the word less one byte.
    let distance = (Word(truncatingIfNeeded: bytesPerWord) &- 1 &- fromLeft) &* 8
    return UInt8(truncatingIfNeeded: word &>> distance)
  }
}

extension SixteenWords {
  /// Copies bytes into the memory of this block, from the byte number `position` on.
  ///
  /// - Precondition: `position` ≥ 0 and the bytes end within the block.
  mutating func replaceBytes(from position: Int, with bytes: RawSpan) {
    precondition(position >= 0 && bytes.byteCount <= Self.byteCount &- position)
    unsafe withUnsafeMutableBytes(of: &self) { memory in
      unsafe bytes.withUnsafeBytes { source in
        // The precondition keeps position + count within the block; the two do not overlap
        // because this value is being modified exclusively.
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[position...]).copyMemory(from: source)
      }
    }
  }

  /// Lends the bytes. Mutating, as only then the memory is not copied.
  @inline(__always)
  mutating func withBytes(_ body: (RawSpan) -> Void) {
    // The closure's memory is the whole of this value.
    unsafe withUnsafeBytes(of: &self) { body(unsafe $0.bytes) }
  }

  /// Writes the end mark of padding, one byte 80₁₆ (§5.1).
  ///
  /// - Precondition: 0 ≤ `position` < the number of bytes in a block.
  @inline(__always)
  mutating func setEndMark(at position: Int) {
    precondition(position >= 0 && position < Self.byteCount)
    // position is within the block.
    unsafe withUnsafeMutableBytes(of: &self) { unsafe $0[position] = 0x80 }
  }
}
