import AppStoreReceipt
import Foundation
import TextCoding

extension Wrapping {
  /// Encodings of text, and what programs write around it.
  static let text: [Wrapping] = [
    Wrapping(
      "byteOrderMark", "the text starts with a byte order mark (EF BB BF)",
      next: "Write UTF-8 without a mark. To remove it: tail -c +4 FILE"
    ) { input, _ in Array(input.trimmed.dropFirst(3)) },
    Wrapping(
      "utf16", "the text is UTF-16, as PowerShell and some editors write it",
      next: "Write Base64 as ASCII or UTF-8. To convert it: iconv -f UTF-16 -t UTF-8 FILE"
    ) { input, _ in utf8(ofUTF16: input.bytes) },
    Wrapping(
      "pem", "this is PEM text",
      next: "Pass its contents, or only the Base64: grep -v -e ----- FILE"
    ) { input, finding in
      guard let text = PEMText(input.text), !text.isPrivateKey else { return nil }
      finding.message += ": \(text.label)"
      return Array(text.base64.utf8)
    },
    Wrapping(
      "printedDescription", "this is a printed optional, not the value",
      next: "Unwrap the optional before sending it."
    ) { input, _ in
      guard input.text.hasPrefix("Optional("), input.text.hasSuffix(")") else { return nil }
      return input.text.dropFirst(9).dropLast().utf8.filter { $0 != UInt8(ascii: "\"") }
    },
    Wrapping(
      "hexadecimal", "the bytes are in hexadecimal",
      next: "Send Base64: base64EncodedString() in Swift, not description or debugDescription. "
        + "To convert plain digits: xxd -r -p FILE"
    ) { input, _ in bytes(ofHexadecimal: input.text) },
    Wrapping(
      "formField", "this is a form field with its name",
      next: "Pass only the value, percent-decoded."
    ) { input, _ in
      percentDecoded(input.text.prefix { $0 != "&" }.drop { $0 != "=" }.dropFirst())
    },
    Wrapping(
      "dataURL", "this is a data URL", next: "Pass only what follows the comma."
    ) { input, _ in
      let text = input.text
      return text.firstIndex(of: ",").map { percentDecoded(text[$0...].dropFirst()) }
    },
    Wrapping(
      "quotationMarks", of: [.notAReceipt], "the text is quoted",
      next: "Remove the quotation marks, for example by printing without repr."
    ) { input, _ in
      let isPython = input.text.hasPrefix("b'")
      let text = input.text.dropFirst(isPython ? 1 : 0)
      let marks: [Character: Character] = [
        "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "(": ")",
      ]
      guard let first = text.first, text.count > 1, text.last == marks[first] else { return nil }
      // Bytes as Python prints them have more than quotation marks around them.
      return isPython && text.contains("\\x") ? nil : Array(text.dropFirst().dropLast().utf8)
    },
  ]

  private static func percentDecoded(_ value: Substring) -> [UInt8] {
    Array((value.removingPercentEncoding ?? String(value)).utf8)
  }

  /// With or without a mark. Without one, the zero byte of the first letter shows the byte order.
  private static func utf8(ofUTF16 bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isLittleEndian = bytes[0] == 0xFF || bytes[0] != 0xFE && bytes[0] != 0
    let start = bytes[0] >= 0xFE ? 2 : 0
    let units = stride(from: start, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The bytes of hexadecimal in common forms: `0x3082`, `\x3082`, `<3082152c 06092a86>`, `30:82:15`, and dumps of
  /// `xxd` and `hexdump -C`, whose lines have an offset of eight digits, and characters at their end.
  ///
  /// - Returns: `nil` for any other character, and for an odd number of digits.
  private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let first = lines.first else { return nil }
    let isXxd = first.prefix(8).allSatisfy(\.isHexDigit) && first.dropFirst(8).hasPrefix(": ")
    let isHexdump = first.dropFirst(8).hasPrefix("  ") && first.contains("|")
    let separators = Set(" \t:-<>,".utf8)
    var digits: [UInt8] = []
    for var line in lines {
      if isXxd || isHexdump {
        line = line.dropFirst(10)
        // `  0..,` or, with the length in the last line, `  |0..,|`
        if let end = line.firstRange(of: isXxd ? "  " : "  |") { line = line[..<end.lowerBound] }
      }
      let part = line.utf8.filter { !separators.contains($0) }
      let prefix = ["\\x", "0x", "x"].first { part.starts(with: $0.utf8) } ?? ""
      digits += part.dropFirst(prefix.utf8.count)
    }
    let values = digits.compactMap { $0.digitValue(radix: 16) }
    guard values.count == digits.count, !values.isEmpty, values.count.isMultiple(of: 2) else {
      return nil
    }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// The first block of PEM text (RFC 7468), however its Base64 was damaged.
struct PEMText {
  /// The label after BEGIN: `PKCS7`, `CERTIFICATE`.
  let label: String
  /// The lines between BEGIN and END.
  let base64: String

  /// `nil` without a complete block. Skips header lines, as older PEM has them.
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
