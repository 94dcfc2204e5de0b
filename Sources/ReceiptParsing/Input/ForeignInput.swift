import CMSParsing
import DERParsing
import TextCoding

/// Identifies what was given instead of a receipt, by its beginning.
package enum ForeignInput {
  /// Known beginnings of texts and files. The first match counts; then come ``kinds``.
  private static let beginnings: [(bytes: [UInt8], code: ReceiptError.Code)] = [
    (Array("eyJ".utf8), .jsonWebSignature),
    (Array("-----BEGIN".utf8), .pem),
    (Array("\"".utf8), .jsonString),
    (Array("[".utf8), .jsonObject),
    (Array("{length".utf8), .printedDescription),
    (Array("{ length".utf8), .printedDescription),
    (Array("Optional(".utf8), .printedDescription),
    (Array("receipt-data=".utf8), .formField),
    (Array("data:".utf8), .dataURL),
    ([0xEF, 0xBB, 0xBF], .byteOrderMark),
    ([0xFF, 0xFE], .utf16),
    ([0xFE, 0xFF], .utf16),
    (Array("PK\u{3}\u{4}".utf8), .archive),
    ([0x1F, 0x8B], .archive),
  ]

  /// Kinds that take a closer look, in this order.
  private static let kinds: [(code: ReceiptError.Code, isIt: @Sendable (RawSpan) -> Bool)] = [
    (.transactionReceipt, isPropertyList),
    (.jsonObject, { $0.byte(at: 0) == UInt8(ascii: "{") }),
    (.transactionIdentifier, { $0.byteCount <= 20 && $0.allBytes { 0x30...0x39 ~= $0 } }),
    (.utf16, isUTF16),
    (.hexadecimal, isHexadecimal),
    (.markup, { $0.byte(at: 0) == UInt8(ascii: "<") }),
    (.doubleBase64, isDoubleBase64),
  ]

  /// What the bytes are, if known.
  ///
  /// - Complexity: O(n) for objects, comments, white space and Base64, else O(1).
  package static func code(of text: RawSpan) -> ReceiptError.Code? {
    guard text.byteCount > 0 else { return nil }
    return beginnings.first { text.begins(with: $0.bytes) }?.code
      ?? kinds.first { $0.isIt(text) }?.code
  }

  /// Whether the bytes of a container were decoded as text and encoded again: each byte above 7F has become U+FFFD (EF
  /// BF BD), or two bytes beginning with C2 or C3. Neither is possible in a length, where it would announce more than
  /// 64 length octets.
  static func isDecodedAsText(_ bytes: RawSpan) -> Bool {
    bytes.begins(with: [0x30, 0xEF, 0xBF, 0xBD]) || bytes.begins(with: [0x30, 0xC2])
  }

  /// The error for bytes that are not a container: what they are, if known.
  static func explain(_ error: ReceiptError, _ bytes: RawSpan) -> ReceiptError {
    if isDecodedAsText(bytes) { return ReceiptError(.decodedAsText, at: 0) }
    guard error.code == .malformed else { return error }
    do throws(DERError) {
      _ = try Certificate(derEncoded: bytes)
      return ReceiptError(.certificate, at: 0)
    } catch {}
    // A container is a SEQUENCE that begins with an OBJECT IDENTIFIER.
    let isOther =
      error.der?.code == .unexpectedIdentifier || error.der?.code == .missingElement
    let isContainer = !isOther || error.der?.field != .contentType
    return isContainer ? error : ReceiptError(.notAReceipt, at: 0)
  }

  /// Whether this may be a property list in braces, or a JSON object. White space and comments may be before the brace.
  static func beginsAsPropertyList(_ text: RawSpan) -> Bool {
    let content = Base64Decoding.trimmed(text)
    guard let first = content.first else { return false }
    switch text.byte(at: first) {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "/") where content.count > 1:
      return [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(text.byte(at: first + 1))
    default: return false
    }
  }

  /// A property list in braces has an equals sign after its first key, a JSON object a colon.
  private static func isPropertyList(_ text: RawSpan) -> Bool {
    guard beginsAsPropertyList(text) else { return false }
    var isInside = false
    for offset in 0..<text.byteCount {
      switch text.byte(at: offset) {
      case UInt8(ascii: "{"): isInside = true
      case UInt8(ascii: "=") where isInside: return true
      case UInt8(ascii: ":") where isInside: return false
      default: continue
      }
    }
    return false
  }

  /// Two bytes a character: one of the first two is zero, the other printable.
  private static func isUTF16(_ text: RawSpan) -> Bool {
    guard text.byteCount >= 2 else { return false }
    let (first, second) = (text.byte(at: 0), text.byte(at: 1))
    return (first == 0) != (second == 0) && 0x20...0x7E ~= first | second
  }

  /// Whether the text begins with at least eight digits, with the prefixes and separators that programs print:
  /// `0x3082`, `<3082 0c5a`, `\x3082`, `30:82`.
  private static func isHexadecimal(_ text: RawSpan) -> Bool {
    var digits = 0
    for offset in 0..<min(text.byteCount, 24) {
      switch text.byte(at: offset) {
      case let character where character.digitValue(radix: 16) != nil: digits += 1
      case UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: ">"): continue
      case UInt8(ascii: "<"), UInt8(ascii: "\\"): guard offset == 0 else { return false }
      case UInt8(ascii: "x"): guard offset == 1 else { return false }
      default: return false
      }
    }
    return digits >= 8
  }

  /// Whether this may be the Base64 of a container, or of a property list in braces: the first six bits of the byte 30
  /// are an M and the next two leave A–P, those of 7B are an e and leave w–z, digits, + and /. What begins like a JWS
  /// isn't taken for that.
  static func beginsAsBase64(_ text: RawSpan) -> Bool {
    var next = 1
    while next < text.byteCount,
      Base64Alphabet.values[Int(text.byte(at: next))] == Base64Alphabet.lineBreak
    { next += 1 }
    guard next < text.byteCount else { return false }
    let second = text.byte(at: next)
    switch text.byte(at: 0) {
    case UInt8(ascii: "M"): return UInt8(ascii: "A")...UInt8(ascii: "P") ~= second
    case UInt8(ascii: "e"):
      return 48...63 ~= Base64Alphabet.values[Int(second)] && !text.begins(with: Array("eyJ".utf8))
    default: return false
    }
  }

  /// Whether the first six bits are those of white space, a slash or a brace, as in Base64 of a property list.
  static func beginsAsBase64OfList(_ text: RawSpan) -> Bool {
    switch text.byte(at: 0) {
    case UInt8(ascii: "C"), UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "L"),
      UInt8(ascii: "e"):
      true
    default: false
    }
  }

  /// Whether it is Base64 of the Base64 of a container: `MI` becomes `TU`.
  private static func isDoubleBase64(_ text: RawSpan) -> Bool {
    guard text.begins(with: Array("TU".utf8)) else { return false }
    guard let inner = [UInt8](base64: text) else { return false }
    return inner.withRawSpan { beginsAsBase64($0) }
  }
}
