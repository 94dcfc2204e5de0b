import CMSParsing
import DERParsing

/// Finds out what was given in place of the octets of a container.
package struct ReceiptInput {
  /// The octets of something that may be a container.
  package let octets: [UInt8]
  package let isBase64: Bool

  /// Takes `octets` as they are if they begin as DER or BER does, and decodes them if they are Base64 text.
  ///
  /// - Throws: ``ReceiptError`` that names what the input is instead.
  package init(
    _ given: [UInt8], limits: ReceiptLimits, spacesArePlusSigns: Bool
  ) throws(ReceiptError) {
    // Base64 makes four characters of three octets, and may have line breaks.
    let maximum = limits.der.maximumInputOctets
    guard given.count - maximum <= maximum else {  // twice the maximum might overflow
      throw ReceiptError(.tooLarge, at: 0)
    }
    if Self.beginsAsContainer(given) {
      octets = given
      isBase64 = false
    } else {
      octets = try given.withRawSpan { (text) throws(ReceiptError) in
        try Self.decode(text, spacesArePlusSigns: spacesArePlusSigns)
      }
      isBase64 = true
    }
    guard octets.count <= maximum else {
      throw ReceiptError(.tooLarge, at: 0)
    }
  }

  /// The identifier octet that every container begins with.
  private static var sequenceOctet: UInt8 { 0x30 }

  private static func decode(
    _ text: RawSpan, spacesArePlusSigns: Bool
  ) throws(ReceiptError) -> [UInt8] {
    let content = Base64Decoding.trimmed(text)
    guard !content.isEmpty else { throw ReceiptError(.empty, at: 0) }
    guard beginsAsBase64(text.extracting(content)) else {
      throw ReceiptError(ForeignInput.code(of: text.extracting(content)) ?? .notAReceipt, at: 0)
    }
    let octets = try Base64Decoding(text, spacesArePlusSigns: spacesArePlusSigns).octets
    guard octets.first == sequenceOctet else {
      let code = octets.withRawSpan { ForeignInput.code(of: $0) }
      throw ReceiptError(code == .transactionReceipt ? .transactionReceipt : .notAReceipt, at: 0)
    }
    return octets
  }

  /// Whether the first octet is a container's, and what follows is not text that begins with the digit 0.
  static func beginsAsContainer(_ octets: [UInt8]) -> Bool {
    octets.first == sequenceOctet && !octets.prefix(16).dropFirst().allSatisfy { 0x20...0x7E ~= $0 }
      || octets == [sequenceOctet]
  }

  /// Whether this may be the Base64 of a container, or of a property list in braces: the first six bits of the
  /// octet 30 are an M and the next two leave A–P, those of 7B are an e and leave w–z, digits, + and /. What begins as a
  /// JWS does is none.
  static func beginsAsBase64(_ text: RawSpan) -> Bool {
    var next = 1
    while next < text.byteCount,
      Base64Alphabet.values[Int(text.octet(at: next))] == Base64Alphabet.lineBreak
    { next += 1 }
    guard next < text.byteCount else { return false }
    let second = text.octet(at: next)
    switch text.octet(at: 0) {
    case UInt8(ascii: "M"): return UInt8(ascii: "A")...UInt8(ascii: "P") ~= second
    case UInt8(ascii: "e"):
      let isJWS =
        second == UInt8(ascii: "y") && text.byteCount > 2 && text.octet(at: 2) == UInt8(ascii: "J")
      return 48...63 ~= Base64Alphabet.values[Int(second)] && !isJWS
    default: return false
    }
  }

  /// The error to report for octets that are no container: what they are, if they are something known.
  static func explain(_ error: ReceiptError, _ octets: RawSpan) -> ReceiptError {
    if ForeignInput.isDecodedAsText(octets) { return ReceiptError(.decodedAsText, at: 0) }
    guard error.code == .malformed else { return error }
    let isCertificate: Bool
    do {
      _ = try Certificate(derEncoded: octets)
      isCertificate = true
    } catch {
      isCertificate = false
    }
    if isCertificate { return ReceiptError(.certificate, at: 0) }
    // A container is a SEQUENCE that begins with an OBJECT IDENTIFIER.
    let isOther =
      error.der?.code == .unexpectedIdentifier || error.der?.code == .missingElement
    let isContainer = !isOther || error.der?.field != .contentInfoContentType
    return isContainer ? error : ReceiptError(.notAReceipt, at: 0)
  }
}
