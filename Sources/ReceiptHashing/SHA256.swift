/// SHA-256, FIPS 180-4 §6.2: the hash of Apple's receipt signatures since 2023.
public struct SHA256: HashFunction {
  /// The 32 bytes that SHA-256 returns.
  public struct Digest: HashDigest {
    /// Always 32.
    public static var byteCount: Int { 32 }

    private let hashValue: EightWords<UInt32>

    init(hashValue: EightWords<UInt32>) {
      self.hashValue = hashValue
    }

    /// The byte at `position`, which must be at least 0 and less than 32.
    public subscript(position: Int) -> UInt8 {
      precondition(position >= 0 && position < Self.byteCount)
      return hashValue.byte(at: position)
    }
  }

  private var hasher: BlockHasher<SHA256Compression>

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.3.
  public init() {
    hasher = BlockHasher(
      SHA256Compression(),
      initialHashValue: EightWords(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19))
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
