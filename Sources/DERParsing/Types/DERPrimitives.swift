import TextCoding

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

/// OCTET STRING, X.690 §8.7, in the primitive form that DER prescribes (§10.2).
public struct DEROctetString: DERDecodable, Hashable, Sendable {
  /// OCTET STRING.
  public static var identifier: DERIdentifier { .octetString }

  /// The bytes of the string.
  public let contentsRange: Range<Int>

  /// Takes the contents octets; any are allowed.
  @inlinable
  public init(contents: inout DERReader) {
    contentsRange = contents.readRemaining()
  }
}

/// BIT STRING, X.690 §8.6, in the primitive form that DER prescribes (§10.2).
public struct DERBitString: DERDecodable, Hashable, Sendable {
  /// BIT STRING.
  public static var identifier: DERIdentifier { .bitString }

  /// The bytes that hold the bits, the first bit highest in the first byte.
  public let bytesRange: Range<Int>

  /// How many bits of the last byte do not belong to the string: 0–7. They are zero.
  public let unusedBits: Int

  /// How many bits the string has.
  public var bitCount: Int { bytesRange.count * 8 - unusedBits }

  /// Reads the contents octets.
  ///
  /// - Throws: ``DERError`` with `invalidUnusedBits` or `nonZeroUnusedBits` (§11.2.1).
  public init(contents: inout DERReader) throws(DERError) {
    guard !contents.isAtEnd else { throw contents.error(.invalidUnusedBits) }
    let unused = try contents.readContentsByte()
    bytesRange = contents.readRemaining()
    guard unused < 8, unused == 0 || !bytesRange.isEmpty else {
      throw contents.error(.invalidUnusedBits)
    }
    unusedBits = Int(unused)
    guard unused > 0 else { return }
    let last = contents.byte(at: bytesRange.upperBound - 1)
    guard last & (1 << unused - 1) == 0 else { throw contents.error(.nonZeroUnusedBits) }
  }
}

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
    guard string.bytesRange.count <= 4 else { throw contents.error(.integerOutOfRange) }
    var bits: UInt32 = 0
    for index in 0..<string.bitCount {
      let byte = contents.byte(at: string.bytesRange.lowerBound + index / 8)
      if byte & 0x80 >> (index % 8) != 0 { bits |= 1 << index }
    }
    self.bits = bits
    guard string.bitCount == 0 || contains(string.bitCount - 1) else {
      throw contents.error(.trailingZeroBits)
    }
  }
}
