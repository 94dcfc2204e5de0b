import Foundation

extension Wrapping {
  /// Encodings of text, and what programs write around it.
  static let text: [Wrapping] = [
    Wrapping(
      "byteOrderMark", "the text starts with a byte order mark (EF BB BF)",
      next: "Write UTF-8 without a mark. To remove it: tail -c +4 FILE"
    ) { Array($0.trimmed.dropFirst(3)) },
    Wrapping(
      "utf16", "the text is UTF-16, as PowerShell and some editors write it",
      next: "Write Base64 as ASCII or UTF-8. To convert it: iconv -f UTF-16 -t UTF-8 FILE"
    ) { utf8(ofUTF16: $0.bytes) },
    Wrapping(
      "pem", "this is PEM text",
      next: "Pass its contents, or only the Base64: grep -v -e ----- FILE"
    ) { specimen -> Opened? in
      guard let text = PEMText(specimen.text), !text.isPrivateKey else { return nil }
      return Opened(inner: Array(text.base64.utf8), message: "this is PEM text: \(text.label)")
    },
    Wrapping(
      "printedDescription", "this is a printed optional, not the value",
      next: "Unwrap the optional before sending it."
    ) { specimen in
      guard specimen.text.hasPrefix("Optional("), specimen.text.hasSuffix(")") else { return nil }
      let value = specimen.text.dropFirst(9).dropLast()
      return Array(value.utf8.filter { $0 != UInt8(ascii: "\"") })
    },
    Wrapping(
      "hexadecimal", "the bytes are in hexadecimal",
      next: "Send Base64: base64EncodedString() in Swift, not description or debugDescription. "
        + "To convert plain digits: xxd -r -p FILE"
    ) { HexadecimalText($0.text)?.bytes },
    Wrapping(
      "formField", "this is a form field with its name",
      next: "Pass only the value, percent-decoded."
    ) { specimen in
      let value = specimen.text.prefix { $0 != "&" }.drop { $0 != "=" }.dropFirst()
      return Array((value.removingPercentEncoding ?? String(value)).utf8)
    },
    Wrapping(
      "dataURL", "this is a data URL", next: "Pass only what follows the comma."
    ) { specimen in
      guard let comma = specimen.text.firstIndex(of: ",") else { return nil }
      let value = specimen.text[comma...].dropFirst()
      return Array((value.removingPercentEncoding ?? String(value)).utf8)
    },
    Wrapping(
      "quotationMarks", of: ["notAReceipt"], "the text is quoted",
      next: "Remove the quotation marks, for example by printing without repr."
    ) { specimen in
      let text = specimen.text.hasPrefix("b'") ? specimen.text.dropFirst() : specimen.text[...]
      let marks: [Character: Character] = [
        "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "(": ")",
      ]
      guard let first = text.first, text.count > 1, text.last == marks[first] else { return nil }
      // Bytes as Python prints them have more than quotation marks around them.
      guard !specimen.text.hasPrefix("b'") || !text.contains("\\x") else { return nil }
      return Array(text.dropFirst().dropLast().utf8)
    },
  ]

  /// With or without a mark. Without one, the zero byte of the first letter shows the byte order.
  private static func utf8(ofUTF16 bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isLittleEndian = bytes[0] == 0xFF || bytes[0] != 0xFE && bytes[0] != 0
    let hasMark = bytes[0] >= 0xFE
    let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// The first block of PEM text (RFC 7468).
struct PEMText {
  /// The label after BEGIN: `PKCS7`, `CERTIFICATE`.
  let label: String
  /// The lines between BEGIN and END.
  let base64: String

  /// `nil` without a complete block. Skips the header lines of old PEM.
  init?(_ text: String) {
    let dashes = "-----"
    guard let begin = text.range(of: dashes + "BEGIN "),
      let close = text.range(of: dashes, range: begin.upperBound..<text.endIndex)
    else { return nil }
    label = String(text[begin.upperBound..<close.lowerBound])
    guard
      let end = text.range(
        of: dashes + "END \(label)" + dashes, range: close.upperBound..<text.endIndex)
    else { return nil }
    base64 = text[close.upperBound..<end.lowerBound].split(whereSeparator: \.isNewline)
      .filter { !$0.contains(":") }.joined(separator: "\n")
  }

  var isPrivateKey: Bool { label.hasSuffix("PRIVATE KEY") }
}

/// Hexadecimal in common forms: `0x3082`, `\x3082`, `<3082152c 06092a86>`, `30:82:15`, and dumps of `xxd` and
/// `hexdump -C` with offsets and characters.
struct HexadecimalText {
  let bytes: [UInt8]

  /// `nil` for any other character, and for an odd number of digits.
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

  /// What surrounds the digits of each line.
  private enum Frame {
    case none
    /// `00000000: 3082 152c  0..,`
    case xxd
    /// `00000000  30 82 15 2c  |0..,|`, with the length in the last line.
    case hexdump

    init(_ line: Substring) {
      let rest = line.dropFirst(8)
      self = line.prefix(8).allSatisfy(\.isHexDigit) && rest.hasPrefix(": ") ? .xxd : .none
      if case .none = self, rest.hasPrefix("  "), rest.contains("|") { self = .hexdump }
    }

    /// All characters of a line except separators.
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
