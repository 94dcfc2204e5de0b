/// SHA-1, FIPS 180-4 §6.1.
///
/// Here because receipts bind themselves to a device with it (attribute 5), and because those before
/// 2023 are signed with it. It no longer resists collisions: do not use it for anything new.
public struct SHA1: HashFunction {
  /// The 20 bytes that SHA-1 returns.
  public struct Digest: HashDigest {
    /// Always 20.
    public static var byteCount: Int { 20 }

    private let hashValue: EightWords<UInt32>

    init(hashValue: EightWords<UInt32>) {
      self.hashValue = hashValue
    }

    /// The byte at `position`, which must be at least 0 and less than 20.
    public subscript(position: Int) -> UInt8 {
      precondition(position >= 0 && position < Self.byteCount)
      return hashValue.byte(at: position)
    }
  }

  private var hasher: BlockHasher<SHA1Compression>

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.1.
  public init() {
    hasher = BlockHasher(
      SHA1Compression(),
      initialHashValue: EightWords(
        0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0))
  }

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(*n*) in the number of bytes; nothing is allocated.
  public mutating func update(_ bytes: RawSpan) {
    hasher.update(bytes)
  }

  /// Pads the message (FIPS 180-4 §5.1.1) and returns its digest.
  ///
  /// - Complexity: O(1), two blocks at most.
  public consuming func finalize() -> Digest {
    Digest(hashValue: hasher.finalize())
  }
}
