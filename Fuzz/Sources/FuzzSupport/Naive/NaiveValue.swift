/// What X.690 demands of the contents octets of the primitive types, written down without the library: `fault` names the
/// first rule that they break.
public enum NaiveValue {
  /// §8.2, §11.1.
  package static func fault(ofBoolean contents: ArraySlice<UInt8>) -> NaiveFault.Rule? {
    contents == [0x00] || contents == [0xFF] ? nil : .invalidBoolean
  }

  /// §8.3: at least one byte, and the first nine bits are not all equal.
  package static func fault(ofInteger contents: ArraySlice<UInt8>) -> NaiveFault.Rule? {
    guard contents.count > 1 else { return contents.isEmpty ? .emptyInteger : nil }
    let start = contents.startIndex
    let bits = UInt16(contents[start]) * 2 + UInt16(contents[start + 1] / 128)
    return bits == 0 || bits == 0b1_1111_1111 ? .nonMinimalInteger : nil
  }

  package static func isInteger(_ contents: ArraySlice<UInt8>) -> Bool {
    fault(ofInteger: contents) == nil
  }

  /// Whether a type of so many bits holds the INTEGER.
  public static func isInteger(_ contents: ArraySlice<UInt8>, bits: Int, isSigned: Bool) -> Bool {
    fault(ofInteger: contents, bits: bits, isSigned: isSigned) == nil
  }

  package static func fault(
    ofInteger contents: ArraySlice<UInt8>, bits: Int, isSigned: Bool
  ) -> NaiveFault.Rule? {
    if let rule = fault(ofInteger: contents) { return rule }
    let isNegative = contents[contents.startIndex] >= 128
    let isHeld =
      isSigned
      ? contents.count <= bits / 8
      : !isNegative && contents.drop { $0 == 0 }.count <= bits / 8
    return isHeld ? nil : .integerOutOfRange
  }

  /// §8.6.2, §11.2.1.
  package static func fault(ofBitString contents: ArraySlice<UInt8>) -> NaiveFault.Rule? {
    guard let unused = contents.first, unused <= 7, unused == 0 || contents.count > 1 else {
      return .invalidUnusedBits
    }
    guard contents.count > 1 else { return nil }
    return contents[contents.endIndex - 1] % (1 << unused) == 0 ? nil : .nonZeroUnusedBits
  }

  /// §11.2.2, with at most 32 bits.
  package static func fault(ofNamedBitList contents: ArraySlice<UInt8>) -> NaiveFault.Rule? {
    if let rule = fault(ofBitString: contents) { return rule }
    guard contents.count <= 5 else { return .integerOutOfRange }
    guard contents.count > 1 else { return nil }
    let isLastSet = contents[contents.endIndex - 1] & (1 << contents[contents.startIndex]) != 0
    return isLastSet ? nil : .trailingZeroBits
  }

  /// §8.19, with at most 63 bytes, and one more that is looked at.
  package static func fault(ofObjectIdentifier contents: ArraySlice<UInt8>) -> NaiveFault.Rule? {
    guard let last = contents.last else { return .emptyObjectIdentifier }
    var isFirst = true
    for byte in contents.prefix(64) {
      if isFirst && byte == 0x80 { return .nonMinimalSubidentifier }
      isFirst = byte < 128
    }
    return contents.count > 63
      ? .objectIdentifierTooLong : last > 127 ? .truncatedSubidentifier : nil
  }

  /// Whether it is an OBJECT IDENTIFIER, of at most 63 bytes.
  public static func isObjectIdentifier(_ contents: ArraySlice<UInt8>) -> Bool {
    fault(ofObjectIdentifier: contents) == nil
  }

  /// §8.23 and the character sets of X.680 §41; the numbers are the universal tags'.
  package static func fault(
    ofString contents: ArraySlice<UInt8>, tagNumber: Int
  ) -> NaiveFault.Rule? {
    let size = [28: 4, 30: 2][tagNumber] ?? 1
    guard contents.count % size == 0 else { return .invalidStringLength }
    let isRight =
      switch tagNumber {
      case 12: String(validating: contents, as: UTF8.self) != nil
      case 18: contents.allSatisfy { "0123456789 ".utf8.contains($0) }
      case 19: contents.allSatisfy { printable.contains($0) }
      case 20: true
      case 22: contents.allSatisfy { $0 < 128 }
      case 26: contents.allSatisfy { $0 >= 32 && $0 < 127 }
      case 28: groups(contents, of: 4).allSatisfy { $0 <= 0xD7FF || 0xE000...0x10FFFF ~= $0 }
      case 30: groups(contents, of: 2).allSatisfy { !(0xD800...0xDFFF ~= $0) }
      default: false
      }
    return isRight ? nil : .invalidCharacter
  }

  /// Whether it is a string of the type of that universal tag.
  public static func isString(_ contents: ArraySlice<UInt8>, tagNumber: Int) -> Bool {
    fault(ofString: contents, tagNumber: tagNumber) == nil
  }

  private static let printable = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '()+,-./:=?".utf8)

  private static func groups(_ contents: ArraySlice<UInt8>, of count: Int) -> [UInt32] {
    stride(from: contents.startIndex, to: contents.endIndex, by: count).map { start in
      contents[start..<start + count].reduce(0) { $0 * 256 + UInt32($1) }
    }
  }

  /// §11.8 with two digits of a year, §11.7 with four. `nil` if it is none; otherwise the text as 14 digits
  /// `YYYYMMDDhhmmss` and the digits of the fraction.
  package static func time(_ contents: ArraySlice<UInt8>, yearDigits: Int) -> (
    digits: [Int], fraction: [Int]
  )? {
    guard contents.last == UInt8(ascii: "Z") else { return nil }
    let parts = contents.dropLast().split(
      separator: UInt8(ascii: "."), maxSplits: .max, omittingEmptySubsequences: false)
    guard let digits = digits(parts[0]), digits.count == yearDigits + 10,
      parts.count <= (yearDigits == 4 ? 2 : 1)
    else { return nil }
    var fraction: [Int] = []
    if parts.count == 2 {
      guard let found = Self.digits(parts[1]), let last = found.last, last != 0 else { return nil }
      fraction = found
    }
    let century = yearDigits == 4 ? [] : digits[0] >= 5 ? [1, 9] : [2, 0]
    let all = century + digits
    let places: [Range<Int>] = [0..<4, 4..<6, 6..<8, 8..<10, 10..<12, 12..<14]
    let numbers = places.map { all[$0].reduce(0) { $0 * 10 + $1 } }
    guard NaiveCalendar.hasDay(numbers[0], numbers[1], numbers[2]), numbers[3] < 24,
      numbers[4] < 60, numbers[5] < 60
    else { return nil }
    return (all, fraction)
  }

  private static func digits(_ text: ArraySlice<UInt8>) -> [Int]? {
    guard text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return text.map { Int($0) - 0x30 }
  }
}
