import FuzzSupport
import ReceiptRedaction

// What stays where nobody can read a message.

extension RedactionProperty {
  /// Elements that a message or a certificate may have, and whether they stay.
  private static let parts: [(tag: UInt8, contents: [UInt8], stays: Bool)] = [
    // domainComponent, id-signedData, signingCertificateV2, SHA-1, commonName, and SHA-256.
    (0x06, [0x09, 0x92, 0x26, 0x89, 0x93, 0xF2, 0x2C, 0x64, 0x01, 0x19], true),
    (0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02], true),
    (0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x02, 0x2F], true),
    (0x06, [0x2B, 0x0E, 0x03, 0x02, 0x1A], true),
    (0x06, [0x55, 0x04, 0x03], true),
    (0x06, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01], true),
    // As long as there are any, and longer, in Apple's name.
    (0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63] + Array("abcdef".utf8), true),
    (0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63] + Array("abcdefg".utf8), false),
    // A UUID, a standard of ISO, one of the ITU, and texts.
    (0x06, [0x69, 0x83, 0xF8, 0x9C, 0xB1, 0xD6, 0x21, 0x5E, 0x33], false),
    (0x06, [0x28, 0xC6, 0x12, 0x01, 0x84, 0x2D], false),
    (0x06, [0x08, 0x82, 0x06, 0x81, 0x1C, 0x0A], false),
    (0x06, Array("com.example".utf8), false),
    (0x06, Array("*.example.com".utf8), false),
    (0x06, Array("+49 30 1234567".utf8), false),
    // A version, a serial number, what a key may be used for, and a key.
    (0x02, [0x03], true), (0x02, [0x12, 0x34, 0x56], false),
    (0x0A, [0x01], true), (0x0A, [0x12, 0x34, 0x56], false),
    (0x03, [0x05, 0xA0], true), (0x03, [0x07, 0x04, 0x80], true),
    (0x03, [0x00, 0x04, 0xF1, 0x5C], false),
  ]

  /// What says how a message is made stays, and nothing else does.
  static func checkParts(seed: Int) {
    let elements = parts.map { Message.element($0.tag, $0.contents) }
    let bytes = Message.element(0x30, Array(elements.joined()))
    guard let result = redacted(bytes, seed: seed)?.bytes else {
      return require(false, "not redacted: \(bytes.hexadecimal)")
    }
    var end = bytes.count - elements.joined().count
    for (part, element) in zip(parts, elements) {
      end += element.count
      let contents = result[end - part.contents.count..<end]
      require(contents.elementsEqual(part.contents) == part.stays, "\(part) becomes \(contents)")
    }
  }

  /// Of an element of indefinite length, the contents of what is inside become others.
  static func checkIndefinite(seed: Int) {
    let letters = Array("Attributes are so".utf8)
    let inner = Message.element(0x0C, letters)
    for tag in [0x24, 0x30, 0x31, 0xA0] as [UInt8] {
      let value = [tag, 0x80] + inner + [0, 0]
      let (bytes, payload) = Message.signed(attribute(0x4321, value))
      for given in [bytes, bytes + [0]] {
        guard let result = redacted(given, seed: seed)?.bytes else {
          return require(false, "not redacted: \(given.hexadecimal)")
        }
        let other = result[payload.upperBound - value.count..<payload.upperBound]
        let text = other.dropFirst(4).dropLast(2)
        require(
          other.prefix(4) == value.prefix(4) && other.suffix(2) == [0, 0]
            && !text.elementsEqual(letters)
            && text.allSatisfy { 0x61...0x7A ~= $0 },
          "\(value.hexadecimal) becomes \(Array(other).hexadecimal)")
      }
    }
  }

  /// A value that is nearly an encoding is replaced as a whole: other identifiers than receipts have, strings of
  /// indefinite length, lengths of five octets, an element that is longer than its place, and one in excess.
  static func checkNearly(seed: Int) {
    let secret = Array("Attributes are so".utf8)
    let known = Message.element(0x30, Message.element(0x0C, secret))
    let strange = (0x41...0x44).flatMap {
      Message.element($0, Message.element($0, Array("ab".utf8)))
    }
    let values: [[UInt8]] = [
      strange, known + strange, Message.element(0x30, strange),
      [0x0C, 0x80] + known + [0, 0], [0x04, 0x80] + known + [0, 0],
      [0x30, 0x85, 0, 0, 0, 0, UInt8(known.count)] + known,
      [0x30, UInt8(known.count + 1)] + known, known + [0x30], known + [0x05, 0x80, 0],
    ]
    for value in values {
      // Of a known type, what begins with an encoding is read as far as it goes.
      let (bytes, payload) = Message.signed(attribute(0x4321, value))
      for given in [bytes, bytes + [0]] {
        guard let result = redacted(given, seed: seed)?.bytes else {
          return require(false, "not redacted: \(given.hexadecimal)")
        }
        let place = payload.upperBound - value.count..<payload.upperBound
        // The header of one that is whole, and by chance hardly more than two.
        let same = place.count { result[$0] == given[$0] }
        require(same < 8, "\(value.hexadecimal) becomes \(Array(result[place]).hexadecimal)")
      }
    }
  }
}
