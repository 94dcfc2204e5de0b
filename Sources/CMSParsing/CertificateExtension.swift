public import DERParsing

/// `Extension` of a certificate, RFC 5280 §4.1.
///
/// ```
/// Extension ::= SEQUENCE {
///   extnID     OBJECT IDENTIFIER,
///   critical   BOOLEAN DEFAULT FALSE,
///   extnValue  OCTET STRING }
/// ```
public struct CertificateExtension: DERDecodable, Hashable, Sendable {
  /// Which extension it is.
  public let extnID: DERObjectIdentifier

  /// Whether verifiers that don't recognize it must reject the certificate.
  public let critical: Bool

  /// The OCTET STRING that holds the encoding of the value.
  public let extnValue: DERElement

  /// Reads the contents octets. An encoded FALSE is read: old certificates have it.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    extnID = try contents.read()
    critical = try contents.read(default: false, acceptsEncodedDefault: true)
    extnValue = try contents.readElement(.octetString)
  }
}
