public import DERParsing

/// `TBSCertificate`, RFC 5280 §4.1: what the issuer signs.
///
/// ```
/// TBSCertificate ::= SEQUENCE {
///   version               [0] EXPLICIT INTEGER { v1(0), v2(1), v3(2) } DEFAULT v1,
///   serialNumber          INTEGER,
///   signature             AlgorithmIdentifier,
///   issuer                Name,
///   validity              Validity,
///   subject               Name,
///   subjectPublicKeyInfo  SubjectPublicKeyInfo,
///   issuerUniqueID        [1] IMPLICIT BIT STRING OPTIONAL,
///   subjectUniqueID       [2] IMPLICIT BIT STRING OPTIONAL,
///   extensions            [3] EXPLICIT SEQUENCE SIZE (1..MAX) OF Extension OPTIONAL }
/// ```
public struct TBSCertificate: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// 0 for v1, 2 for v3.
  public let version: Int32

  /// The serial number; negative and zero ones occur in old certificates.
  public let serialNumber: DERInteger

  /// The algorithm that the issuer signs with; has to be the one beside the signature.
  public let signature: AlgorithmIdentifier

  /// The issuer.
  public let issuer: Name

  /// When the certificate is valid.
  public let validity: Validity

  /// Whom it is about.
  public let subject: Name

  /// The subject's key.
  public let subjectPublicKeyInfo: SubjectPublicKeyInfo

  /// Obsolete (RFC 5280 §4.1.2.8).
  public let issuerUniqueID: DERBitString?

  /// Obsolete (RFC 5280 §4.1.2.8).
  public let subjectUniqueID: DERBitString?

  /// The contents of the SEQUENCE: `CertificateExtension`s.
  public let extensions: Range<Int>?

  /// Reads the contents octets. An encoded version v1 is read: old certificates have it.
  ///
  /// - Throws: `DERError`; `integerOutOfRange` for a version above v3.
  public init(contents: inout DERReader) throws(DERError) {
    let start = contents.offset
    version = try contents.readExplicitIfPresent(.tbsCertificateVersion, tagNumber: 0) ?? 0
    guard 0...2 ~= version else { throw contents.error(.integerOutOfRange, at: start) }
    serialNumber = try contents.read(.tbsCertificateSerialNumber)
    signature = try contents.read(.tbsCertificateSignature)
    issuer = try contents.read(.tbsCertificateIssuer)
    validity = try contents.read(.tbsCertificateValidity)
    subject = try contents.read(.tbsCertificateSubject)
    subjectPublicKeyInfo = try contents.read(.tbsCertificateSubjectPublicKeyInfo)
    issuerUniqueID = try contents.readIfPresent(
      .tbsCertificateUniqueIDs, tagged: .contextSpecific(primitive: 1))
    subjectUniqueID = try contents.readIfPresent(
      .tbsCertificateUniqueIDs, tagged: .contextSpecific(primitive: 2))
    extensions = try contents.readExplicitIfPresent(
      .tbsCertificateExtensions, tagNumber: 3, as: Extensions.self)?.contents
  }
}

/// The SEQUENCE OF extensions.
private struct Extensions: DERDecodable {
  static var identifier: DERIdentifier { .sequence }

  let contents: Range<Int>

  init(contents reader: inout DERReader) throws(DERError) {
    contents = reader.remaining
    repeat { _ = try reader.read(as: CertificateExtension.self) } while !reader.isAtEnd
  }
}
