import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptTrust
import ReceiptValidation
import TextCoding

/// One of the test authority's RSA keys, of 2,048 bits. The private keys are in this file, so they are public.
///
/// Making keys takes seconds in a debug build, and signing with an exponent of 2,048 bits a quarter of one, four
/// times in most tests. So the keys are constants, and their private exponent is short: each modulus is a product of
/// 42 or 43 primes p of 47–58 bits such that every p − 1 divides 897,612,484,786,617,600. Modulo that number, one
/// exponent of 59 bits is the inverse of 65,537, and signing takes as long as verifying five times. To a verifier it
/// is a key like any other. Use it for nothing else: it can be factored in no time.
struct TestKey: Hashable, Sendable {
  /// n, the most significant byte first.
  let modulus: [UInt8]

  /// e.
  private static let publicExponent: Int64 = 65_537

  /// d, of all keys.
  private static let privateExponent: UInt64 = 517_568_368_823_740_673

  /// `RSAPublicKey`, RFC 8017 §A.1.1.
  private var publicKey: DEREncoding {
    .sequence(.integer(magnitude: modulus), .integer(Self.publicExponent))
  }

  /// `SubjectPublicKeyInfo`, RFC 3279 §2.3.1.
  var subjectPublicKeyInfo: DEREncoding {
    .sequence(
      .sequence(.objectIdentifier(.rsaEncryption), .null), .bitString(publicKey.bytes))
  }

  /// SHA-1 of the public key (RFC 5280 §4.2.1.2, method 1).
  var identifier: [UInt8] { Array(SHA1.hash(publicKey.bytes)) }

  /// Signs: RSASSA-PKCS1-v1_5, RFC 8017 §8.2.1.
  func signature(of bytes: [UInt8], _ digestAlgorithm: ReceiptDigestAlgorithm) -> [UInt8] {
    let digest = bytes.withRawSpan { MessageDigest(digestAlgorithm, of: $0) }
    let message = EncodedMessage(digest, byteCount: modulus.count)
    let modulus = MontgomeryModulus(
      self.modulus.withRawSpan { Limbs(bigEndian: $0) }, bitCount: 8 * self.modulus.count)
    let signature = modulus.power(message.limbs, exponent: Self.privateExponent)
    return signature.withSpan { limbs in
      (0..<self.modulus.count).reversed().map { place in
        UInt8(truncatingIfNeeded: limbs[place / 8] >> UInt64(8 * (place % 8)))
      }
    }
  }
}

extension TestKey {
  /// The root's.
  static let root = TestKey(
    modulus: [UInt8](
      constant: """
        hlpaLeSP7Pq6Hh/VJpy23KZ8zOzO6f2e5pMNZgAhIJOAhsduBgAOGtWRLVxKI/SolLp2o05E2PL3ycH3WJLLjFYH
        cyVPQ927QDvM6ckqTLkqNl+7bWWOitIkc3tgr8sWA9tdxh/gkPrV4wPwWAMfmyTGXknYANv5uF95++ZqGGGgaFCk
        Fm4MXAb2QOftNFLHH1eoIJdgtkAU8x1keiE9Yhirz6rUOa44jc5MBrWhwnaDl1GIXZeFZct+gLy7V9wiH1/Ge8DW
        oOspI+L1gnCIbSPf2T+EBa13XcqdKZ/10CRNnAGtHaGfVq+T44xzGb/ZP9Ip5SE6Lp/tQrBzQaMz3Q==
        """))

  /// The intermediate certificate's.
  static let intermediate = TestKey(
    modulus: [UInt8](
      constant: """
        rvEJvoMd1/vTwtweqIS1cVHuNe5V6HiTjTSNze7orIRnpfl/a+G7xYyuhzyiRwApzB9c+N/nS4PHEti249py6/8C
        clxTXJM5TCMqnOxf7MAosxTQF3lfTXOaH8NoM+PKhbalssF5FweMzMQSK8DuKXObpWw7olUEpekItX1fs7j12dYm
        Q9M1AEprAIihMakS4Zyh1ScGWUCJfLBb51K5dnEEDwd7yYjWcQobFx0uvVAEGMRiUyyues5JArk5yjcuZzMvb/2B
        8UQS3ESUSkn0qKezYsCt5Yi+fx5RWrZqqXovLNwSn2SoBRwMTRRJXRAnw2kK/r5WfbeEaygcsPl9ZQ==
        """))

  /// The signer's.
  static let signer = TestKey(
    modulus: [UInt8](
      constant: """
        mDojzu9Iq/T3S/X6v5YJtaucc9cQBML7r6fFgmAAkiEZeX4McMwy9ve+XDRe/6v0zN3cCXUST4mWW+X4q5XeIP8Z
        KZsE3c65SwUNed+9WeJQq5p2gnEp3EwQdai0JukfEkSlb9h1JZOGmI1Wbr+iGxrbQyF03WpY7TuCBMJShM1CU5cn
        Q2o6AFe9v5ttmToNjc7+KZmiEeYUDWENKqAaEepGyUtJteCtUfXGTCMjcXS79ycY/FJKww3/BRxP352QdvywMlQY
        N7yztbHFgQM+M9bD13fVtYw99nJTrn0lHUBQHVFtCi4HGhTNBIwSP5VpElA7FSUqz7TuyXf8RNGPRQ==
        """))
}
