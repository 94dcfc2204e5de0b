/// The compression function of a block hash: mixes blocks into the hash value.
protocol CompressionFunction {
  associatedtype Word: HashWord

  /// FIPS 180-4 §6: the steps 1 to 4, for one block after the other.
  ///
  /// - Precondition: `blocks` are whole.
  static func compress(_ blocks: RawSpan, into hashValue: inout EightWords<Word>)
}

/// The part that all hash functions of FIPS 180-4 share: cutting a message into blocks (§5.2) and
/// padding the last one (§5.1).
///
/// Its methods are always inlined. Otherwise the state is copied on the way, just after it was written in
/// smaller pieces, and processors wait for that: a fifth of the time for a short message.
struct BlockHasher<Function: CompressionFunction>: BitwiseCopyable, Sendable {
  typealias Word = Function.Word

  private var hashValue: EightWords<Word>

  /// The bytes of the block that is not full yet, at its beginning. The rest is zeros, as padding needs them.
  private var pending = SixteenWords<Word>()

  /// The number of bytes of the message so far.
  ///
  /// It may wrap without harm. The block length divides 2⁶⁴, so `pendingCount` stays right, and
  /// no message reaches the limits of §1 (2⁶¹ bytes for SHA-1 and SHA-256) in practice: at
  /// 10 GB/s that takes seven years. Beyond them the digest would be meaningless, nothing else.
  private var byteCount: UInt64 = 0

  /// Starts with an empty message and the function's H⁽⁰⁾ (§5.3).
  init(initialHashValue: EightWords<Word>) {
    hashValue = initialHashValue
  }

  private static var blockLength: Int { SixteenWords<Word>.byteCount }

  /// How many bytes of `pending` are in use: always less than a block.
  private var pendingCount: Int {
    // blockLength is 64 or 128: the mask keeps its low six or seven bits.
    Int(truncatingIfNeeded: byteCount) & (Self.blockLength &- 1)
  }

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(*n*); full blocks are read where they are, at most two partial ones copied.
  @inline(__always)
  mutating func update(_ bytes: RawSpan) {
    let blockLength = Self.blockLength
    let start = pendingCount
    byteCount &+= UInt64(truncatingIfNeeded: bytes.byteCount)  // see byteCount

    var offset = 0
    if start > 0 {
      offset = min(blockLength &- start, bytes.byteCount)  // start < blockLength
      pending.replaceBytes(from: start, with: bytes.extracting(first: offset))
      guard offset == blockLength &- start else { return }
      compressPending()
    }

    // offset ≤ bytes.byteCount, so neither the rest nor its whole blocks are negative.
    let rest = bytes.extracting(droppingFirst: offset)
    let whole = rest.byteCount & ~(blockLength &- 1)
    if whole > 0 {
      Function.compress(rest.extracting(first: whole), into: &hashValue)
    }
    pending.replaceBytes(from: 0, with: rest.extracting(droppingFirst: whole))
  }

  /// Mixes the pending block, which is full, into the hash value, and begins an empty one.
  @inline(__always)
  private mutating func compressPending() {
    Self.compress(&pending, into: &hashValue)
    pending = SixteenWords()
  }

  /// Apart from the method above, as a closure there would need a copy of the hash value.
  @inline(__always)
  private static func compress(
    _ block: inout SixteenWords<Word>, into hashValue: inout EightWords<Word>
  ) {
    block.withBytes { Function.compress($0, into: &hashValue) }
  }

  /// Pads the message and returns the last hash value H⁽ᴺ⁾.
  @inline(__always)
  consuming func finalize() -> EightWords<Word> {
    let lengthOctets = 2 * Word.bitWidth / 8
    let used = pendingCount
    pending.setEndMark(at: used)

    // One byte is taken by the end mark: the length must fit after it, or another block is needed.
    if used >= Self.blockLength &- lengthOctets {
      compressPending()
    }

    // The length in bits, two words long, big-endian. `byteCount` × 8 has 67 bits: the three that
    // leave the lower 64 are the upper word of SHA-512; for SHA-1 and SHA-256 see `byteCount`.
    let bits = byteCount &<< 3
    let upper = Word.bitWidth == 64 ? byteCount &>> 61 : bits &>> 32
    pending.w14 = Word(truncatingIfNeeded: upper).bigEndian
    pending.w15 = Word(truncatingIfNeeded: bits).bigEndian
    compressPending()
    return hashValue
  }
}
