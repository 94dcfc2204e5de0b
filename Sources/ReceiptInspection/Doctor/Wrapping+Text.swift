import ReceiptParsing
import TextCoding

extension Wrapping {
  /// Encodings of text, and what programs write around it.
  static let text: [Wrapping] = [
    Wrapping(
      .byteOrderMark, "the text starts with a byte order mark (EF BB BF)",
      next: "Write UTF-8 without a mark. To remove it: tail -c +4 FILE"
    ) { input, _ in Array(input.trimmed.dropFirst(3)) },
    Wrapping(
      .utf16, "the text is UTF-16, as PowerShell and some editors write it",
      next: "Write Base64 as ASCII or UTF-8. To convert it: iconv -f UTF-16 -t UTF-8 FILE"
    ) { input, _ in utf8(ofUTF16: input.bytes) },
    Wrapping(
      .pem, "this is PEM text",
      next: "Pass its contents, or only the Base64: grep -v -e ----- FILE"
    ) { input, finding in
      guard !input.trimmed.hasPEMOfPrivateKey, let text = PEMText(input.trimmed) else { return nil }
      finding.message += ": \(text.label)"
      return text.base64
    },
    Wrapping(
      .printedDescription, "this is a printed optional, not the value",
      next: "Unwrap the optional before sending it."
    ) { input, _ in
      guard input.trimmed.begins(with: "Optional("), input.trimmed.ends(with: ")") else {
        return nil
      }
      return input.trimmed.dropFirst(9).dropLast().filter { $0 != UInt8(ascii: "\"") }
    },
    Wrapping(
      .hexadecimal, "the bytes are in hexadecimal",
      next: "Send Base64: base64EncodedString() in Swift, not description or debugDescription. "
        + "To convert plain digits: xxd -r -p FILE"
    ) { input, _ in bytes(ofHexadecimal: input.trimmed) },
    Wrapping(
      .formField, "this is a form field with its name",
      next: "Pass only the value, percent-decoded."
    ) { input, _ in
      let field = input.trimmed.prefix { $0 != UInt8(ascii: "&") }
      return percentDecoded(field.drop { $0 != UInt8(ascii: "=") }.dropFirst())
    },
    Wrapping(
      .dataURL, "this is a data URL", next: "Pass only what follows the comma."
    ) { input, _ in
      let content = input.trimmed.drop { $0 != UInt8(ascii: ",") }
      return content.isEmpty ? nil : percentDecoded(content.dropFirst())
    },
    Wrapping(
      "quotationMarks", of: [.notAReceipt], "the text is quoted",
      next: "Remove the quotation marks, for example by printing without repr."
    ) { input, _ in
      let isPython = input.trimmed.begins(with: "b'")
      let text = input.trimmed.dropFirst(isPython ? 1 : 0)
      let marks = [("'", "'"), ("`", "`"), ("“", "”"), ("‘", "’"), ("«", "»"), ("(", ")")]
      guard let (open, close) = marks.first(where: { text.begins(with: $0.0) }) else { return nil }
      let content = text.dropFirst(open.utf8.count)
      // Bytes as Python prints them have more than quotation marks around them.
      guard content.ends(with: close), !isPython || !content.contains("\\x") else { return nil }
      return Array(content.dropLast(close.utf8.count))
    },
  ]

  private static func percentDecoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    value.percentDecoded ?? Array(value)
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
  private static func bytes(ofHexadecimal text: ArraySlice<UInt8>) -> [UInt8]? {
    let lines = text.split { $0.endsLine }
    guard let first = lines.first else { return nil }
    let isOffset = first.prefix(8).allSatisfy { $0.digitValue(radix: 16) != nil }
    let isXxd = isOffset && first.dropFirst(8).begins(with: ": ")
    let isHexdump = first.dropFirst(8).begins(with: "  ") && first.contains("|")
    let separators = Array(" \t:-<>,".utf8)
    var digits: [UInt8] = []
    for var line in lines {
      if isXxd || isHexdump {
        line = line.dropFirst(10)
        // `  0..,` or, with the length in the last line, `  |0..,|`
        if let end = line.place(of: (isXxd ? "  " : "  |").utf8) { line = line[..<end] }
      }
      let part = line.filter { !separators.contains($0) }
      let prefix = ["\\x", "0x", "x"].first { part.begins(with: $0) } ?? ""
      digits += part.dropFirst(prefix.utf8.count)
    }
    let values = digits.compactMap { $0.digitValue(radix: 16) }
    guard values.count == digits.count, !values.isEmpty, values.count.isMultiple(of: 2) else {
      return nil
    }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

extension UInt8 {
  /// Whether this character ends a line.
  var endsLine: Bool { 0x0A...0x0D ~= self }
}

/// The first block of PEM text (RFC 7468), however its Base64 was damaged.
struct PEMText {
  /// The label after BEGIN: `PKCS7`, `CERTIFICATE`.
  let label: String
  /// The lines between BEGIN and END.
  let base64: [UInt8]

  /// `nil` without a complete block. Skips header lines, as older PEM has them.
  init?(_ text: ArraySlice<UInt8>) {
    let (begin, dashes) = (Array("-----BEGIN ".utf8), Array("-----".utf8))
    guard let start = text.place(of: begin) else { return nil }
    let rest = text[start...].dropFirst(begin.count)
    guard let labelEnd = rest.place(of: dashes) else { return nil }
    let label = rest[..<labelEnd]
    let contents = rest[labelEnd...].dropFirst(dashes.count)
    guard let end = contents.place(of: "-----END ".utf8 + label + dashes) else { return nil }
    self.label = String(decoding: label, as: UTF8.self)
    base64 = Array(
      contents[..<end].split { $0.endsLine }.filter { !$0.contains(UInt8(ascii: ":")) }
        .joined(separator: [UInt8(ascii: "\n")]))
  }
}
