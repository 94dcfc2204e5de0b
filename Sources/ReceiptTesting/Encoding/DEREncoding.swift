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
  public let octets: [UInt8]

  /// Octets as they are: an encoding from elsewhere, or one that is broken on purpose.
  public init(octets: [UInt8]) {
    self.octets = octets
  }

  /// An element with these contents octets; the length has the fewest octets (X.690 §10.1).
  public init(_ identifier: DERIdentifier, contents: [UInt8]) {
    var octets: [UInt8] = []
    octets.reserveCapacity(contents.count + 6)
    Self.append(identifier, to: &octets)
    Self.appendLength(contents.count, to: &octets)
    octets += contents
    self.octets = octets
  }

  /// An element whose contents are other elements, in the order given.
  public init(_ identifier: DERIdentifier, elements: [DEREncoding]) {
    self.init(identifier, contents: Self.joined(elements))
  }

  /// An element of indefinite length, ended by end-of-contents octets: BER only (X.690 §8.1.3.6).
  public static func indefinite(
    _ identifier: DERIdentifier, elements: [DEREncoding]
  ) -> DEREncoding {
    var octets: [UInt8] = []
    append(identifier, to: &octets)
    octets.append(0x80)
    octets += joined(elements)
    octets += [0, 0]
    return DEREncoding(octets: octets)
  }

  private static func joined(_ elements: [DEREncoding]) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(elements.reduce(0) { $0 + $1.octets.count })
    for element in elements { octets += element.octets }
    return octets
  }

  /// Identifier octets, X.690 §8.1.2.
  private static func append(_ identifier: DERIdentifier, to octets: inout [UInt8]) {
    if let octet = identifier.singleOctet {
      octets.append(octet)
      return
    }
    let form: UInt8 = identifier.isConstructed ? 0x20 : 0
    octets.append(identifier.tagClass.rawValue << 6 | form | 0x1F)
    octets += base128(UInt64(identifier.tagNumber))
  }

  /// Length octets in the shortest form, X.690 §10.1.
  private static func appendLength(_ count: Int, to octets: inout [UInt8]) {
    guard count >= 0x80 else { return octets.append(UInt8(count)) }
    let lengthCount = (count.bitWidth - count.leadingZeroBitCount + 7) / 8
    octets.append(0x80 | UInt8(lengthCount))
    for index in (0..<lengthCount).reversed() {
      octets.append(UInt8(truncatingIfNeeded: count >> (8 * index)))
    }
  }

  /// Groups of seven bits, the highest bit of an octet set in all but the last (X.690 §8.19.2).
  private static func base128(_ number: UInt64) -> [UInt8] {
    var octets = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      octets.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return octets.reversed()
  }
}
