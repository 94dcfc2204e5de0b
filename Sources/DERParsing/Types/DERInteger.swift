/// INTEGER of any length as its bytes, X.690 §8.3: for serial numbers and moduli.
public struct DERInteger: DERDecodable, Hashable, Sendable {
  /// INTEGER.
  public static var identifier: DERIdentifier { .integer }

  /// The contents octets: two's complement, big-endian, minimal.
  public let bytes: Range<Int>

  /// Whether the highest bit is set.
  public let isNegative: Bool

  /// Reads the contents octets.
  ///
  /// - Throws: ``DERError`` with `emptyInteger` or `nonMinimalInteger`.
  public init(contents: inout DERReader) throws(DERError) {
    let start = contents.offset
    bytes = contents.readRemaining()
    guard !bytes.isEmpty else { throw contents.error(.emptyInteger) }
    isNegative = contents.byte(at: start) >= 0x80
    guard bytes.count > 1 else { return }
    let first = contents.byte(at: start)
    let second = contents.byte(at: start + 1)
    let isRedundant = first == 0x00 && second < 0x80 || first == 0xFF && second >= 0x80
    guard !isRedundant else { throw contents.error(.nonMinimalInteger) }
  }
}
