import Foundation

extension Wrapping {
  /// What programs write around text, and encodings of text.
  static let text: [Wrapping] = [
    Wrapping(
      "byteOrderMark", "the text begins with a byte order mark (EF BB BF)",
      next: "Write the file as UTF-8 without a mark. To remove it: tail -c +4 FILE"
    ) { Array($0.trimmed.dropFirst(3)) },
    Wrapping(
      "utf16", "the text is UTF-16, as PowerShell and some editors write it",
      next: "Write Base64 as ASCII or UTF-8. To convert it: iconv -f UTF-16 -t UTF-8 FILE"
    ) { utf8(ofUTF16: $0.bytes) },
    Wrapping(
      "pem", "this is PEM text",
      next: "Give what is in it as it is, or its Base64 alone: grep -v -e ----- FILE"
    ) { specimen -> Opened? in
      guard let text = PEMText(specimen.text), !text.isPrivateKey else { return nil }
      return Opened(inner: Array(text.base64.utf8), message: "this is PEM text: \(text.label)")
    },
    Wrapping(
      "printedDescription", "this is what a program prints of an optional value, not the value",
      next: "Unwrap the optional before you send it: let, guard or ?? in Swift."
    ) { specimen in
      guard specimen.text.hasPrefix("Optional("), specimen.text.hasSuffix(")") else { return nil }
      let value = specimen.text.dropFirst(9).dropLast()
      return Array(value.utf8.filter { $0 != UInt8(ascii: "\"") })
    },
    Wrapping(
      "hexadecimal", "the bytes are written in hexadecimal",
      next: "Send Base64: base64EncodedString() in Swift, not description or debugDescription. "
        + "To convert plain digits: xxd -r -p FILE"
    ) { HexadecimalText($0.text)?.bytes },
    Wrapping(
      "formField", "this is the field of a form, with its name",
      next: "Take the value of the field, once its percent signs are decoded."
    ) { specimen in
      let value = specimen.text.prefix { $0 != "&" }.drop { $0 != "=" }.dropFirst()
      return Array((value.removingPercentEncoding ?? String(value)).utf8)
    },
    Wrapping(
      "dataURL", "this is a data URL", next: "Take what stands behind the comma."
    ) { specimen in
      guard let comma = specimen.text.firstIndex(of: ",") else { return nil }
      let value = specimen.text[comma...].dropFirst()
      return Array((value.removingPercentEncoding ?? String(value)).utf8)
    },
    Wrapping(
      "quotationMarks", of: ["notAReceipt"], "there are quotation marks around the text",
      next: "Remove them: printf %s, or print without repr, in the program that wrote the text."
    ) { specimen in
      let text = specimen.text.hasPrefix("b'") ? specimen.text.dropFirst() : specimen.text[...]
      let marks: [Character: Character] = [
        "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "(": ")",
      ]
      guard let first = text.first, text.count > 1, text.last == marks[first] else { return nil }
      return Array(text.dropFirst().dropLast().utf8)
    },
  ]

  /// With a mark or without; without one the order of the bytes shows at the zero of the first letter.
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
