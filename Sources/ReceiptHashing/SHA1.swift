import TextCoding

/// SHA-1, FIPS 180-4 §6.1.
///
/// Here because receipts bind themselves to a device with it (attribute 5), and because those before
/// 2023 are signed with it. It no longer resists collisions: do not use it for anything new.
public struct SHA1: HashFunction {
  /// The 20 bytes that SHA-1 returns.
  public struct Digest: HashDigest {
    /// Always 20.
    public static var byteCount: Int { 20 }

    let words: EightWords<UInt32>

    /// The byte at `position`, which must be at least 0 and less than ``byteCount``.
    public subscript(position: Int) -> UInt8 { words.byte(at: position, of: Self.byteCount) }
  }

  private var hasher = BlockHasher<SHA1Compression>(initialHashValue: .sha1)

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.1.
  public init() {}

  /// Appends bytes to the message.
  public mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  /// Pads the message and returns its digest.
  public consuming func finalize() -> Digest { Digest(words: hasher.finalize()) }
}

/// SHA-1 as it is where the processor has no instructions for it: for tests and benchmarks.
package struct PortableSHA1: HashFunction {
  private var hasher = BlockHasher<PortableSHA1Compression>(initialHashValue: .sha1)

  /// Starts with the empty message and H⁽⁰⁾ of §5.3.1.
  package init() {}

  /// Appends bytes to the message.
  package mutating func update(_ bytes: RawSpan) { hasher.update(bytes) }

  /// Pads the message and returns its digest.
  package consuming func finalize() -> SHA1.Digest { SHA1.Digest(words: hasher.finalize()) }
}

extension EightWords<UInt32> {
  /// H⁽⁰⁾ of SHA-1, §5.3.1.
  @inline(__always)
  fileprivate static var sha1: Self {
    Self(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0)
  }
}
