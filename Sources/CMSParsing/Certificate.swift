public import DERParsing

/// `Certificate`, RFC 5280 §4.1.
///
/// ```
/// Certificate ::= SEQUENCE {
///   tbsCertificate      TBSCertificate,
///   signatureAlgorithm  AlgorithmIdentifier,
///   signatureValue      BIT STRING }
/// ```
public struct Certificate: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// The whole certificate.
  public let encoding: Range<Int>

  /// The fields that the issuer signs.
  public let tbsCertificate: TBSCertificate

  /// The bytes that the issuer signs: the encoding of ``tbsCertificate`` as it stands in the input.
  public let tbsCertificateEncoding: Range<Int>

  /// The algorithm that the issuer signs with.
  public let signatureAlgorithm: AlgorithmIdentifier

  /// The issuer's signature.
  public let signatureValue: DERBitString

  /// Whether both places name the same algorithm byte by byte, as they have to (RFC 5280 §4.1.1.2).
  public let signatureAlgorithmsAgree: Bool

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    encoding = contents.elementOffset..<contents.remaining.upperBound
    let tbsStart = contents.offset
    tbsCertificate = try contents.read(.certificateTBSCertificate)
    tbsCertificateEncoding = tbsStart..<contents.offset
    let outer = contents.offset
    signatureAlgorithm = try contents.read(.certificateSignatureAlgorithm)
    let outerAlgorithm = contents.bytes(in: outer..<contents.offset)
    signatureValue = try contents.read(.certificateSignatureValue)
    signatureAlgorithmsAgree = outerAlgorithm.hasSameBytes(
      as: contents.bytes(in: tbsCertificate.signature.encoding))
  }
}
