/// A BIT STRING with named bits, such as KeyUsage, of at most 32 bits: trailing zero bits are not
/// encoded (X.690 §11.2.2).
public struct DERNamedBitList: DERDecodable, Hashable, Sendable, BitwiseCopyable {
  /// BIT STRING.
  public static var identifier: DERIdentifier { .bitString }

  /// The bits: named bit 0 is the lowest one here.
  public let bits: UInt32

  /// Whether the bit of that number is set.
  public func contains(_ bit: Int) -> Bool {
    (0..<32).contains(bit) && bits >> bit & 1 == 1
  }

  /// Reads the contents octets.
  ///
  /// - Throws: as ``DERBitString``, ``DERError/Code/trailingZeroBits``, and
  ///   ``DERError/Code/integerOutOfRange`` for more than 32 bits.
  public init(contents: inout DERReader) throws(DERError) {
    let string = try DERBitString(contents: &contents)
    guard string.bytes.count <= 4 else { throw contents.error(.integerOutOfRange) }
    var bits: UInt32 = 0
    for index in 0..<string.bitCount {
      let byte = contents.byte(at: string.bytes.lowerBound + index / 8)
      if byte & 0x80 >> (index % 8) != 0 { bits |= 1 << index }
    }
    self.bits = bits
    guard string.bitCount == 0 || contains(string.bitCount - 1) else {
      throw contents.error(.trailingZeroBits)
    }
  }
}
