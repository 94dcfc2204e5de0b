import TextCoding

/// SHA-256, FIPS 180-4 §6.2: the hash of Apple's receipt signatures since 2023.
public struct SHA256: HashFunction {
  /// The 32 bytes that SHA-256 returns.
  public struct Digest: HashDigest {
    /// Always 32.
    public static var byteCount: Int { 32 }

    let words: EightWords<UInt32>

    /// The byte at `position`, which must be at least 0 and less than ``byteCount``.
    public subscript(position: Int) -> UInt8 { words.byte(at: position, of: Self.byteCount) }
  }

  private var hasher = BlockHasher<SHA256Compression>(initialHashValue: .sha256)

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.3.
  public init() {}

  /// Appends bytes to the message.
  public mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  /// Pads the message and returns its digest.
  public consuming func finalize() -> Digest { Digest(words: hasher.finalize()) }
}

/// SHA-256 as it is where the processor has no instructions for it: for tests and benchmarks.
package struct PortableSHA256: HashFunction {
  private var hasher = BlockHasher<PortableSHA256Compression>(initialHashValue: .sha256)

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.3.
  package init() {}

  /// Appends bytes to the message.
  package mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  /// Pads the message and returns its digest.
  package consuming func finalize() -> SHA256.Digest { SHA256.Digest(words: hasher.finalize()) }
}

extension EightWords<UInt32> {
  /// H⁽⁰⁾ of SHA-256, §5.3.3.
  @inline(__always)
  fileprivate static var sha256: Self {
    Self(
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  }
}

/// SHA-384, FIPS 180-4 §6.5: SHA-512 with another start, cut to 48 bytes.
///
/// Apple's root G2 is signed with it.
public struct SHA384: HashFunction {
  /// The 48 bytes that SHA-384 returns.
  public struct Digest: HashDigest {
    /// Always 48.
    public static var byteCount: Int { 48 }

    let words: EightWords<UInt64>

    /// The byte at `position`, which must be at least 0 and less than ``byteCount``.
    public subscript(position: Int) -> UInt8 { words.byte(at: position, of: Self.byteCount) }
  }

  private var hasher = BlockHasher<SHA512Compression>(
    initialHashValue: EightWords(
      0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507,
      0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
      0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511,
      0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4))

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.4.
  public init() {}

  /// Appends bytes to the message.
  public mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  /// Pads the message and returns its digest.
  public consuming func finalize() -> Digest { Digest(words: hasher.finalize()) }
}

/// SHA-512, FIPS 180-4 §6.4.
public struct SHA512: HashFunction {
  /// The 64 bytes that SHA-512 returns.
  public struct Digest: HashDigest {
    /// Always 64.
    public static var byteCount: Int { 64 }

    let words: EightWords<UInt64>

    /// The byte at `position`, which must be at least 0 and less than ``byteCount``.
    public subscript(position: Int) -> UInt8 { words.byte(at: position, of: Self.byteCount) }
  }

  private var hasher = BlockHasher<SHA512Compression>(
    initialHashValue: EightWords(
      0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b,
      0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
      0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f,
      0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179))

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.5.
  public init() {}

  /// Appends bytes to the message.
  public mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  /// Pads the message and returns its digest.
  public consuming func finalize() -> Digest { Digest(words: hasher.finalize()) }
}
