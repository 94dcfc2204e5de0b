public import DERParsing

/// `ContentInfo`, RFC 5652 §3 and RFC 2315 §7.
///
/// ```
/// ContentInfo ::= SEQUENCE {
///   contentType  OBJECT IDENTIFIER,
///   content      [0] EXPLICIT ANY DEFINED BY contentType OPTIONAL }
/// ```
public struct ContentInfo: DERDecodable, Hashable, Sendable {
  /// What the content is.
  public let contentType: DERObjectIdentifier

  /// The `SignedData`, for that content type; `nil` for every other.
  public let signedData: SignedData?

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    contentType = try contents.read(.contentType)
    if contentType == .signedData {
      signedData = try contents.readExplicit("ContentInfo.content", tagNumber: 0)
    } else {
      signedData = nil
      contents.field = "ContentInfo.content"
      guard !contents.isAtEnd else { return }
      var explicit = try contents.readConstructed(.contextSpecific(constructed: 0))
      _ = try explicit.readElement()
      try explicit.finish()
    }
  }
}

extension DERField {
  /// The field that tells a message from anything else.
  package static var contentType: DERField { "ContentInfo.contentType" }
}

/// `EncapsulatedContentInfo`, RFC 5652 §5.2; in PKCS #7 v1.5 a `ContentInfo` (RFC 2315 §9.1).
///
/// ```
/// EncapsulatedContentInfo ::= SEQUENCE {
///   eContentType  OBJECT IDENTIFIER,
///   eContent      [0] EXPLICIT OCTET STRING OPTIONAL }   -- PKCS #7: ANY DEFINED BY eContentType
/// ```
public struct EncapsulatedContentInfo: Hashable, Sendable {
  /// Where the element begins.
  public let offset: Int

  /// What the content is; id-data in receipts.
  public let eContentType: DERObjectIdentifier

  /// The content; `nil` when it is detached. Its contents octets, without identifier and length, are what
  /// is digested in both standards (RFC 5652 §5.4, RFC 2315 §9.3).
  public let eContent: DERElement?
}

extension EncapsulatedContentInfo: DERDecodable {
  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`; with id-data the content must be an OCTET STRING.
  public init(contents: inout DERReader) throws(DERError) {
    offset = contents.elementOffset
    eContentType = try contents.read("EncapsulatedContentInfo.eContentType")
    contents.field = "EncapsulatedContentInfo.eContent"
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
