public import TextCoding

/// INTEGER of any length as its bytes, X.690 §8.3: for serial numbers and moduli.
public struct DERInteger: DERDecodable, Hashable, Sendable {
  /// INTEGER.
  public static var identifier: DERIdentifier { .integer }

  /// The contents octets: two's complement, big-endian, minimal.
  public let contentsRange: Range<Int>

  /// Whether the highest bit is set.
  public let isNegative: Bool

  /// Reads the contents octets.
  ///
  /// - Throws: ``DERError`` with `emptyInteger` or `nonMinimalInteger`.
  public init(contents: inout DERReader) throws(DERError) {
    contentsRange = contents.readRemaining()
    let octets = contents.bytes(in: contentsRange)
    guard octets.byteCount > 0 else { throw contents.error(.emptyInteger) }
    guard octets.isMinimalInteger else { throw contents.error(.nonMinimalInteger) }
    isNegative = octets.byte(at: 0) >= 0x80
  }
}

extension RawSpan {
  /// Whether the first nine bits are not all equal (X.690 §8.3.2).
  ///
  /// - Precondition: there is a byte.
  @inlinable
  package var isMinimalInteger: Bool {
    guard byteCount > 1 else { return true }
    let firstBits = Int16(bitPattern: UInt16(byte(at: 0)) << 8 | UInt16(byte(at: 1))) >> 7
    return firstBits != 0 && firstBits != -1
  }
}

// INTEGER as every fixed-width type, X.690 §8.3: two's complement, big-endian, at least one byte,
// the first nine bits not all equal. A value that the type cannot hold is `integerOutOfRange`.
// ENUMERATED (§8.4) is the same with `tagged: .enumerated`.

extension Int: DERDecodable {}
extension Int8: DERDecodable {}
extension Int16: DERDecodable {}
extension Int32: DERDecodable {}
extension Int64: DERDecodable {}
extension UInt: DERDecodable {}
extension UInt8: DERDecodable {}
extension UInt16: DERDecodable {}
extension UInt32: DERDecodable {}
extension UInt64: DERDecodable {}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension Int128: DERDecodable {}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension UInt128: DERDecodable {}

extension FixedWidthInteger where Self: DERDecodable {
  /// INTEGER.
  public static var identifier: DERIdentifier { .integer }

  /// Reads the contents octets of an INTEGER or ENUMERATED.
  ///
  /// - Throws: ``DERError`` with `emptyInteger`, `nonMinimalInteger` or `integerOutOfRange`.
  public init(contents: inout DERReader) throws(DERError) {
    let octets = try contents.bytes(in: DERInteger(contents: &contents).contentsRange)
    guard let value = Self(integerOctets: octets) else { throw contents.error(.integerOutOfRange) }
    self = value
  }

  /// The number of contents octets of an INTEGER; `nil` for none, more than needed, or one that the type cannot hold.
  @inlinable
  package init?(integerOctets octets: RawSpan) {
    guard octets.byteCount > 0, octets.isMinimalInteger else { return nil }
    let first = octets.byte(at: 0)
    let isNegative = first >= 0x80
    // An unsigned value whose highest bit is set has a zero byte in front of it.
    let signBytes = !Self.isSigned && first == 0 ? 1 : 0
    guard Self.isSigned || !isNegative, octets.byteCount - signBytes <= Self.bitWidth / 8 else {
      return nil
    }
    self = isNegative ? ~0 : 0
    for offset in 0..<octets.byteCount {
      self = self << 8 | Self(truncatingIfNeeded: octets.byte(at: offset))
    }
  }
}
