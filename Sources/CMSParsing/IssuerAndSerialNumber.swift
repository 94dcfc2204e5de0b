public import DERParsing

/// `IssuerAndSerialNumber`, RFC 5652 §10.2.4.
///
/// ```
/// IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber CertificateSerialNumber }
/// ```
public struct IssuerAndSerialNumber: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// The issuer of the certificate.
  public let issuer: Name

  /// Its serial number.
  public let serialNumber: DERInteger

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    issuer = try contents.read()
    serialNumber = try contents.read()
  }
}
