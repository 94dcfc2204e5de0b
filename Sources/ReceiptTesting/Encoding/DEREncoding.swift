public import DERParsing

/// Writes DER: each function makes one element, and they nest.
///
/// ```swift
/// let algorithm = DEREncoding.sequence(.objectIdentifier(.sha256), .null)
/// ```
///
/// ``indefinite(_:elements:)`` writes what only BER has. Nothing here is shared with the reader, so that a mistake in
/// one cannot hide a mistake in the other.
public struct DEREncoding: Hashable, Sendable {
  /// Identifier, length and contents octets.
  public let bytes: [UInt8]

  /// Bytes as they are: an encoding from elsewhere, or one that is broken on purpose.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// An element with these contents octets; the length has the fewest bytes (X.690 §10.1).
  public init(_ identifier: DERIdentifier, contents: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(contents.count + 6)
    Self.append(identifier, to: &bytes)
    Self.appendLength(contents.count, to: &bytes)
    bytes += contents
    self.bytes = bytes
  }

  /// An element whose contents are other elements, in the order given.
  public init(_ identifier: DERIdentifier, elements: [DEREncoding]) {
    self.init(identifier, contents: Self.joined(elements))
  }

  /// An element of indefinite length, ended by end-of-contents octets: BER only (X.690 §8.1.3.6).
  public static func indefinite(
    _ identifier: DERIdentifier, elements: [DEREncoding]
  ) -> DEREncoding {
    var bytes: [UInt8] = []
    append(identifier, to: &bytes)
    bytes.append(0x80)
    bytes += joined(elements)
    bytes += [0, 0]
    return DEREncoding(bytes: bytes)
  }

  private static func joined(_ elements: [DEREncoding]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(elements.reduce(0) { $0 + $1.bytes.count })
    for element in elements { bytes += element.bytes }
    return bytes
  }

  /// Identifier octets, X.690 §8.1.2.
  private static func append(_ identifier: DERIdentifier, to bytes: inout [UInt8]) {
    if let byte = identifier.singleByte {
      bytes.append(byte)
      return
    }
    let form: UInt8 = identifier.isConstructed ? 0x20 : 0
    bytes.append(identifier.tagClass.rawValue << 6 | form | 0x1F)
    bytes += base128(UInt64(identifier.tagNumber))
  }

  /// Length octets in the shortest form, X.690 §10.1.
  private static func appendLength(_ count: Int, to bytes: inout [UInt8]) {
    guard count >= 0x80 else { return bytes.append(UInt8(count)) }
    let lengthCount = (count.bitWidth - count.leadingZeroBitCount + 7) / 8
    bytes.append(0x80 | UInt8(lengthCount))
    for index in (0..<lengthCount).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index)))
    }
  }

  /// Groups of seven bits, the highest bit of a byte set in all but the last (X.690 §8.19.2).
  private static func base128(_ number: UInt64) -> [UInt8] {
    var bytes = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes.reversed()
  }
}
