/// What X.690 demands of the contents octets of the primitive types, written down without the library.
package enum NaiveValue {
  /// §8.2, §11.1.
  package static func isBoolean(_ contents: ArraySlice<UInt8>) -> Bool {
    contents == [0x00] || contents == [0xFF]
  }

  /// §8.3: at least one byte, and the first nine bits are not all equal.
  package static func isInteger(_ contents: ArraySlice<UInt8>) -> Bool {
    guard contents.count > 1 else { return contents.count == 1 }
    let start = contents.startIndex
    let bits = UInt16(contents[start]) * 2 + UInt16(contents[start + 1] / 128)
    return bits != 0 && bits != 0b1_1111_1111
  }

  /// Whether a type of so many bits holds the INTEGER.
  package static func isInteger(_ contents: ArraySlice<UInt8>, bits: Int, isSigned: Bool) -> Bool {
    guard isInteger(contents) else { return false }
    let isNegative = contents[contents.startIndex] >= 128
    if isSigned { return contents.count <= bits / 8 }
    return !isNegative && contents.drop { $0 == 0 }.count <= bits / 8
  }

  /// §8.6.2, §11.2.1.
  package static func isBitString(_ contents: ArraySlice<UInt8>) -> Bool {
    guard let unused = contents.first, unused <= 7 else { return false }
    guard contents.count > 1 else { return unused == 0 }
    return contents[contents.endIndex - 1] % (1 << unused) == 0
  }

  /// §11.2.2, with at most 32 bits.
  package static func isNamedBitList(_ contents: ArraySlice<UInt8>) -> Bool {
    guard isBitString(contents), contents.count <= 5 else { return false }
    guard contents.count > 1 else { return true }
    return contents[contents.endIndex - 1] & (1 << contents[contents.startIndex]) != 0
  }

  /// §8.19, with at most 63 bytes.
  package static func isObjectIdentifier(_ contents: ArraySlice<UInt8>) -> Bool {
    guard 1...63 ~= contents.count, contents[contents.endIndex - 1] < 128 else { return false }
    var isFirst = true
    for byte in contents {
      if isFirst && byte == 0x80 { return false }
      isFirst = byte < 128
    }
    return true
  }

  /// §8.23 and the character sets of X.680 §41; the numbers are the universal tags'.
  package static func isString(_ contents: ArraySlice<UInt8>, tagNumber: Int) -> Bool {
    switch tagNumber {
    case 12: return String(validating: contents, as: UTF8.self) != nil
    case 18: return contents.allSatisfy { "0123456789 ".utf8.contains($0) }
    case 19: return contents.allSatisfy { printable.contains($0) }
    case 20: return true
    case 22: return contents.allSatisfy { $0 < 128 }
    case 26: return contents.allSatisfy { $0 >= 32 && $0 < 127 }
    case 28:
      guard contents.count % 4 == 0 else { return false }
      return groups(contents, of: 4).allSatisfy { $0 <= 0xD7FF || 0xE000...0x10FFFF ~= $0 }
    case 30:
      guard contents.count % 2 == 0 else { return false }
      return groups(contents, of: 2).allSatisfy { !(0xD800...0xDFFF ~= $0) }
    default: return false
    }
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
    let numbers = [all[0..<4], all[4..<6], all[6..<8], all[8..<10], all[10..<12], all[12..<14]]
      .map { $0.reduce(0) { $0 * 10 + $1 } }
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
