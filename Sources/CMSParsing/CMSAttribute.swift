public import DERParsing

/// `Attribute` of a signer, RFC 5652 §5.3.
///
/// ```
/// Attribute ::= SEQUENCE { attrType OBJECT IDENTIFIER, attrValues SET OF AttributeValue }
/// ```
public struct CMSAttribute: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// What the attribute says.
  public let attrType: DERObjectIdentifier

  /// The contents of the SET of values.
  public let attrValues: Range<Int>

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    attrType = try contents.read()
    var values = try contents.readConstructed(.set)
    attrValues = values.remaining
    while !values.isAtEnd { _ = try values.readElement() }
  }
}
