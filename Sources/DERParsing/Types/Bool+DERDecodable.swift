/// BOOLEAN, X.690 §8.2 and §11.1: one byte, 00 or FF.
extension Bool: DERDecodable {
  /// BOOLEAN.
  public static var identifier: DERIdentifier { .boolean }

  /// Reads the contents octets.
  ///
  /// - Throws: ``DERError/Code/invalidBoolean``.
  public init(contents: inout DERReader) throws(DERError) {
    let start = contents.offset
    let bytes = contents.readRemaining()
    guard bytes.count == 1 else { throw contents.error(.invalidBoolean) }
    switch contents.byte(at: start) {
    case 0x00: self = false
    case 0xFF: self = true
    default: throw contents.error(.invalidBoolean)
    }
  }
}
