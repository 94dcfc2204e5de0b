/// SHA-512, FIPS 180-4 §6.4.
public struct SHA512: HashFunction {
  /// The 64 bytes that SHA-512 returns.
  public struct Digest: HashDigest {
    /// Always 64.
    public static var byteCount: Int { 64 }

    private let hashValue: EightWords<UInt64>

    init(hashValue: EightWords<UInt64>) {
      self.hashValue = hashValue
    }

    /// The byte at `position`, which must be at least 0 and less than 64.
    public subscript(position: Int) -> UInt8 {
      precondition(position >= 0 && position < Self.byteCount)
      return hashValue.byte(at: position)
    }
  }

  private var hasher: BlockHasher<SHA512Compression>

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.5.
  public init() {
    hasher = BlockHasher(
      SHA512Compression(),
      initialHashValue: EightWords(
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b,
        0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f,
        0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179))
  }

  /// Appends bytes to the message.
  ///
  /// - Complexity: O(*n*) in the number of bytes; nothing is allocated.
  public mutating func update(_ bytes: RawSpan) {
    hasher.update(bytes)
  }

  /// Pads the message (FIPS 180-4 §5.1.2) and returns its digest.
  ///
  /// - Complexity: O(1), two blocks at most.
  public consuming func finalize() -> Digest {
    Digest(hashValue: hasher.finalize())
  }
}
