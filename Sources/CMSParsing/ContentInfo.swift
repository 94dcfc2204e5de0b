public import DERParsing

/// `ContentInfo`, RFC 5652 §3 and RFC 2315 §7.
///
/// ```
/// ContentInfo ::= SEQUENCE {
///   contentType  OBJECT IDENTIFIER,
///   content      [0] EXPLICIT ANY DEFINED BY contentType OPTIONAL }
/// ```
public struct ContentInfo: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// What the content is.
  public let contentType: DERObjectIdentifier

  /// The `SignedData`, for that content type; `nil` for every other.
  public let signedData: SignedData?

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    contentType = try contents.read(.contentInfoContentType)
    if contentType == .signedData {
      signedData = try contents.readExplicit(.contentInfoContent, tagNumber: 0)
    } else {
      signedData = nil
      contents.field = .contentInfoContent
      guard !contents.isAtEnd else { return }
      var explicit = try contents.readConstructed(.contextSpecific(constructed: 0))
      _ = try explicit.readElement()
      try explicit.finish()
    }
  }
}
