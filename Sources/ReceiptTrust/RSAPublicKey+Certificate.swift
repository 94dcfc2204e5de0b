package import CMSParsing
import DERParsing
package import ReceiptValidation

extension RSAPublicKey {
  /// The key of a certificate: `RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }`
  /// (RFC 8017 §A.1.1) in its BIT STRING.
  ///
  /// - Throws: `ReceiptSignatureError` with `keyNotUsable`.
  package init(
    _ info: SubjectPublicKeyInfo, in bytes: RawSpan, minimumBits: Int
  ) throws(ReceiptSignatureError) {
    let offset = info.encoding.lowerBound
    // Here the parameters have to be NULL, not absent (RFC 3279 §2.3.1).
    guard info.algorithm.algorithm == .rsaEncryption,
      info.algorithm.parameters?.identifier == .null,
      info.subjectPublicKey.unusedBits == 0
    else { throw ReceiptSignatureError(.keyNotUsable, at: offset) }
    let key: RSAKeyFields
    do {
      var reader = DERReader(bytes, contents: info.subjectPublicKey.bytes)
      key = try reader.read()
      try reader.finish()
    } catch {
      throw ReceiptSignatureError(.keyNotUsable, error)
    }
    guard !key.modulus.isNegative, !key.publicExponent.isNegative else {
      throw ReceiptSignatureError(.keyNotUsable, at: offset)
    }
    do {
      try self.init(
        modulus: bytes.extracting(key.modulus.bytes),
        publicExponent: bytes.extracting(key.publicExponent.bytes),
        minimumModulusBits: minimumBits)
    } catch {
      throw ReceiptSignatureError(.keyNotUsable, at: offset)
    }
  }
}

private struct RSAKeyFields: DERDecodable {
  static var identifier: DERIdentifier { .sequence }

  let modulus: DERInteger
  let publicExponent: DERInteger

  package init(contents: inout DERReader) throws(DERError) {
    modulus = try contents.read()
    publicExponent = try contents.read()
  }
}
