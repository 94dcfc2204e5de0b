import FuzzSupport
import ReceiptRedaction

// What stays where nobody can read a message.

extension RedactionProperty {
  /// Contents of an OBJECT IDENTIFIER, and whether a message or a certificate may have it.
  private static let identifiers: [(contents: [UInt8], isKnown: Bool)] = [
    // domainComponent, id-signedData, signingCertificateV2, SHA-1, commonName, and SHA-256.
    ([0x09, 0x92, 0x26, 0x89, 0x93, 0xF2, 0x2C, 0x64, 0x01, 0x19], true),
    ([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02], true),
    ([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x02, 0x2F], true),
    ([0x2B, 0x0E, 0x03, 0x02, 0x1A], true),
    ([0x55, 0x04, 0x03], true),
    ([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01], true),
    // A UUID, a standard of ISO, one of the ITU, and texts.
    ([0x69, 0x83, 0xF8, 0x9C, 0xB1, 0xD6, 0x21, 0x5E, 0x33], false),
    ([0x28, 0xC6, 0x12, 0x01, 0x84, 0x2D], false),
    ([0x08, 0x82, 0x06, 0x81, 0x1C, 0x0A], false),
    (Array("com.example".utf8), false),
    (Array("*.example.com".utf8), false),
    (Array("+49 30 1234567".utf8), false),
  ]

  /// Identifiers stay that messages and certificates have, and no others.
  static func checkIdentifiers(seed: Int) {
    let elements = identifiers.map { Message.element(0x06, $0.contents) }
    let bytes = Message.element(0x30, Array(elements.joined()))
    guard let result = redacted(bytes, seed: seed)?.bytes else {
      return require(false, "not redacted: \(bytes.hexadecimal)")
    }
    var end = bytes.count - elements.joined().count
    for (identifier, element) in zip(identifiers, elements) {
      end += element.count
      let contents = result[end - identifier.contents.count..<end]
      require(
        contents.elementsEqual(identifier.contents) == identifier.isKnown,
        "\(identifier) becomes \(contents)")
    }
  }
}
