/// A block of FIPS 180-4 §5.2: sixteen words, which is 64 bytes or 128.
///
/// Used in three ways: as a message block, as the ring of the message schedule (only the last
/// sixteen words are ever needed), and as memory for the bytes of a block that is not full yet.
struct SixteenWords<Word: HashWord>: BitwiseCopyable, Sendable {
  var w0, w1, w2, w3, w4, w5, w6, w7: Word
  var w8, w9, w10, w11, w12, w13, w14, w15: Word

  /// The number of bytes in a block.
  static var byteCount: Int { 2 * Word.bitWidth }

  init(
    _ w0: Word, _ w1: Word, _ w2: Word, _ w3: Word,
    _ w4: Word, _ w5: Word, _ w6: Word, _ w7: Word,
    _ w8: Word, _ w9: Word, _ w10: Word, _ w11: Word,
    _ w12: Word, _ w13: Word, _ w14: Word, _ w15: Word
  ) {
    (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
    (self.w4, self.w5, self.w6, self.w7) = (w4, w5, w6, w7)
    (self.w8, self.w9, self.w10, self.w11) = (w8, w9, w10, w11)
    (self.w12, self.w13, self.w14, self.w15) = (w12, w13, w14, w15)
  }

  init() {
    self.init(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  }
}

// MARK: - Bytes

extension SixteenWords {
  /// Reads a block, big-endian words (§3.1), at any alignment.
  ///
  /// - Precondition: a whole block follows `offset`.
  @inline(__always)
  init(bigEndian bytes: RawSpan, at offset: Int) {
    precondition(offset >= 0 && Self.byteCount <= bytes.byteCount &- offset)

    func word(_ index: Int) -> Word {
      // index ≤ 15, so the load ends at or before offset + byteCount: checked above.
      let wordOffset = offset &+ index &* (Word.bitWidth / 8)
      return unsafe Word(
        bigEndian: bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: wordOffset, as: Word.self))
    }
    self.init(
      word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7),
      word(8), word(9), word(10), word(11), word(12), word(13), word(14), word(15))
  }

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

  /// Writes the end mark of padding, one byte 80₁₆, and zeros to the end of the block (§5.1).
  ///
  /// - Precondition: 0 ≤ `position` < the number of bytes in a block.
  mutating func padBytes(from position: Int) {
    precondition(position >= 0 && position < Self.byteCount)
    unsafe withUnsafeMutableBytes(of: &self) { memory in
      // position is within the block, so the slice is not empty.
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[position...])
      unsafe rest.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe rest.storeBytes(of: 0x80, as: UInt8.self)
    }
  }
}
