public import DERParsing
import TextCoding

/// Writes DER: each function makes one element, and they nest.
///
/// ```swift
/// let algorithm = DEREncoding.sequence(.objectIdentifier(.sha256), .null)
/// ```
///
/// Nothing here is shared with the reader, so that a mistake in
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
    bytes = Self.identifierOctets(identifier) + Self.lengthOctets(contents.count) + contents
  }

  /// An element whose contents are other elements, in the order given.
  public init(_ identifier: DERIdentifier, elements: [DEREncoding]) {
    self.init(identifier, contents: Self.joined(elements))
  }

  /// An element of indefinite length, ended by end-of-contents octets: BER only (X.690 §8.1.3.6).
  package static func indefinite(
    _ identifier: DERIdentifier, elements: [DEREncoding]
  ) -> DEREncoding {
    DEREncoding(bytes: identifierOctets(identifier) + [0x80] + joined(elements) + [0, 0])
  }

  private static func joined(_ elements: [DEREncoding]) -> [UInt8] {
    elements.reduce(into: []) { $0 += $1.bytes }
  }

  /// Identifier octets, X.690 §8.1.2.
  private static func identifierOctets(_ identifier: DERIdentifier) -> [UInt8] {
    if let byte = identifier.singleByte { return [byte] }
    let form: UInt8 = identifier.isConstructed ? 0x20 : 0
    let first = identifier.tagClass.rawValue << 6 | form | 0x1F
    return [first] + base128(UInt64(identifier.tagNumber))
  }

  /// Length octets in the shortest form, X.690 §10.1.
  private static func lengthOctets(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    let octets = bigEndian(count, (count.bitWidth - count.leadingZeroBitCount + 7) / 8)
    return [0x80 | UInt8(octets.count)] + octets
  }

  /// The last bytes of a number, the most significant first.
  private static func bigEndian(_ number: some BinaryInteger, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
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

extension DEREncoding {
  /// SEQUENCE, or SEQUENCE OF.
  public static func sequence(_ elements: DEREncoding...) -> DEREncoding {
    DEREncoding(.sequence, elements: elements)
  }

  /// SEQUENCE OF.
  package static func sequence(of elements: [DEREncoding]) -> DEREncoding {
    DEREncoding(.sequence, elements: elements)
  }

  /// SET OF, ascending by encoding (X.690 §11.6).
  ///
  /// - Complexity: O(n log n) comparisons of encodings.
  public static func set(of elements: [DEREncoding]) -> DEREncoding {
    // No complete element is the beginning of another, so a plain comparison gives the order of §11.6.
    set(inOrder: elements.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
  }

  /// SET OF in the order given, which is BER only unless it is ascending.
  package static func set(inOrder elements: [DEREncoding]) -> DEREncoding {
    DEREncoding(.set, elements: elements)
  }

  /// `[tagNumber] EXPLICIT`, or `[tagNumber] IMPLICIT` of a constructed type.
  package static func tagged(_ tagNumber: UInt32, _ elements: DEREncoding...) -> DEREncoding {
    DEREncoding(.contextSpecific(constructed: tagNumber), elements: elements)
  }

  /// BOOLEAN.
  package static func boolean(_ value: Bool) -> DEREncoding {
    DEREncoding(.boolean, contents: [value ? 0xFF : 0])
  }

  /// INTEGER in the fewest bytes (X.690 §8.3.2).
  public static func integer(_ value: Int64) -> DEREncoding {
    let magnitude = value < 0 ? ~value : value
    let count = (Int64.bitWidth - magnitude.leadingZeroBitCount) / 8 + 1  // one bit for the sign
    return DEREncoding(.integer, contents: bigEndian(value, count))
  }

  /// INTEGER from the bytes of a number that is not negative, the most significant first.
  package static func integer(magnitude bytes: [UInt8]) -> DEREncoding {
    let digits = Array(bytes.drop { $0 == 0 })
    let needsZero = digits.first.map { $0 >= 0x80 } ?? true
    return DEREncoding(.integer, contents: needsZero ? [0] + digits : digits)
  }

  /// BIT STRING of whole bytes.
  package static func bitString(_ bytes: [UInt8]) -> DEREncoding {
    DEREncoding(.bitString, contents: [0] + bytes)
  }

  /// BIT STRING with named bits, such as keyUsage: no trailing zeros (X.690 §11.2.2).
  package static func namedBits(_ bits: Set<Int>) -> DEREncoding {
    guard let highest = bits.max() else { return DEREncoding(.bitString, contents: [0]) }
    var bytes = [UInt8](repeating: 0, count: highest / 8 + 1)
    for bit in bits { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
    return DEREncoding(.bitString, contents: [UInt8(7 - highest % 8)] + bytes)
  }

  /// OCTET STRING.
  public static func octetString(_ bytes: [UInt8]) -> DEREncoding {
    DEREncoding(.octetString, contents: bytes)
  }

  /// NULL.
  package static var null: DEREncoding { DEREncoding(.null, contents: []) }

  /// OBJECT IDENTIFIER.
  package static func objectIdentifier(_ identifier: DERObjectIdentifier) -> DEREncoding {
    DEREncoding(
      .objectIdentifier, contents: (0..<identifier.byteCount).map { identifier.byte(at: $0) })
  }

  /// UTF8String.
  public static func utf8String(_ text: String) -> DEREncoding {
    DEREncoding(.utf8String, contents: Array(text.utf8))
  }

  /// PrintableString; the characters are not checked.
  package static func printableString(_ text: String) -> DEREncoding {
    DEREncoding(.printableString, contents: Array(text.utf8))
  }

  /// IA5String, in which receipts have their dates; the characters are not checked.
  public static func ia5String(_ text: String) -> DEREncoding {
    DEREncoding(.ia5String, contents: Array(text.utf8))
  }

  /// The time of a certificate: UTCTime from 1950 through 2049, else GeneralizedTime (RFC 5280 §4.1.2.5).
  ///
  /// - Parameter secondsSince1970: an instant of the years 0000–9999.
  package static func time(secondsSince1970: Int64) -> DEREncoding {
    let text = InstantText.text(
      secondsSince1970: secondsSince1970, fraction: 0, fractionDigits: 0)
    let digits = text.utf8.filter { 0x30...0x39 ~= $0 } + [UInt8(ascii: "Z")]
    let usesTwoDigits = (-631_152_000..<2_524_608_000).contains(secondsSince1970)  // 1950–2049
    return usesTwoDigits
      ? DEREncoding(.utcTime, contents: Array(digits.dropFirst(2)))
      : DEREncoding(.generalizedTime, contents: digits)
  }
}
