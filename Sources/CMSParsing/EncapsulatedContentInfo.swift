public import DERParsing

/// `EncapsulatedContentInfo`, RFC 5652 §5.2; in PKCS #7 v1.5 a `ContentInfo` (RFC 2315 §9.1).
///
/// ```
/// EncapsulatedContentInfo ::= SEQUENCE {
///   eContentType  OBJECT IDENTIFIER,
///   eContent      [0] EXPLICIT OCTET STRING OPTIONAL }   -- PKCS #7: ANY DEFINED BY eContentType
/// ```
public struct EncapsulatedContentInfo: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// Where the element begins.
  public let offset: Int

  /// What the content is; id-data in receipts.
  public let eContentType: DERObjectIdentifier

  /// The content; `nil` when it is detached. Its contents octets, without identifier and length, are what
  /// is digested in both standards (RFC 5652 §5.4, RFC 2315 §9.3).
  public let eContent: DERElement?

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`; with id-data the content has to be an OCTET STRING.
  public init(contents: inout DERReader) throws(DERError) {
    offset = contents.elementOffset
    eContentType = try contents.read(.encapContentInfoEContentType)
    contents.field = .encapContentInfoEContent
    guard !contents.isAtEnd else {
      eContent = nil
      return
    }
    var explicit = try contents.readConstructed(.contextSpecific(constructed: 0))
    eContent =
      eContentType == .data
      ? try explicit.readElement(.octetString) : try explicit.readElement()
    try explicit.finish()
  }
}
