/// Writes encodings for tests: each function makes one element, and they nest. Nothing here is shared with
/// the library, so a mistake in one does not hide a mistake in the other.
public enum DER {
  /// Any element: one identifier octet, the minimal length, the contents one after the other.
  public static func element(_ identifier: UInt8, _ contents: [UInt8]...) -> [UInt8] {
    element(identifier, of: contents)
  }

  /// Any element with contents from a list.
  public static func element(_ identifier: UInt8, of contents: [[UInt8]]) -> [UInt8] {
    let bytes = contents.flatMap { $0 }
    return [identifier] + length(bytes.count) + bytes
  }

  /// An element of indefinite length, which only BER has.
  public static func indefinite(_ identifier: UInt8, _ contents: [UInt8]...) -> [UInt8] {
    [identifier, 0x80] + contents.flatMap { $0 } + [0, 0]
  }

  /// An element whose length has more bytes than needed, which only BER has.
  public static func longLength(
    _ identifier: UInt8, lengthOctets count: Int, _ contents: [UInt8]...
  ) -> [UInt8] {
    let bytes = contents.flatMap { $0 }
    let length = (0..<count).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
    return [identifier, 0x80 | UInt8(count)] + length + bytes
  }

  /// SEQUENCE.
  public static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, of: parts) }

  /// SET, in the order given.
  public static func set(_ parts: [UInt8]...) -> [UInt8] { element(0x31, of: parts) }

  /// `[tagNumber] EXPLICIT`, or `[tagNumber] IMPLICIT` of a constructed type.
  public static func constructed(_ tagNumber: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    element(0xA0 | tagNumber, of: parts)
  }

  /// `[tagNumber] IMPLICIT` of a primitive type.
  public static func primitive(_ tagNumber: UInt8, _ contents: [UInt8]) -> [UInt8] {
    element(0x80 | tagNumber, contents)
  }

  /// BOOLEAN.
  public static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0]) }

  /// INTEGER in as few bytes as it needs.
  public static func integer(_ value: Int64) -> [UInt8] {
    var bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    while bytes.count > 1, bytes[0] == (bytes[1] < 0x80 ? 0 : 0xFF) { bytes.removeFirst() }
    return element(0x02, bytes)
  }

  /// BIT STRING.
  public static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
    element(0x03, [unusedBits], bytes)
  }

  /// OCTET STRING.
  public static func octetString(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

  /// NULL.
  public static let null: [UInt8] = [0x05, 0x00]

  /// OBJECT IDENTIFIER from dotted text.
  ///
  /// - Precondition: at least two arcs, each of at most 63 bits.
  public static func oid(_ dotted: String) -> [UInt8] {
    var arcs = dotted.split(separator: ".").compactMap { UInt64($0) }
    precondition(arcs.count >= 2, "not an identifier: \(dotted)")
    arcs.replaceSubrange(0..<2, with: [arcs[0] * 40 + arcs[1]])
    return element(0x06, of: arcs.map(base128))
  }

  /// UTF8String.
  public static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

  /// PrintableString.
  public static func printable(_ text: String) -> [UInt8] { element(0x13, Array(text.utf8)) }

  /// IA5String.
  public static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

  /// UTCTime.
  public static func utcTime(_ text: String) -> [UInt8] { element(0x17, Array(text.utf8)) }

  /// GeneralizedTime.
  public static func generalizedTime(_ text: String) -> [UInt8] { element(0x18, Array(text.utf8)) }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    while bytes[0] == 0 { bytes.removeFirst() }
    return [0x80 | UInt8(bytes.count)] + bytes
  }

  private static func base128(_ number: UInt64) -> [UInt8] {
    var digits = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return digits
  }
}

extension [UInt8] {
  /// Where `part` stands in these bytes.
  ///
  /// - Precondition: it stands there, and so often that `occurrence`, counted from 0, exists.
  public func offset(of part: [UInt8], occurrence: Int = 0) -> Int {
    var found = 0
    for start in 0..<Swift.max(count - part.count + 1, 0) where self[start] == part[0] {
      guard self[start..<start + part.count].elementsEqual(part) else { continue }
      if found == occurrence { return start }
      found += 1
    }
    preconditionFailure("no such bytes")
  }

  /// The same bytes with `part`, which has to stand there once, replaced.
  public func replacing(_ part: [UInt8], with other: [UInt8]) -> [UInt8] {
    let start = offset(of: part)
    return Array(self[..<start]) + other + Array(self[(start + part.count)...])
  }
}
