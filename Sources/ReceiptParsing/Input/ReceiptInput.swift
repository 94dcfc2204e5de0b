import CMSParsing
import DERParsing

/// Finds out what was given in place of the bytes of a container.
package struct ReceiptInput {
  /// The bytes of something that may be a container.
  package let bytes: [UInt8]
  package let isBase64: Bool

  /// Takes `bytes` as they are if they begin as DER or BER does, and decodes them if they are Base64 text.
  ///
  /// - Throws: ``ReceiptError`` that names what the input is instead.
  package init(
    _ given: [UInt8], limits: ReceiptLimits, spacesArePlusSigns: Bool
  ) throws(ReceiptError) {
    // Base64 makes four characters of three bytes, and may have line breaks.
    let maximum = limits.der.maximumInputBytes
    guard given.count - maximum <= maximum else {  // twice the maximum might overflow
      throw ReceiptError(.tooLarge, at: 0)
    }
    if Self.beginsAsContainer(given) {
      bytes = given
      isBase64 = false
    } else {
      bytes = try given.withRawSpan { (text) throws(ReceiptError) in
        try Self.decode(text, spacesArePlusSigns: spacesArePlusSigns)
      }
      isBase64 = true
    }
    guard bytes.count <= maximum else {
      throw ReceiptError(.tooLarge, at: 0)
    }
  }

  /// The identifier octet that every container begins with.
  private static var sequenceByte: UInt8 { 0x30 }

  private static func decode(
    _ text: RawSpan, spacesArePlusSigns: Bool
  ) throws(ReceiptError) -> [UInt8] {
    let content = Base64Decoding.trimmed(text)
    guard !content.isEmpty else { throw ReceiptError(.empty, at: 0) }
    guard beginsAsBase64(text.extracting(content)) else {
      throw ReceiptError(ForeignInput.code(of: text.extracting(content)) ?? .notAReceipt, at: 0)
    }
    let bytes = try Base64Decoding(text, spacesArePlusSigns: spacesArePlusSigns).bytes
    guard bytes.first == sequenceByte else {
      let code = bytes.withRawSpan { ForeignInput.code(of: $0) }
      throw ReceiptError(code == .transactionReceipt ? .transactionReceipt : .notAReceipt, at: 0)
    }
    return bytes
  }

  /// Whether the first byte is a container's, and what follows is not text that begins with the digit 0.
  package static func beginsAsContainer(_ bytes: [UInt8]) -> Bool {
    bytes.first == sequenceByte && !bytes.prefix(16).dropFirst().allSatisfy { 0x20...0x7E ~= $0 }
      || bytes == [sequenceByte]
  }

  /// Whether this may be the Base64 of a container, or of a property list in braces: the first six bits of the
  /// byte 30 are an M and the next two leave A–P, those of 7B are an e and leave w–z, digits, + and /. What begins as a
  /// JWS does is none.
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
      let isJWS =
        second == UInt8(ascii: "y") && text.byteCount > 2 && text.byte(at: 2) == UInt8(ascii: "J")
      return 48...63 ~= Base64Alphabet.values[Int(second)] && !isJWS
    default: return false
    }
  }

  /// The error to report for bytes that are no container: what they are, if they are something known.
  static func explain(_ error: ReceiptError, _ bytes: RawSpan) -> ReceiptError {
    if ForeignInput.isDecodedAsText(bytes) { return ReceiptError(.decodedAsText, at: 0) }
    guard error.code == .malformed else { return error }
    let isCertificate: Bool
    do {
      _ = try Certificate(derEncoded: bytes)
      isCertificate = true
    } catch {
      isCertificate = false
    }
    if isCertificate { return ReceiptError(.certificate, at: 0) }
    // A container is a SEQUENCE that begins with an OBJECT IDENTIFIER.
    let isOther =
      error.der?.code == .unexpectedIdentifier || error.der?.code == .missingElement
    let isContainer = !isOther || error.der?.field != .contentType
    return isContainer ? error : ReceiptError(.notAReceipt, at: 0)
  }
}
