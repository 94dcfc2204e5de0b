extension Shape {
  /// Purchases with the attributes that real ones have: what the others are compared with.
  static let ordinaryReceipt = Shape(name: "an ordinary receipt") { message(purchases($0)) }

  private static func purchases(_ count: Int) -> [UInt8] {
    let date: [UInt8] = [0x16, 0x14] + Array("2025-04-14T08:30:00Z".utf8)
    let purchase =
      attribute(1701, [0x02, 0x01, 0x01])
      + attribute(1702, [0x0C, 0x0F] + Array("com.example.app".utf8))
      + attribute(1703, [0x0C, 0x0F] + Array("730001900000912".utf8)) + attribute(1704, date)
      + attribute(1705, [0x0C, 0x0F] + Array("730001900000912".utf8)) + attribute(1706, date)
      + attribute(1708, date) + attribute(1711, [0x02, 0x01, 0x00]) + attribute(1712, [0x16, 0x00])
    return repeated(attribute(17, element(0x31, purchase)), count)
  }

  /// Messages of which the payload, the certificates or the chunks are too many of something.
  static let receipts: [Shape] = [
    ordinaryReceipt,
    Shape(name: "attributes without value") { message(repeated(attribute(99, []), $0)) },
    Shape(name: "one attribute again and again") {
      message(repeated(attribute(12, [0x16, 0x00]), $0))
    },
    Shape(name: "attribute 6 again and again") {
      message(repeated(attribute(6, Array("ATTESTS".utf8)), $0))
    },
    Shape(name: "one long attribute") {
      message(attribute(6, [UInt8](repeating: 0x41, count: $0)))
    },
    Shape(name: "dates that are none") {
      message(repeated(attribute(21, [0x16, 0x01, 0x41]), $0))
    },
    Shape(name: "purchases without attributes") {
      message(repeated(attribute(17, [0x31, 0x00]), $0))
    },
    Shape(name: "purchases of one attribute") {
      message(repeated(attribute(17, element(0x31, attribute(1702, [0x0C, 0x00]))), $0))
    },
    Shape(name: "one purchase with everything") {
      message(attribute(17, element(0x31, repeated(attribute(1702, [0x0C, 0x00]), $0))))
    },
    Shape(name: "many purchases, the last malformed") {
      let purchases = repeated(attribute(17, element(0x31, attribute(1702, [0x0C, 0x00]))), $0)
      return message(purchases + attribute(17, [0x30, 0x00]))
    },
    Shape(name: "certificates without contents") {
      message([], certificates: element(0xA0, repeated([0x30, 0x00], $0)))
    },
    Shape(name: "BER round certificates without contents") {
      berMessage([[0x31, 0x00]], certificates: element(0xA0, repeated([0x30, 0x00], $0)))
    },
    Shape(name: "BER round attributes without value") {
      berMessage([element(0x31, repeated(attribute(99, []), $0))])
    },
    Shape(name: "BER round purchases without attributes") {
      berMessage([element(0x31, repeated(attribute(17, [0x31, 0x00]), $0))])
    },
    Shape(name: "BER round ordinary purchases") {
      berMessage([element(0x31, purchases($0))])
    },
    Shape(name: "8,000 chunks of a payload") { count in
      let payload = element(0x31, repeated(attribute(99, []), count))
      let size = payload.count / 8000 + 1
      return berMessage(
        stride(from: 0, to: payload.count, by: size).map {
          Array(payload[$0..<min($0 + size, payload.count)])
        })
    },
  ]

  /// The octets in the place of the payload.
  var asPayload: Shape {
    Shape(name: "\(name), as payload") { Self.message(payload: octets($0)) }
  }

  /// The octets in the place of a certificate.
  var asCertificate: Shape {
    Shape(name: "\(name), as certificate") {
      Self.message([], certificates: Self.element(0xA0, octets($0)))
    }
  }

  /// The same in a message of indefinite lengths.
  var inBER: Shape {
    Shape(name: "\(name), as certificate in BER") {
      Self.berMessage([[0x31, 0x00]], certificates: [0xA0, 0x80] + octets($0) + [0, 0])
    }
  }

  private static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    let number: [UInt8] =
      type < 128 ? [0x02, 0x01, UInt8(type)] : [0x02, 0x02, UInt8(type >> 8), UInt8(type & 0xFF)]
    return element(0x30, number + [0x02, 0x01, 0x01] + element(0x04, value))
  }

  private static let pkcs7: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]

  /// A payload in chunks, inside indefinite lengths.
  private static func berMessage(
    _ chunks: [[UInt8]], certificates: [UInt8] = []
  ) -> [UInt8] {
    let strings = chunks.flatMap { element(0x04, $0) }
    let end: [UInt8] = [0x00, 0x00]
    let content = [0x30, 0x80] + pkcs7 + [1, 0xA0, 0x80, 0x24, 0x80] + strings + end + end + end
    let message =
      [0x30, 0x80, 0x02, 0x01, 0x01, 0x31, 0x00] + content + certificates + [0x31, 0x00] + end
    return [0x30, 0x80] + pkcs7 + [2, 0xA0, 0x80] + message + end + end
  }

  private static func message(_ attributes: [UInt8], certificates: [UInt8] = []) -> [UInt8] {
    message(payload: element(0x31, attributes), certificates: certificates)
  }

  private static func message(payload: [UInt8], certificates: [UInt8] = []) -> [UInt8] {
    let content = element(0x30, pkcs7 + [1] + element(0xA0, element(0x04, payload)))
    let message = element(
      0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + content + certificates + [0x31, 0x00])
    return element(0x30, pkcs7 + [2] + element(0xA0, message))
  }
}
