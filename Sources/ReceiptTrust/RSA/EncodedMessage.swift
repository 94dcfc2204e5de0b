import ReceiptHashing

/// The octets that a signature must give: EMSA-PKCS1-v1_5, RFC 8017 §9.2.
///
/// ```
/// EM = 00 ‖ 01 ‖ PS ‖ 00 ‖ T       PS: octets FF to fill up, at least eight
/// T  = DigestInfo ::= SEQUENCE { digestAlgorithm, digest OCTET STRING }
/// ```
///
/// The parameters of the digestAlgorithm are NULL. §9.2 note 1 gives the octets; that a verifier may
/// accept absent parameters too (§A.2.4) is not followed: Apple never leaves them out, and parsing
/// what has been signed is how the known forgeries got in.
package struct EncodedMessage {
  /// EM as an integer, most significant octet first.
  package private(set) var limbs = Limbs()

  /// How many octets are still to be written, at the least significant end.
  private var remaining: Int

  /// Encodes the digest to `octetCount` octets, the length of the modulus.
  ///
  /// - Precondition: 94 ≤ `octetCount` ≤ `Limbs.octetCapacity`, so that the longest T, 83 octets,
  ///   leaves room for eight FF (§9.2 step 3). A modulus of 1,024 bits has 128.
  package init(_ digest: MessageDigest, octetCount: Int) {
    precondition(octetCount >= 94 && octetCount <= Limbs.octetCapacity)
    remaining = octetCount
    append(0x00_01, octetCount: 2)
    switch digest {
    case .sha1(let digest):
      fill(leaving: 1 + 15 + SHA1.Digest.octetCount)
      append(0x3021_3009_0605_2b0e, octetCount: 8)
      append(0x03_021a_0500_0414, octetCount: 7)
      append(digest)
    case .sha256(let digest):
      fill(leaving: 1 + 19 + SHA256.Digest.octetCount)
      append(0x3031_300d_0609_6086, octetCount: 8)
      append(0x4801_6503_0402_0105, octetCount: 8)
      append(0x00_0420, octetCount: 3)
      append(digest)
    case .sha384(let digest):
      fill(leaving: 1 + 19 + SHA384.Digest.octetCount)
      append(0x3041_300d_0609_6086, octetCount: 8)
      append(0x4801_6503_0402_0205, octetCount: 8)
      append(0x00_0430, octetCount: 3)
      append(digest)
    case .sha512(let digest):
      fill(leaving: 1 + 19 + SHA512.Digest.octetCount)
      append(0x3051_300d_0609_6086, octetCount: 8)
      append(0x4801_6503_0402_0305, octetCount: 8)
      append(0x00_0440, octetCount: 3)
      append(digest)
    }
    precondition(remaining == 0)
  }

  /// PS and the octet 00 that ends it: FF until only `count` octets are left.
  private mutating func fill(leaving count: Int) {
    while remaining > count {
      append(0xff)
    }
    append(0x00)
  }

  private mutating func append(_ digest: some HashDigest) {
    for octet in digest {
      append(octet)
    }
  }

  /// Appends the last `octetCount` octets of a number, the most significant first.
  private mutating func append(_ octets: UInt64, octetCount: Int) {
    for position in (0..<octetCount).reversed() {
      append(UInt8(truncatingIfNeeded: octets >> (8 * position)))
    }
  }

  private mutating func append(_ octet: UInt8) {
    remaining -= 1  // the sizes above add up to octetCount; if they did not, this would trap
    limbs.setOctet(octet, at: remaining)
  }
}
