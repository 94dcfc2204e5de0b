import DERParsing

/// `SignerIdentifier`, RFC 5652 §5.3: which certificate the signer's is.
///
/// ```
/// SignerIdentifier ::= CHOICE {
///   issuerAndSerialNumber  IssuerAndSerialNumber,
///   subjectKeyIdentifier   [0] IMPLICIT OCTET STRING }
/// ```
public enum SignerIdentifier: Hashable, Sendable {
  /// The certificate of that issuer and serial number, version 1; the only form in receipts.
  case issuerAndSerialNumber(IssuerAndSerialNumber)
  /// The certificate with that subject key identifier, version 3.
  case subjectKeyIdentifier(Range<Int>)

  init(_ reader: inout DERReader) throws(DERError) {
    if let keyIdentifier: DEROctetString = try reader.readIfPresent(
      tagged: .contextSpecific(primitive: 0))
    {
      self = .subjectKeyIdentifier(keyIdentifier.bytes)
    } else {
      self = .issuerAndSerialNumber(try reader.read())
    }
  }
}
