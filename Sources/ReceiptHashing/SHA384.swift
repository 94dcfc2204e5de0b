/// SHA-384, FIPS 180-4 §6.5: SHA-512 with another start, cut to 48 bytes.
///
/// Apple's root G2 is signed with it.
public struct SHA384: HashFunction {
  /// The 48 bytes that SHA-384 returns.
  public struct Digest: HashDigest {
    /// Always 48.
    public static var byteCount: Int { 48 }

    private let hashValue: EightWords<UInt64>

    init(hashValue: EightWords<UInt64>) {
      self.hashValue = hashValue
    }

    /// The byte at `position`, which must be at least 0 and less than 48.
    public subscript(position: Int) -> UInt8 {
      precondition(position >= 0 && position < Self.byteCount)
      return hashValue.byte(at: position)
    }
  }

  private var hasher: BlockHasher<SHA512Compression>

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.4.
  public init() {
    hasher = BlockHasher(
      SHA512Compression(),
      initialHashValue: EightWords(
        0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507,
        0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
        0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511,
        0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4))
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
