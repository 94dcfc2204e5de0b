import CMSParsing
import DERParsing
import FuzzSupport
import ReceiptTesting

// What tests make of encodings of their own, and the identifiers that certificates give to keys.

extension TestingProperty {
  private static let tagNumbers: [UInt32] = [
    0, 30, 31, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455, 268_435_456,
    536_870_911,
  ]
  private static let counts = [0, 1, 127, 128, 255, 256, 65_535, 65_536]
  private static let classes: [(tagClass: DERIdentifier.TagClass, form: UInt8)] = [
    (.universal, 0x00), (.application, 0x40), (.contextSpecific, 0x80), (.private, 0xC0),
  ]

  /// A header is that of X.690, whatever tag and length are; numbers and texts are what they say; a SET is in order.
  static func checkEncodings(_ input: [UInt8]) {
    var choices = Choices(input)
    let (number, count) = (choices.pick(tagNumbers), choices.pick(counts))
    let (kind, isConstructed) = (choices.pick(classes), choices.below(2) == 1)
    guard
      let identifier = DERIdentifier(
        kind.tagClass, constructed: isConstructed, tagNumber: number)
    else { return require(false, "an identifier of number \(number)") }
    let contents = [UInt8](repeating: 0x5A, count: count)
    let header = NaiveHeader.encoding(
      kind.form | (isConstructed ? 0x20 : 0), Int(number), length: count)
    let encoding = DEREncoding(identifier, contents: contents)
    require(encoding.bytes == header + contents, "\(identifier) of \(count) bytes")
    guard count < 256 else { return }

    let parts = [input, Array(input.suffix(3)), Array(input.prefix(3)), contents]
    let strings = parts.map { DEREncoding.octetString($0) }
    let naive = parts.map { Message.element(0x04, $0) }
    require(strings.map(\.bytes) == naive, "strings of bytes")
    let sequence = DEREncoding.sequence(strings[0], strings[1])
    require(sequence.bytes == Message.element(0x30, naive[0] + naive[1]), "in their order")
    let sorted = naive.sorted { $0.lexicographicallyPrecedes($1) }
    require(
      DEREncoding.set(of: strings).bytes == Message.element(0x31, Array(sorted.joined())),
      "in ascending order")
    let list = DEREncoding(identifier, elements: strings).bytes
    require(
      list == DEREncoding(identifier, contents: Array(naive.joined())).bytes, "one after another")
    let text = String(decoding: input, as: UTF8.self)
    let texts = [DEREncoding.utf8String(text).bytes, DEREncoding.ia5String(text).bytes]
    let utf8 = Array(text.utf8)
    require(texts == [Message.element(0x0C, utf8), Message.element(0x16, utf8)], text)
    // Of as many bytes as the input has, up to eight.
    let bits = input.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    for value in [Int64(bitPattern: bits), ~Int64(bitPattern: bits)] {
      require(
        DEREncoding.integer(value).bytes == ChosenPayload.integer(Int(value)), "\(value)")
    }
  }

  /// A key is identified by its SHA-1 (RFC 5280 §4.2.1.2, method 1), in its own certificate and in one that it signs.
  static func checkKeyIdentifiers(_ encodings: [[UInt8]]) {
    let identifiers = encodings.map { encoding -> [UInt8] in
      guard let certificate = try? Certificate(derEncoded: encoding) else { return [] }
      let key = certificate.tbsCertificate.subjectPublicKeyInfo.subjectPublicKey.bytesRange
      return NaiveHash.sha1.digest(Array(encoding[key]))
    }
    for (place, encoding) in encodings.enumerated() {
      // Both extensions with their OCTET STRINGs.
      let own: [UInt8] = [0x06, 3, 0x55, 0x1D, 0x0E, 0x04, 0x16, 0x04, 0x14]
      require(encoding.hasBytes(own + identifiers[place]), "the key of certificate \(place)")
      guard place + 1 < encodings.count else { continue }
      let issuers: [UInt8] = [0x06, 3, 0x55, 0x1D, 0x23, 0x04, 0x18, 0x30, 0x16, 0x80, 0x14]
      require(
        encoding.hasBytes(issuers + identifiers[place + 1]), "who signed certificate \(place)")
    }
  }
}
