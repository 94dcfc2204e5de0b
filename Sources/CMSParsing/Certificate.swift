public import DERParsing
import TextCoding

/// `Certificate`, RFC 5280 §4.1.
///
/// ```
/// Certificate ::= SEQUENCE {
///   tbsCertificate      TBSCertificate,
///   signatureAlgorithm  AlgorithmIdentifier,
///   signatureValue      BIT STRING }
/// ```
public struct Certificate: DERDecodable, Hashable, Sendable {
  /// The whole certificate.
  public let encodingRange: Range<Int>

  /// The fields that the issuer signs.
  public let tbsCertificate: TBSCertificate

  /// The bytes that the issuer signs: the encoding of ``tbsCertificate`` in the input.
  public let tbsCertificateEncoding: Range<Int>

  /// The algorithm that the issuer signs with.
  public let signatureAlgorithm: AlgorithmIdentifier

  /// The issuer's signature.
  public let signatureValue: DERBitString

  /// Whether both places name the same algorithm byte by byte, as they must (RFC 5280 §4.1.1.2).
  public let signatureAlgorithmsAgree: Bool

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    encodingRange = contents.elementOffset..<contents.remaining.upperBound
    let tbsStart = contents.offset
    tbsCertificate = try contents.read("Certificate.tbsCertificate")
    tbsCertificateEncoding = tbsStart..<contents.offset
    let outer = contents.offset
    signatureAlgorithm = try contents.read("Certificate.signatureAlgorithm")
    let outerAlgorithm = contents.bytes(in: outer..<contents.offset)
    signatureValue = try contents.read("Certificate.signatureValue")
    signatureAlgorithmsAgree = outerAlgorithm.hasSameBytes(
      as: contents.bytes(in: tbsCertificate.signature.encodingRange))
  }
}

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
  /// 0 for v1, 2 for v3.
  public let version: Int32

  /// The serial number; negative and zero ones occur in old certificates.
  public let serialNumber: DERInteger

  /// The algorithm that the issuer signs with; must match the one next to the signature.
  public let signature: AlgorithmIdentifier

  /// The issuer.
  public let issuer: Name

  /// When the certificate is valid.
  public let validity: Validity

  /// The subject.
  public let subject: Name

  /// The subject's key.
  public let subjectPublicKeyInfo: SubjectPublicKeyInfo

  /// Obsolete (RFC 5280 §4.1.2.8).
  public let issuerUniqueID: DERBitString?

  /// Obsolete (RFC 5280 §4.1.2.8).
  public let subjectUniqueID: DERBitString?

  /// The extensions.
  public let extensions: DERElements<CertificateExtension>?

  /// Reads the contents octets. An encoded version v1 is read: old certificates have it.
  ///
  /// - Throws: `DERError`; `integerOutOfRange` for a version above v3.
  public init(contents: inout DERReader) throws(DERError) {
    let start = contents.offset
    version = try contents.readExplicitIfPresent("TBSCertificate.version", tagNumber: 0) ?? 0
    guard 0...2 ~= version else { throw contents.error(.integerOutOfRange, at: start) }
    serialNumber = try contents.read("TBSCertificate.serialNumber")
    signature = try contents.read("TBSCertificate.signature")
    issuer = try contents.read("TBSCertificate.issuer")
    validity = try contents.read("TBSCertificate.validity")
    subject = try contents.read("TBSCertificate.subject")
    subjectPublicKeyInfo = try contents.read("TBSCertificate.subjectPublicKeyInfo")
    issuerUniqueID = try contents.readIfPresent(
      "TBSCertificate.issuerUniqueID or subjectUniqueID", tagged: .contextSpecific(primitive: 1))
    subjectUniqueID = try contents.readIfPresent(
      "TBSCertificate.issuerUniqueID or subjectUniqueID", tagged: .contextSpecific(primitive: 2))
    extensions = try contents.readExplicitIfPresent(
      "TBSCertificate.extensions", tagNumber: 3, as: Extensions.self)?.elements
  }
}

/// `Extensions ::= SEQUENCE SIZE (1..MAX) OF Extension`.
private struct Extensions: DERDecodable {
  let elements: DERElements<CertificateExtension>

  init(contents: inout DERReader) throws(DERError) {
    guard !contents.isAtEnd else {
      // As reading the first would: SIZE (1..MAX).
      throw contents.error(.missingElement, at: contents.offset, expected: .sequence)
    }
    elements = try contents.readElements()
  }
}

/// `Validity`, RFC 5280 §4.1.2.5.
///
/// ```
/// Validity ::= SEQUENCE { notBefore Time, notAfter Time }
/// Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }
/// ```
public struct Validity: DERDecodable, Hashable, Sendable {
  /// Where the element begins.
  public let offset: Int

  /// The first instant at which the certificate is valid.
  public let notBefore: DERTime

  /// The last instant at which the certificate is valid.
  public let notAfter: DERTime

  /// Reads the contents octets. Either form of time is read for every year, though the standard has
  /// UTCTime end with 2049.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    offset = contents.elementOffset
    notBefore = try Self.time(&contents)
    notAfter = try Self.time(&contents)
  }

  private static func time(_ reader: inout DERReader) throws(DERError) -> DERTime {
    let start = reader.offset
    if try reader.peekIdentifier() == .utcTime { return try reader.readUTCTime() }
    let time = try reader.readGeneralizedTime()
    // YYYYMMDDHHMMSSZ and its header: a fraction may be of less than a nanosecond.
    guard reader.offset - start == 17 else { throw reader.error(.invalidTime, at: start) }
    return time
  }

  /// Whether the instant lies within.
  public func contains(_ time: DERTime) -> Bool {
    notBefore <= time && time <= notAfter
  }
}

/// `SubjectPublicKeyInfo`, RFC 5280 §4.1.2.7.
///
/// ```
/// SubjectPublicKeyInfo ::= SEQUENCE {
///   algorithm         AlgorithmIdentifier,
///   subjectPublicKey  BIT STRING }
/// ```
public struct SubjectPublicKeyInfo: DERDecodable, Hashable, Sendable {
  /// The whole element.
  public let encodingRange: Range<Int>

  /// The algorithm that the key is for.
  public let algorithm: AlgorithmIdentifier

  /// The key, in a form of the algorithm's own.
  public let subjectPublicKey: DERBitString

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    encodingRange = contents.elementOffset..<contents.remaining.upperBound
    algorithm = try contents.read()
    subjectPublicKey = try contents.read()
  }
}
