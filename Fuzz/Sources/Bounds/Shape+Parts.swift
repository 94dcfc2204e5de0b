extension Shape {
  /// Receipts with too many of what stands beside the payload.
  static let messageParts: [Shape] = [
    of("tiny certificates") { message([], certificates: repeated([0x30, 0x03, 2, 1, 1], $0)) },
    of("certificates that end too early") { count in
      let certificate = tinyCertificate(1)
      let broken = element(0x30, Array(certificate.dropFirst(3).dropLast(12)))
      return message([], certificates: repeated(broken, count))
    },
    of("certificates of other types") {
      message([], certificates: repeated([0xA1, 0x02, 0x05, 0x00], $0))
    },
    of("certificates that all differ") {
      message([], certificates: numbered($0) { tinyCertificate($0) })
    },
    of("the same certificate again and again") {
      message([], certificates: repeated(tinyCertificate(1), $0))
    },
    of("certificates, good and bad by turns") {
      message(
        [],
        certificates: numbered($0) {
          $0 % 2 == 0 ? tinyCertificate($0) : [0x30, 0x03, 2, 1, 1]
        })
    },
    of("BER round certificates that all differ") {
      berMessage([[0x31, 0x00]], certificates: numbered($0) { tinyCertificate($0) })
    },
    of("signers") {
      changed { message, count in message.signers = repeated(Message.signer(), count) }($0)
    },
    of("signers that are none") {
      changed { message, count in message.signers = repeated([0x30, 0x00], count) }($0)
    },
    of("signers and certificates") {
      changed { message, count in
        message.signers = numbered(count / 2) { Message.signer(serial: $0) }
        message.certificates = numbered(count / 2) { tinyCertificate($0) }
      }($0)
    },
    of("signers and certificates of others") {
      changed { message, count in
        message.signers = numbered(count / 2) { Message.signer(serial: -1 - $0) }
        message.certificates = numbered(count / 2) { tinyCertificate($0) }
      }($0)
    },
    of("digest algorithms") {
      changed { message, count in
        message.digestAlgorithms = repeated(element(0x30, Message.sha256), count)
      }($0)
    },
    of("digest algorithms that are none") {
      changed { message, count in message.digestAlgorithms = repeated([0x30, 0x00], count) }($0)
    },
    of("revocation lists") {
      changed { message, count in message.crls = repeated([0x30, 0x00], count) }($0)
    },
    of("signed attributes") {
      changed { message, count in
        message.signers = Message.signer(signed: repeated(cmsAttribute(1), count))
      }($0)
    },
    of("signed attributes that all differ") {
      changed { message, count in
        message.signers = Message.signer(signed: numbered(count) { cmsAttribute($0) })
      }($0)
    },
    of("unsigned attributes") {
      changed { message, count in
        message.signers = Message.signer(unsigned: repeated(cmsAttribute(1), count))
      }($0)
    },
    of("values of one signed attribute") {
      changed { message, count in
        let values = element(0x31, repeated([0x04, 0x01, 0x00], count))
        message.signers = Message.signer(signed: element(0x30, contentType + values))
      }($0)
    },
  ]

  private static let contentType: [UInt8] = [
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 3,
  ]

  /// An `Attribute` of an unknown type.
  private static func cmsAttribute(_ number: Int) -> [UInt8] {
    element(0x30, element(0x06, [0x2A] + arc(number)) + element(0x31, [0x05, 0x00]))
  }

  /// A subidentifier.
  static func arc(_ number: Int) -> [UInt8] {
    var bytes = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  private static func changed(
    _ change: @escaping (inout Message, Int) -> Void
  ) -> (Int) -> [UInt8] {
    { count in
      var message = Message(attributes: [])
      change(&message, count)
      return message.der
    }
  }
}
