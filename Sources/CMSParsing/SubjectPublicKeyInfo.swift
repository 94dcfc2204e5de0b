public import DERParsing

/// `SubjectPublicKeyInfo`, RFC 5280 §4.1.2.7.
///
/// ```
/// SubjectPublicKeyInfo ::= SEQUENCE {
///   algorithm         AlgorithmIdentifier,
///   subjectPublicKey  BIT STRING }
/// ```
public struct SubjectPublicKeyInfo: DERDecodable, Hashable, Sendable {
  /// SEQUENCE.
  public static var identifier: DERIdentifier { .sequence }

  /// The whole element.
  public let encoding: Range<Int>

  /// The algorithm that the key is for.
  public let algorithm: AlgorithmIdentifier

  /// The key, in a form of the algorithm's own.
  public let subjectPublicKey: DERBitString

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    encoding = contents.elementOffset..<contents.remaining.upperBound
    algorithm = try contents.read()
    subjectPublicKey = try contents.read()
  }
}
