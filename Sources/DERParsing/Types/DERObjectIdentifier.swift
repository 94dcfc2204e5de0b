/// OBJECT IDENTIFIER, X.690 §8.19: up to 63 contents octets, held without heap memory and compared as
/// bytes, so that no arc is too large.
public struct DERObjectIdentifier: Sendable, BitwiseCopyable {
  /// The most contents octets that fit. The longest identifiers in use have about 40.
  public static var maximumByteCount: Int { 63 }

  /// The contents octets from the highest byte of the first word on; the lowest byte of the last word
  /// is their number.
  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  private init() {
    words = (0, 0, 0, 0, 0, 0, 0, 0)
  }

  /// The number of contents octets.
  public var byteCount: Int { Int(words.7 & 0xFF) }

  /// The contents octet at `index`.
  ///
  /// - Precondition: `index` is below ``byteCount``.
  public func byte(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < byteCount)
    return UInt8(truncatingIfNeeded: word(index / 8) >> (56 - index % 8 * 8))
  }

  private func word(_ index: Int) -> UInt64 {
    switch index {
    case 0: words.0
    case 1: words.1
    case 2: words.2
    case 3: words.3
    case 4: words.4
    case 5: words.5
    case 6: words.6
    default: words.7
    }
  }

  /// Adds a contents octet; `false` when there is no room.
  private mutating func append(_ byte: UInt8) -> Bool {
    let index = byteCount
    guard index < Self.maximumByteCount else { return false }
    let shifted = UInt64(byte) << (56 - index % 8 * 8)
    switch index / 8 {
    case 0: words.0 |= shifted
    case 1: words.1 |= shifted
    case 2: words.2 |= shifted
    case 3: words.3 |= shifted
    case 4: words.4 |= shifted
    case 5: words.5 |= shifted
    case 6: words.6 |= shifted
    default: words.7 |= shifted
    }
    words.7 += 1  // the count, at most 63
    return true
  }
}

extension DERObjectIdentifier: Hashable {
  /// Whether both are the same bytes.
  public static func == (first: DERObjectIdentifier, second: DERObjectIdentifier) -> Bool {
    first.words.0 == second.words.0 && first.words.1 == second.words.1
      && first.words.2 == second.words.2 && first.words.3 == second.words.3
      && first.words.4 == second.words.4 && first.words.5 == second.words.5
      && first.words.6 == second.words.6 && first.words.7 == second.words.7
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    for index in 0..<byteCount { hasher.combine(byte(at: index)) }
  }
}

extension DERObjectIdentifier: DERDecodable {
  /// OBJECT IDENTIFIER.
  public static var identifier: DERIdentifier { .objectIdentifier }

  /// Reads the contents octets: subidentifiers in base 128, the shortest form of each (§8.19.2).
  ///
  /// - Throws: ``DERError`` with `emptyObjectIdentifier`, `nonMinimalSubidentifier`,
  ///   `truncatedSubidentifier` or `objectIdentifierTooLong`.
  public init(contents: inout DERReader) throws(DERError) {
    self.init()
    let bytes = contents.bytes(in: contents.readRemaining())
    guard bytes.byteCount > 0 else { throw contents.error(.emptyObjectIdentifier) }
    var previous: UInt8 = 0
    // The byte after the last that fits is looked at too: a leading 80 is the first thing that is wrong.
    for index in 0..<min(bytes.byteCount, Self.maximumByteCount + 1) {
      let byte = bytes.byte(at: index)
      if byte == 0x80 && previous < 0x80 { throw contents.error(.nonMinimalSubidentifier) }
      previous = byte
    }
    guard bytes.byteCount <= Self.maximumByteCount else {
      throw contents.error(.objectIdentifierTooLong)
    }
    guard previous < 0x80 else { throw contents.error(.truncatedSubidentifier) }
    words.0 = bytes.bigEndianWord(at: 0)
    words.1 = bytes.bigEndianWord(at: 8)
    if bytes.byteCount > 16 {  // few are so long
      words.2 = bytes.bigEndianWord(at: 16)
      words.3 = bytes.bigEndianWord(at: 24)
      words.4 = bytes.bigEndianWord(at: 32)
      words.5 = bytes.bigEndianWord(at: 40)
      words.6 = bytes.bigEndianWord(at: 48)
      words.7 = bytes.bigEndianWord(at: 56)
    }
    words.7 |= UInt64(bytes.byteCount)  // at most 63, so the last byte is free
  }
}

extension DERObjectIdentifier: LosslessStringConvertible {
  /// Reads dotted form, such as `1.2.840.113549.1.7.2`; arcs may have any size that fits. `nil` when
  /// there are fewer than two arcs, when the first is above 2, when the second is above 39 below 0 and 1
  /// (§8.19.4), or when it has more than ``maximumByteCount`` bytes.
  public init?(_ description: String) {
    self.init(dotted: description.utf8)
  }

  init?(dotted text: some Sequence<UInt8>) {
    self.init()
    var arcs = 0
    var arc = Subidentifier()
    var digits = 0
    var root: UInt8 = 0
    /// Takes the arc that ends here.
    func finishArc() -> Bool {
      guard digits > 0 else { return false }
      arcs += 1
      switch arcs {
      case 1:
        guard let value = arc.smallValue, value <= 2 else { return false }
        root = value
      case 2:
        if root < 2 { guard let value = arc.smallValue, value < 40 else { return false } }
        guard arc.multiply(by: 1, adding: root * 40) else { return false }
        fallthrough
      default:
        guard arc.forEachByte({ append($0) }) else { return false }
      }
      (arc, digits) = (Subidentifier(), 0)
      return true
    }
    for character in text {
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let hasLeadingZero = digits > 0 && arc.smallValue == 0
        guard !hasLeadingZero, arc.multiply(by: 10, adding: character - UInt8(ascii: "0")) else {
          return nil
        }
        digits += 1
      case UInt8(ascii: "."):
        guard finishArc() else { return nil }
      default:
        return nil
      }
    }
    guard finishArc(), arcs >= 2 else { return nil }
  }

  /// Dotted form; arcs beyond 64 bits included.
  ///
  /// - Complexity: quadratic in the bytes of one arc, of which there are at most 63.
  public var description: String {
    var text = ""
    var arc = Subidentifier()
    for index in 0..<byteCount {
      let byte = byte(at: index)
      _ = arc.multiply(by: 128, adding: byte & 0x7F)  // at most 63 digits, so there is room
      guard byte < 0x80 else { continue }
      if text.isEmpty {
        // The first subidentifier holds two arcs: 40·X + Y (§8.19.4).
        let root: UInt8 = arc.smallValue.map { min($0 / 40, 2) } ?? 2
        arc.subtract(root * 40)
        text = "\(root)." + arc.decimal
      } else {
        text += "." + arc.decimal
      }
      arc = Subidentifier()
    }
    return text
  }
}

extension DERObjectIdentifier: ExpressibleByStringLiteral {
  /// A literal in dotted form.
  ///
  /// - Precondition: it is one. A wrong literal is a mistake in the program, never in an input.
  public init(stringLiteral literal: StaticString) {
    let bytes = unsafe UnsafeBufferPointer(
      start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    guard let identifier = unsafe DERObjectIdentifier(dotted: bytes) else {
      // The precondition above: only a literal in a program's own source can get here.
      preconditionFailure("not an OBJECT IDENTIFIER in dotted form")
    }
    self = identifier
  }
}
