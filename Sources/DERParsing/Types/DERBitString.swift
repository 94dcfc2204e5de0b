/// BIT STRING, X.690 §8.6, in the primitive form that DER prescribes (§10.2).
public struct DERBitString: DERDecodable, Hashable, Sendable {
  /// BIT STRING.
  public static var identifier: DERIdentifier { .bitString }

  /// The bytes that hold the bits, the first bit highest in the first byte.
  public let bytes: Range<Int>

  /// How many bits of the last byte do not belong to the string: 0–7. They are zero.
  public let unusedBits: Int

  /// How many bits the string has.
  public var bitCount: Int { bytes.count * 8 - unusedBits }

  /// Reads the contents octets.
  ///
  /// - Throws: ``DERError`` with `invalidUnusedBits` or `nonZeroUnusedBits` (§11.2.1).
  public init(contents: inout DERReader) throws(DERError) {
    guard !contents.isAtEnd else { throw contents.error(.invalidUnusedBits) }
    let unused = try contents.readContentsByte()
    bytes = contents.readRemaining()
    guard unused < 8, unused == 0 || !bytes.isEmpty else {
      throw contents.error(.invalidUnusedBits)
    }
    unusedBits = Int(unused)
    guard unused > 0 else { return }
    let last = contents.byte(at: bytes.upperBound - 1)
    guard last & (1 << unused - 1) == 0 else { throw contents.error(.nonZeroUnusedBits) }
  }
}
