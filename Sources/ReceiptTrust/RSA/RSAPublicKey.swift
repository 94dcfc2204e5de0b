package import CMSParsing
import DERParsing
package import ReceiptValidation
import TextCoding

/// An RSA public key, RFC 8017 §3.1, for checking signatures.
///
/// The limits are refused by size, before any arithmetic, so a key of absurd length costs nothing.
package struct RSAPublicKey: Sendable {
  private let modulus: MontgomeryModulus
  private let publicExponent: UInt64

  /// The number of bytes of the modulus without a leading zero: k of RFC 8017, and the length of
  /// every signature.
  package let modulusByteCount: Int

  /// Reads a key from the contents octets of the two INTEGERs of an `RSAPublicKey` (RFC 8017 §A.1.1).
  ///
  /// Both are big-endian and taken as unsigned; one leading zero byte is allowed where the next has
  /// its highest bit set, as DER demands. That a DER INTEGER without it is negative is for the reader
  /// of the DER to refuse.
  ///
  /// - Parameter minimumModulusBits: the fewest bits of the modulus; less than 1,024 counts as 1,024.
  /// - Throws: ``RSAError``, one of its cases for the modulus or the public exponent.
  /// - Complexity: O(*n*²) in the number of bytes of the modulus, of which there are at most 512.
  package init(
    modulus: RawSpan,
    publicExponent: RawSpan,
    minimumModulusBits: Int = ApplePolicy.minimumKeyBits
  ) throws(RSAError) {
    guard modulus.byteCount <= 1 + Limbs.byteCapacity else { throw .modulusTooLong }
    guard publicExponent.byteCount <= 1 + 5 else { throw .publicExponentTooLong }
    guard let modulusStart = startOfMinimalInteger(modulus) else { throw .modulusNotMinimal }
    guard let exponentStart = startOfMinimalInteger(publicExponent) else {
      throw .publicExponentNotMinimal
    }

    modulusByteCount = modulus.byteCount - modulusStart
    let modulusBits = bitCount(of: modulus, from: modulusStart)
    guard modulusBits <= ApplePolicy.maximumKeyBits else { throw .modulusTooLong }
    guard modulusBits >= max(minimumModulusBits, ApplePolicy.lowestKeyBits) else {
      throw .modulusTooShort
    }
    guard modulus.byte(at: modulus.byteCount - 1) % 2 == 1 else { throw .modulusEven }

    let exponentBits = bitCount(of: publicExponent, from: exponentStart)
    guard exponentBits <= ApplePolicy.maximumExponentBits else { throw .publicExponentTooLong }
    self.publicExponent = Limbs(bigEndian: publicExponent, from: exponentStart).withSpan { $0[0] }
    guard self.publicExponent >= 3 else { throw .publicExponentTooSmall }
    guard self.publicExponent % 2 == 1 else { throw .publicExponentEven }

    self.modulus = MontgomeryModulus(
      Limbs(bigEndian: modulus, from: modulusStart), bitCount: modulusBits)
  }

  /// Checks a signature over a message with this digest: RSASSA-PKCS1-v1_5, RFC 8017 §8.2.2.
  ///
  /// The signed bytes are not parsed. The expected ones are computed and compared in full, so there is no padding,
  /// algorithm or length to misread.
  ///
  /// - Throws: ``RSAError/signatureLength``, ``RSAError/signatureNotBelowModulus`` for what cannot be
  ///   a signature by this key, ``RSAError/signatureMismatch`` for one that is wrong.
  /// - Complexity: O(*n*²) in the number of bytes of the modulus, for each bit of the exponent.
  package func verify(signature: RawSpan, of digest: MessageDigest) throws(RSAError) {
    // Step 1: length.
    guard signature.byteCount == modulusByteCount else { throw .signatureLength }

    // Step 2: RSAVP1, §5.2.2.
    let representative = Limbs(bigEndian: signature)
    guard representative.isLess(than: modulus.modulus) else { throw .signatureNotBelowModulus }
    let message = modulus.power(representative, exponent: publicExponent)

    // Steps 3 and 4: encode and compare, all limbs.
    let expected = EncodedMessage(digest, byteCount: modulusByteCount)
    guard message == expected.limbs else { throw .signatureMismatch }
  }
}

/// Where an unsigned integer begins: after the leading zero byte, if it has one that is needed.
///
/// - Returns: nil if the zero byte is not needed.
private func startOfMinimalInteger(_ bytes: RawSpan) -> Int? {
  guard bytes.byteCount > 1, bytes.byte(at: 0) == 0 else { return 0 }
  return bytes.byte(at: 1) >= 0x80 ? 1 : nil
}

/// The number of bits of the integer that begins at `start`, which is not followed by a zero byte.
private func bitCount(of bytes: RawSpan, from start: Int) -> Int {
  guard start < bytes.byteCount else { return 0 }
  return 8 * (bytes.byteCount - start) - bytes.byte(at: start).leadingZeroBitCount
}

extension RSAPublicKey {
  /// The key of a certificate: `RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }`
  /// (RFC 8017 §A.1.1) in its BIT STRING.
  ///
  /// - Throws: `ReceiptSignatureError` with `keyNotUsable`.
  package init(
    _ info: SubjectPublicKeyInfo, in bytes: RawSpan, minimumBits: Int
  ) throws(ReceiptSignatureError) {
    let offset = info.encodingRange.lowerBound
    // Here the parameters must be NULL, not absent (RFC 3279 §2.3.1).
    guard info.algorithm.algorithm == .rsaEncryption,
      info.algorithm.parameters?.identifier == .null,
      info.subjectPublicKey.unusedBits == 0
    else { throw ReceiptSignatureError(.keyNotUsable, at: offset) }
    let key = try ReceiptSignatureError.wrapping(
      .keyNotUsable,
      DERReader(bytes, contents: info.subjectPublicKey.bytesRange).readLast(as: RSAKeyFields.self))
    guard !key.modulus.isNegative, !key.publicExponent.isNegative else {
      throw ReceiptSignatureError(.keyNotUsable, at: offset)
    }
    do {
      try self.init(
        modulus: bytes.extracting(key.modulus.contentsRange),
        publicExponent: bytes.extracting(key.publicExponent.contentsRange),
        minimumModulusBits: minimumBits)
    } catch {
      throw ReceiptSignatureError(.keyNotUsable, at: offset)
    }
  }
}

private struct RSAKeyFields: DERDecodable {
  let modulus: DERInteger
  let publicExponent: DERInteger

  package init(contents: inout DERReader) throws(DERError) {
    modulus = try contents.read()
    publicExponent = try contents.read()
  }
}

/// Why an RSA key or signature is refused: one case for each rule, for tests. Callers see `keyNotUsable` or a mismatch.
///
/// Every case but ``signatureMismatch`` is about the form of what was given; that one says that the
/// form is right and the signature is not.
package enum RSAError: Error, Equatable, Sendable {
  /// The modulus begins with a zero byte that its sign does not need (X.690 §8.3.2).
  case modulusNotMinimal
  /// The modulus has fewer bits than the caller's policy, or than 1,024.
  case modulusTooShort
  /// The modulus has more than 4,096 bits.
  case modulusTooLong
  /// The modulus is even: no product of two odd primes (RFC 8017 §3.1).
  case modulusEven
  /// The public exponent begins with a zero byte that its sign does not need (X.690 §8.3.2).
  case publicExponentNotMinimal
  /// The public exponent is less than 3 (RFC 8017 §3.1).
  case publicExponentTooSmall
  /// The public exponent has more than 33 bits.
  case publicExponentTooLong
  /// The public exponent is even, so it cannot be invertible (RFC 8017 §3.1).
  case publicExponentEven
  /// The signature does not have exactly as many bytes as the modulus (RFC 8017 §8.2.2 step 1).
  case signatureLength
  /// The signature is not less than the modulus (RFC 8017 §5.2.2 step 1).
  case signatureNotBelowModulus
  /// The encoded message is not the one expected (RFC 8017 §8.2.2 step 4): another message, another
  /// key, another hash function or other padding.
  case signatureMismatch
}
