import TextCoding

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
