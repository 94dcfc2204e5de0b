import DERParsing
import ReceiptParsing

/// Random contents octets.
enum RandomContents {
  static func bytes(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var eight: UInt64 = 0
    for index in 0..<count {
      if index % 8 == 0 { eight = generator.next() }
      bytes.append(UInt8(truncatingIfNeeded: eight))
      eight >>= 8
    }
    return bytes
  }

  /// Makes one byte another one of its kind.
  ///
  /// - Returns: whether there may be another.
  static func change(
    _ bytes: inout [UInt8], at index: Int, _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> Bool {
    switch kind {
    case .bytes:
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case .integer:
      guard index >= 2 else { return false }  // the first two decide about the sign and the length
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case .text, .invalidText, .bundleIdentifier, .date, .time:
      if isDigit(bytes[index]) {
        let beginsNumber = index == 0 || !isDigit(bytes[index - 1])
        bytes[index] = 0x30 + UInt8.random(in: beginsNumber ? 1...9 : 0...9, using: &generator)
      } else {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard letters ~= bytes[index] else { return false }
        bytes[index] = UInt8.random(in: letters, using: &generator)
      }
    }
    return true
  }

  /// An INTEGER with the same sign, which has superfluous bytes only if the original has them (X.690 §8.3.2), and is
  /// 0 only if the original is.
  static func integer(
    like original: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    guard let first = original.first else { return [] }
    if original.allSatisfy({ $0 == 0 }) { return original }
    var bytes = bytes(original.count, using: &generator)
    let sign = first & 0x80
    if original.count > 1, first == 0 || first == 0xFF {
      bytes[0] = first
      bytes[1] = bytes[1] & 0x7F | original[1] & 0x80
    } else {
      // Neither 00 nor FF, so that no byte is superfluous.
      bytes[0] = sign | UInt8.random(in: 1...0x7E, using: &generator)
    }
    return bytes
  }

  /// Text that looks as much like the original as it may: a number for a number, a version for a version, and letters
  /// for everything else.
  static func text(
    like original: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let isVersion = original.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    guard isVersion, original.contains(where: isDigit) else {
      return original.map { _ in
        UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
      }
    }
    var text = original
    for index in original.indices where isDigit(original[index]) {
      // No number begins with 0 unless it did before.
      let beginsNumber = index == 0 || !isDigit(original[index - 1])
      let staysZero =
        beginsNumber && original[index] == 0x30 && index + 1 < original.count
        && isDigit(original[index + 1])
      let range: ClosedRange<UInt8> = beginsNumber && original[index] != 0x30 ? 1...9 : 0...9
      text[index] = staysZero ? 0x30 : 0x30 + UInt8.random(in: range, using: &generator)
    }
    return text
  }

  /// Text that is neither UTF-8 nor ASCII.
  static func invalidText(
    like original: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var text = original.map { _ in
      UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
    }
    if !text.isEmpty { text[0] = UInt8.random(in: 0xF8...0xFF, using: &generator) }
    return text
  }

  private static func isDigit(_ character: UInt8) -> Bool { 0x30...0x39 ~= character }
}
