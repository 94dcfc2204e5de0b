import FuzzSupport

extension Shape {
  /// Purchases with the attributes that real ones have: what the others are compared with.
  static let ordinaryReceipt = Shape.of("an ordinary receipt") { message(purchases($0)) }

  /// A receipt.
  static func of(_ name: String, bytes: @escaping @Sendable (Int) -> [UInt8]) -> Shape {
    Shape(name: name, kind: .receipt, bytes: bytes)
  }

  static func purchases(_ count: Int) -> [UInt8] {
    numbered(count) { purchase(transaction: 730_001_900_000_912 + $0) }
  }

  /// Messages of which the payload, the certificates or the chunks are too many of something.
  static let receipts: [Shape] = [
    ordinaryReceipt,
    Shape.of("attributes without value") { message(repeated(attribute(99, []), $0)) },
    Shape.of("one attribute again and again") {
      message(repeated(attribute(12, [0x16, 0x00]), $0))
    },
    Shape.of("attribute 6 again and again") {
      message(repeated(attribute(6, Array("ATTESTS".utf8)), $0))
    },
    Shape.of("one long attribute") {
      message(attribute(6, [UInt8](repeating: 0x41, count: $0)))
    },
    Shape.of("dates that are none") {
      message(repeated(attribute(21, [0x16, 0x01, 0x41]), $0))
    },
    Shape.of("purchases without attributes") {
      message(repeated(attribute(17, [0x31, 0x00]), $0))
    },
    Shape.of("purchases of one attribute") {
      message(repeated(attribute(17, element(0x31, attribute(1702, [0x0C, 0x00]))), $0))
    },
    Shape.of("one purchase with everything") {
      message(attribute(17, element(0x31, repeated(attribute(1702, [0x0C, 0x00]), $0))))
    },
    Shape.of("many purchases, the last malformed") {
      let purchases = repeated(attribute(17, element(0x31, attribute(1702, [0x0C, 0x00]))), $0)
      return message(purchases + attribute(17, [0x30, 0x00]))
    },
    Shape.of("certificates without contents") {
      message([], certificates: repeated([0x30, 0x00], $0))
    },
    Shape.of("BER round certificates without contents") {
      berMessage([[0x31, 0x00]], certificates: repeated([0x30, 0x00], $0))
    },
    Shape.of("BER round attributes without value") {
      berMessage([element(0x31, repeated(attribute(99, []), $0))])
    },
    Shape.of("BER round purchases without attributes") {
      berMessage([element(0x31, repeated(attribute(17, [0x31, 0x00]), $0))])
    },
    Shape.of("BER round ordinary purchases") {
      berMessage([element(0x31, purchases($0))])
    },
    Shape.of("8,000 chunks of a payload") { count in
      let payload = element(0x31, repeated(attribute(99, []), count))
      let size = payload.count / 8000 + 1
      return berMessage(
        stride(from: 0, to: payload.count, by: size).map {
          Array(payload[$0..<min($0 + size, payload.count)])
        })
    },
  ]

  /// The bytes in the place of the payload.
  var asPayload: Shape {
    Shape(name: "\(name), as payload", kind: .message) { Message(payload: bytes($0)).der }
  }

  /// The bytes in the place of a certificate.
  var asCertificate: Shape {
    Shape(name: "\(name), as certificate", kind: .message) {
      Self.message([], certificates: bytes($0))
    }
  }

  /// The same in a message of indefinite lengths.
  var inBER: Shape {
    Shape(name: "\(name), as certificate in BER", kind: .message) {
      Self.berMessage([[0x31, 0x00]], certificates: bytes($0))
    }
  }

  static func attribute(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    element(0x30, integer(type) + [0x02, 0x01, 0x01] + element(0x04, value))
  }

  /// A payload in chunks, inside indefinite lengths.
  static func berMessage(_ chunks: [[UInt8]], certificates: [UInt8] = []) -> [UInt8] {
    var message = Message(payload: [])
    message.certificates = certificates
    return message.ber(chunks)
  }

  /// A receipt with the attributes that validation asks for, and others.
  static func message(_ attributes: [UInt8], certificates: [UInt8] = []) -> [UInt8] {
    var message = Message(attributes: attributes)
    message.certificates = certificates
    return message.der
  }
}
