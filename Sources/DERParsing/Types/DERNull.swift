/// NULL, X.690 §8.8.
public struct DERNull: DERDecodable, Hashable, Sendable {
  /// NULL.
  public static var identifier: DERIdentifier { .null }

  /// Checks that there are no contents octets.
  ///
  /// - Throws: ``DERError/Code/invalidNull``.
  public init(contents: inout DERReader) throws(DERError) {
    guard contents.isAtEnd else { throw contents.error(.invalidNull) }
  }
}
