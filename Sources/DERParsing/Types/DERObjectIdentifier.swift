import TextCoding

/// OBJECT IDENTIFIER, X.690 §8.19: up to 63 contents octets, held without heap memory and compared as
/// bytes, so that no arc is too large.
public struct DERObjectIdentifier: Hashable, Sendable, BitwiseCopyable {
  /// The most contents octets that fit. The longest identifiers in use have about 40.
  public static var maximumByteCount: Int { 63 }

  // The contents octets from the highest byte of the first word on; the lowest byte of the last word is their number.
  private let word0, word1, word2, word3, word4, word5, word6, word7: UInt64

  /// - Precondition: at most ``maximumByteCount`` bytes.
  private init(_ bytes: RawSpan) {
    word0 = bytes.bigEndianWord(at: 0)
    word1 = bytes.bigEndianWord(at: 8)
    let isLong = bytes.byteCount > 16  // few are
    word2 = isLong ? bytes.bigEndianWord(at: 16) : 0
    word3 = isLong ? bytes.bigEndianWord(at: 24) : 0
    word4 = isLong ? bytes.bigEndianWord(at: 32) : 0
    word5 = isLong ? bytes.bigEndianWord(at: 40) : 0
    word6 = isLong ? bytes.bigEndianWord(at: 48) : 0
    let last = isLong ? bytes.bigEndianWord(at: 56) : 0
    word7 = last | UInt64(bytes.byteCount)  // at most 63, so the last byte is free
  }

  /// The number of contents octets.
  public var byteCount: Int { Int(word7 & 0xFF) }

  /// The contents octet at `index`.
  ///
  /// - Precondition: `index` is below ``byteCount``.
  public func byte(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < byteCount)
    let words = SIMD8(word0, word1, word2, word3, word4, word5, word6, word7)
    return UInt8(truncatingIfNeeded: words[index / 8] >> UInt64(56 - index % 8 * 8))
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
    self.init(bytes)
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
    var bytes: [UInt8] = []
    var root: UInt8?
    // With this many splits, the last part of a longer text has a dot.
    let arcs = text.split(
      separator: UInt8(ascii: "."), maxSplits: Self.maximumByteCount + 1,
      omittingEmptySubsequences: false)
    for arc in arcs {
      // No more digits fit, and they would take quadratic time.
      guard 1...Self.maximumArcDigits ~= arc.count, arc.count == 1 || arc.first != UInt8(ascii: "0")
      else { return nil }
      var number = Subidentifier(radix: 128)
      for character in arc {
        guard let digit = character.digitValue() else { return nil }
        number.multiply(by: 10, adding: digit)
      }
      guard let first = root else {
        guard let value = number.digits.first, number.digits.count == 1, value <= 2 else {
          return nil
        }
        root = value
        continue
      }
      if bytes.isEmpty {
        // The first subidentifier holds two arcs: 40·X + Y (§8.19.4).
        guard first == 2 || number.digits.count == 1 && number.digits[0] < 40 else { return nil }
        number.multiply(by: 1, adding: first * 40)
      }
      bytes += number.digits.dropFirst().reversed().map { $0 | 0x80 } + [number.digits[0]]
      guard bytes.count <= Self.maximumByteCount else { return nil }
    }
    guard !bytes.isEmpty else { return nil }
    self = bytes.withRawSpan { DERObjectIdentifier($0) }
  }

  /// How many decimal digits an arc of 63 bytes can have: 2⁴⁴¹ has 133.
  private static var maximumArcDigits: Int { 133 }

  /// Dotted form; arcs beyond 64 bits included.
  ///
  /// - Complexity: quadratic in the bytes of one arc, of which there are at most 63.
  public var description: String {
    var text: [UInt8] = []
    var arc: [UInt8] = []
    for index in 0..<byteCount {
      arc.append(byte(at: index) & 0x7F)
      guard byte(at: index) < 0x80 else { continue }
      if text.isEmpty {
        // The first subidentifier holds two arcs: 40·X + Y (§8.19.4).
        let root = arc.count > 1 ? 2 : min(arc[0] / 40, 2)
        text.appendDecimal(Int64(root))
        arc = Self.difference(arc, root * 40)
      }
      var number = Subidentifier(radix: 10)
      for digit in arc { number.multiply(by: 128, adding: digit) }
      text.append(UInt8(ascii: "."))
      text += number.digits.reversed().map { UInt8(ascii: "0") + $0 }
      arc = []
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A number in base 128, the highest digit first, less a number below 128 that is not larger.
  private static func difference(_ digits: [UInt8], _ small: UInt8) -> [UInt8] {
    var result = digits
    var borrow = small
    for index in digits.indices.reversed() {
      result[index] = (digits[index] &- borrow) & 0x7F
      borrow = digits[index] < borrow ? 1 : 0
    }
    return result
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

/// A number of any size, on its way from decimal form to base 128 or back: one subidentifier of an OBJECT IDENTIFIER.
private struct Subidentifier {
  let radix: Int

  /// The lowest digit first; at least one.
  private(set) var digits: [UInt8] = [0]

  init(radix: Int) {
    self.radix = radix
  }

  /// Multiplies by `factor` and adds `summand`.
  mutating func multiply(by factor: Int, adding summand: UInt8) {
    var carry = Int(summand)
    for index in digits.indices {
      carry += Int(digits[index]) * factor  // two factors up to 128, and less than as much before
      digits[index] = UInt8(carry % radix)
      carry /= radix
    }
    while carry > 0 {
      digits.append(UInt8(carry % radix))
      carry /= radix
    }
  }
}
