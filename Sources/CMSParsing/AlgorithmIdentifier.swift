public import DERParsing

/// `AlgorithmIdentifier`, RFC 5280 §4.1.1.2.
///
/// ```
/// AlgorithmIdentifier ::= SEQUENCE {
///   algorithm   OBJECT IDENTIFIER,
///   parameters  ANY DEFINED BY algorithm OPTIONAL }
/// ```
public struct AlgorithmIdentifier: DERDecodable, Hashable, Sendable {
  /// The whole element.
  public let encodingRange: Range<Int>

  /// The algorithm.
  public let algorithm: DERObjectIdentifier

  /// The parameters, if there are any.
  public let parameters: DERElement?

  /// Reads the contents octets.
  ///
  /// - Throws: `DERError`.
  public init(contents: inout DERReader) throws(DERError) {
    encodingRange = contents.elementOffset..<contents.remaining.upperBound
    algorithm = try contents.read()
    parameters = contents.isAtEnd ? nil : try contents.readElement()
    if parameters?.identifier == .null, parameters?.contentsRange.isEmpty == false {
      throw contents.error(.invalidNull, at: parameters?.offset)
    }
  }

  /// Whether the parameters are absent or NULL. For digest and RSA algorithms both forms mean the same
  /// (RFC 3370 §2.1, RFC 5754 §2).
  public var hasNoParameters: Bool {
    parameters == nil || parameters?.identifier == .null
  }
}
