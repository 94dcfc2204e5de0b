/// What a hash function returns: a fixed number of bytes, kept in words.
///
/// A digest is a collection of its bytes in the order in which FIPS 180-4 writes them, so that it
/// can be iterated, indexed from 0 and copied into an array. Its description is lower-case hex.
public protocol HashDigest: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible,
  RandomAccessCollection
where Element == UInt8, Index == Int {
  /// How many bytes every digest of this type has.
  static var byteCount: Int { get }
}

extension HashDigest {
  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of bytes.
  public var endIndex: Int { Self.byteCount }

  /// Whether these bytes are this digest: same number, same values.
  ///
  /// The number is compared first. The values are then all read, and the time does not depend on
  /// where the first difference is.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the digest.
  public func isEqual(to bytes: RawSpan) -> Bool {
    guard bytes.byteCount == Self.byteCount else { return false }
    var difference: UInt8 = 0
    for index in 0..<Self.byteCount {
      // Any byte pattern is a UInt8, and the load itself checks the offset.
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      difference |= self[index] ^ byte
    }
    return difference == 0
  }

  /// Lower-case hex, two digits a byte, nothing between.
  public var description: String {
    var text = ""
    text.reserveCapacity(2 * Self.byteCount)
    for byte in self {
      text.unicodeScalars.append(hexDigit(byte >> 4))
      text.unicodeScalars.append(hexDigit(byte & 0x0f))
    }
    return text
  }

  /// The digit for a value of four bits.
  private func hexDigit(_ value: UInt8) -> Unicode.Scalar {
    // value ≤ 15, so the greatest sum is 0x57 + 15 = "f".
    Unicode.Scalar(value < 10 ? 0x30 &+ value : 0x57 &+ value)
  }
}
