import Foundation

/// Bytes in hexadecimal as programs write them: `0x3082`, `\x3082`, `<3082152c 06092a86>`, `30:82:15`, and dumps of
/// `xxd` and `hexdump -C` with offsets before and characters behind.
struct HexadecimalText {
  let bytes: [UInt8]

  /// `nil` if anything else is in the text, or half a byte.
  init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let frame = lines.first.map({ Frame($0) }) else { return nil }
    let digits = lines.flatMap { frame.digits(of: $0) }
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// What stands around the digits of each line.
  private enum Frame {
    case none
    /// `00000000: 3082 152c  0..,`
    case xxd
    /// `00000000  30 82 15 2c  |0..,|`, and the length in a last line.
    case hexdump

    init(_ line: Substring) {
      let rest = line.dropFirst(8)
      self = line.prefix(8).allSatisfy(\.isHexDigit) && rest.hasPrefix(": ") ? .xxd : .none
      if case .none = self, rest.hasPrefix("  "), rest.contains("|") { self = .hexdump }
    }

    /// The digits of a line, and whatever else is no separator.
    func digits(of line: Substring) -> [UInt8] {
      switch self {
      case .none: Self.digits(line)
      case .xxd: Self.digits(Self.part(of: line.dropFirst(10), before: "  "))
      case .hexdump: Self.digits(Self.part(of: line.dropFirst(10), before: "  |"))
      }
    }

    private static func part(of line: Substring, before end: String) -> Substring {
      line.firstRange(of: end).map { line[..<$0.lowerBound] } ?? line
    }

    private static func digits(_ line: Substring) -> [UInt8] {
      let separators: Set<UInt8> = Set(" \t:-<>,".utf8)
      var digits = line.utf8.filter { !separators.contains($0) }
      for prefix in ["\\x", "0x", "x"] where digits.starts(with: prefix.utf8) {
        digits.removeFirst(prefix.utf8.count)
        break
      }
      return digits
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
