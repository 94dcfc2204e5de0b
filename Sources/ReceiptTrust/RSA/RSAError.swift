/// Why an RSA key or signature is refused.
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

extension RSAError: CustomStringConvertible {
  /// A sentence without a full stop.
  package var description: String {
    switch self {
    case .modulusNotMinimal: "the RSA modulus has a superfluous leading zero byte"
    case .modulusTooShort: "the RSA modulus is too short"
    case .modulusTooLong: "the RSA modulus is longer than 4,096 bits"
    case .modulusEven: "the RSA modulus is even"
    case .publicExponentNotMinimal: "the RSA exponent has a superfluous leading zero byte"
    case .publicExponentTooSmall: "the RSA exponent is less than 3"
    case .publicExponentTooLong: "the RSA exponent is longer than 33 bits"
    case .publicExponentEven: "the RSA exponent is even"
    case .signatureLength: "the signature and the RSA modulus differ in length"
    case .signatureNotBelowModulus: "the signature is not less than the RSA modulus"
    case .signatureMismatch: "the signature doesn't match"
    }
  }
}
