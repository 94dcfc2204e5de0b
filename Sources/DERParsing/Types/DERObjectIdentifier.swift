import TextCoding

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
    /// Adds the arc that ends here.
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
    guard let identifier = DERObjectIdentifier(dotted: LiteralBytes(literal)) else {
      // The precondition above: only a literal in a program's own source can get here.
      preconditionFailure("not an OBJECT IDENTIFIER in dotted form")
    }
    self = identifier
  }
}

/// A number of up to 441 bits, 63 bytes in base 128: one subidentifier of an OBJECT IDENTIFIER, of whatever
/// size. No heap memory.
struct Subidentifier {
  /// The bits above the 441st, which stay zero.
  private static let overflowMask: UInt64 = ~0 << (441 - 384)

  /// 64 bits a word, the lowest word first.
  private var words = SIMD8<UInt64>(repeating: 0)

  /// The number if it is below 128.
  var smallValue: UInt8? {
    var rest = words
    rest[0] = 0
    guard rest == SIMD8(repeating: 0), words[0] < 128 else { return nil }
    return UInt8(words[0])
  }

  /// Whether it has grown too large.
  private var isTooLarge: Bool { words[6] & Self.overflowMask != 0 || words[7] != 0 }

  /// Multiplies by `factor` and adds `summand`; `false` when the number becomes too large.
  mutating func multiply(by factor: UInt64, adding summand: UInt8) -> Bool {
    var carry = UInt64(summand)
    for index in 0..<8 {
      let product = words[index].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      words[index] = low
      carry = product.high &+ (overflow ? 1 : 0)  // `factor` is small, so the high word is too
    }
    return !isTooLarge
  }

  /// Subtracts a number that is not larger.
  mutating func subtract(_ small: UInt8) {
    var borrow = UInt64(small)
    for index in 0..<8 where borrow > 0 {
      let (difference, overflow) = words[index].subtractingReportingOverflow(borrow)
      words[index] = difference
      borrow = overflow ? 1 : 0
    }
  }

  /// Calls `body` with the bytes of the encoding (X.690 §8.19.2) until it says `false`.
  func forEachByte(_ body: (UInt8) -> Bool) -> Bool {
    var isLeading = true
    for digit in (0..<63).reversed() {
      let bit = digit * 7
      // Seven bits may lie in two words; a shift by 64 gives zero.
      let value = words[bit / 64] >> (bit % 64) | words[bit / 64 + 1] << (64 - bit % 64)
      let byte = UInt8(truncatingIfNeeded: value) & 0x7F
      if isLeading && byte == 0 && digit > 0 { continue }
      isLeading = false
      guard body(digit > 0 ? byte | 0x80 : byte) else { return false }
    }
    return true
  }

  /// Decimal form.
  var decimal: String {
    var text: [UInt8] = []
    var rest = words
    repeat {
      var remainder: UInt64 = 0
      for index in (0..<8).reversed() {
        // The remainder is below 10, so the quotient fits.
        (rest[index], remainder) = UInt64(10).dividingFullWidth((remainder, rest[index]))
      }
      text.append(UInt8(ascii: "0") + UInt8(remainder))
    } while rest != SIMD8(repeating: 0)
    return String(decoding: text.reversed(), as: UTF8.self)
  }
}
