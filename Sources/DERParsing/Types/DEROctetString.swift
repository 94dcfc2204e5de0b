/// OCTET STRING, X.690 §8.7, in the primitive form that DER prescribes (§10.2).
public struct DEROctetString: DERDecodable, Hashable, Sendable {
  /// OCTET STRING.
  public static var identifier: DERIdentifier { .octetString }

  /// The bytes of the string.
  public let bytes: Range<Int>

  /// Takes the contents octets; all of them are allowed.
  @inlinable
  public init(contents: inout DERReader) {
    bytes = contents.readRemaining()
  }
}
