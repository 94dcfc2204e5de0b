import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptTrust
import ReceiptValidation

/// One of the test authority's RSA keys, of 2,048 bits. Everybody has the private ones: they stand here.
///
/// Making keys takes seconds in a debug build, and signing with an exponent of 2,048 bits a quarter of one, four times in
/// most tests. So the keys are constants, and their private exponent is short: each modulus is a product of 42 or 43
/// primes p of 47–58 bits such that every p − 1 divides 897,612,484,786,617,600. Modulo that number, one exponent of 59
/// bits is the inverse of 65,537, and signing takes as long as verifying five times. To whoever verifies it is a key like
/// any other. Nobody may use it for anything else: it is factored in no time.
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
    let digest: MessageDigest =
      switch digestAlgorithm {
      case .sha1: .sha1(SHA1.hash(bytes))
      case .sha256: .sha256(SHA256.hash(bytes))
      }
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
