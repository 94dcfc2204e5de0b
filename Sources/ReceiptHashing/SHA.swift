/// SHA-1, FIPS 180-4 §6.1.
///
/// Here because receipts bind themselves to a device with it (attribute 5), and because those before
/// 2023 are signed with it. It no longer resists collisions: do not use it for anything new.
package struct SHA1: HashFunction {
  package static var digestByteCount: Int { 20 }
  package var hasher = BlockHasher<SHA1Compression>(initialHashValue: .sha1)
  package init() {}
}

/// SHA-1 as it is where the processor has no instructions for it: for tests and benchmarks.
package struct PortableSHA1: HashFunction {
  package static var digestByteCount: Int { 20 }
  package var hasher = BlockHasher<PortableSHA1Compression>(initialHashValue: .sha1)
  package init() {}
}

/// SHA-256, FIPS 180-4 §6.2: the hash of Apple's receipt signatures since 2023.
package struct SHA256: HashFunction {
  package static var digestByteCount: Int { 32 }
  package var hasher = BlockHasher<SHA256Compression>(initialHashValue: .sha256)
  package init() {}
}

/// SHA-256 as it is where the processor has no instructions for it: for tests and benchmarks.
package struct PortableSHA256: HashFunction {
  package static var digestByteCount: Int { 32 }
  package var hasher = BlockHasher<PortableSHA256Compression>(initialHashValue: .sha256)
  package init() {}
}

/// SHA-384, FIPS 180-4 §6.5: SHA-512 with another start, cut to 48 bytes.
///
/// Apple's root G2 is signed with it.
package struct SHA384: HashFunction {
  package static var digestByteCount: Int { 48 }
  package var hasher = BlockHasher<SHA512Compression>(initialHashValue: .sha384)
  package init() {}
}

/// SHA-512, FIPS 180-4 §6.4.
package struct SHA512: HashFunction {
  package static var digestByteCount: Int { 64 }
  package var hasher = BlockHasher<SHA512Compression>(initialHashValue: .sha512)
  package init() {}
}

// H⁽⁰⁾ of each, FIPS 180-4 §5.3.

extension EightWords<UInt32> {
  /// §5.3.1: five words.
  @inline(__always)
  fileprivate static var sha1: Self {
    Self(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0)
  }

  /// §5.3.3.
  @inline(__always)
  fileprivate static var sha256: Self {
    Self(
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  }
}

extension EightWords<UInt64> {
  /// §5.3.4.
  @inline(__always)
  fileprivate static var sha384: Self {
    Self(
      0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507,
      0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
      0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511,
      0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4)
  }

  /// §5.3.5.
  @inline(__always)
  fileprivate static var sha512: Self {
    Self(
      0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b,
      0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
      0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f,
      0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179)
  }
}
