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
    let start = contents.offset
    let bytes = try DERInteger(contents: &contents).bytes
    let first = contents.byte(at: start)
    let isNegative = first >= 0x80
    // An unsigned value whose highest bit is set has a zero byte in front of it.
    let signBytes = !Self.isSigned && first == 0 ? 1 : 0
    guard Self.isSigned || !isNegative, bytes.count - signBytes <= Self.bitWidth / 8 else {
      throw contents.error(.integerOutOfRange)
    }
    var value: Self = isNegative ? ~0 : 0
    for offset in bytes {
      value = value << 8 | Self(truncatingIfNeeded: contents.byte(at: offset))
    }
    self = value
  }
}
