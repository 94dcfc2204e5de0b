package import ReceiptHashing
package import ReceiptValidation

/// The digest of a signed message together with the hash function that made it.
///
/// The two cannot disagree, as an algorithm identifier beside loose bytes could.
package enum MessageDigest: Hashable, Sendable {
  /// By SHA-1: older receipts and certificates.
  case sha1(SHA1.Digest)
  /// By SHA-256.
  case sha256(SHA256.Digest)
  /// By SHA-384: Apple's root G2.
  case sha384(SHA384.Digest)
  /// By SHA-512.
  case sha512(SHA512.Digest)
}

extension MessageDigest {
  /// The digest of a receipt's signed bytes.
  package init(_ algorithm: ReceiptDigestAlgorithm, of bytes: RawSpan) {
    switch algorithm {
    case .sha1: self = .sha1(SHA1.hash(bytes))
    case .sha256: self = .sha256(SHA256.hash(bytes))
    }
  }
}

/// The bytes that a signature must give: EMSA-PKCS1-v1_5, RFC 8017 §9.2.
///
/// ```
/// EM = 00 ‖ 01 ‖ PS ‖ 00 ‖ T       PS: bytes FF to fill up, at least eight
/// T  = DigestInfo ::= SEQUENCE { digestAlgorithm, digest OCTET STRING }
/// ```
///
/// The parameters of the digestAlgorithm are NULL. §9.2 note 1 gives the bytes; that a verifier may
/// accept absent parameters too (§A.2.4) is not followed: Apple never leaves them out, and parsing
/// what has been signed is how the known forgeries got in.
package struct EncodedMessage {
  /// EM as an integer, most significant byte first.
  package private(set) var limbs = Limbs()

  /// How many bytes are still to be written, at the least significant end.
  private var remaining: Int

  /// Encodes the digest to `byteCount` bytes, the length of the modulus.
  ///
  /// - Precondition: 94 ≤ `byteCount` ≤ `Limbs.byteCapacity`, so that the longest T, 83 bytes,
  ///   leaves room for eight FF (§9.2 step 3). A modulus of 1,024 bits has 128.
  package init(_ digest: MessageDigest, byteCount: Int) {
    precondition(byteCount >= 94 && byteCount <= Limbs.byteCapacity)
    remaining = byteCount
    append(0x00_01, byteCount: 2)
    switch digest {
    case .sha1(let digest):
      fill(leaving: 1 + 15 + SHA1.Digest.byteCount)
      append(0x3021_3009_0605_2b0e, byteCount: 8)
      append(0x03_021a_0500_0414, byteCount: 7)
      append(digest)
    case .sha256(let digest): append(digest, ofSHA2: 1)
    case .sha384(let digest): append(digest, ofSHA2: 2)
    case .sha512(let digest): append(digest, ofSHA2: 3)
    }
    precondition(remaining == 0)
  }

  /// PS and the byte 00 that ends it: FF until only `count` bytes are left, a limb at a time where it can be.
  private mutating func fill(leaving count: Int) {
    while remaining > count {
      if remaining % 8 == 0 && remaining - 8 >= count {
        remaining -= 8
        limbs.setOnes(at: remaining / 8)
      } else {
        append(0xff)
      }
    }
    append(0x00)
  }

  /// T of a digest by SHA-2, whose functions have identifiers that differ in the last byte.
  private mutating func append<Digest: HashDigest>(_ digest: Digest, ofSHA2 number: UInt64) {
    fill(leaving: 1 + 19 + Digest.byteCount)
    append(0x3011_300d_0609_6086 + UInt64(Digest.byteCount) << 48, byteCount: 8)
    append(0x4801_6503_0402_0005 + number << 8, byteCount: 8)
    append(0x00_0400 + UInt64(Digest.byteCount), byteCount: 3)
    append(digest)
  }

  private mutating func append(_ digest: some HashDigest) {
    for byte in digest {
      append(byte)
    }
  }

  /// Appends the last `byteCount` bytes of a number, the most significant first.
  private mutating func append(_ bytes: UInt64, byteCount: Int) {
    for position in (0..<byteCount).reversed() {
      append(UInt8(truncatingIfNeeded: bytes >> (8 * position)))
    }
  }

  private mutating func append(_ byte: UInt8) {
    remaining -= 1  // the sizes above add up to byteCount; if they did not, this would trap
    limbs.setByte(byte, at: remaining)
  }
}
