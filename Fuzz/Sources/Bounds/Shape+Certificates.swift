extension Shape {
  /// The shortest name.
  static let name: [UInt8] = [0x30, 0x00]

  /// A certificate with all its parts and nothing in them.
  static func tinyCertificate(_ serial: Int) -> [UInt8] { certificate(serial: serial) }

  private static func certificate(
    serial: Int = 1, issuer: [UInt8] = name, subject: [UInt8] = name,
    key: [UInt8] = [0x03, 0x02, 0x00, 0x00], extensions: [UInt8] = [],
    signature: [UInt8] = [0x03, 0x02, 0x00, 0x00]
  ) -> [UInt8] {
    let time = element(0x17, Array("250414083000Z".utf8))
    let fields =
      [0xA0, 0x03, 0x02, 0x01, 0x02] + integer(serial) + Message.rsa + issuer
      + element(0x30, time + time) + subject + element(0x30, Message.rsa + key)
      + (extensions.isEmpty ? [] : element(0xA3, element(0x30, extensions)))
    return element(0x30, element(0x30, fields) + Message.rsa + signature)
  }

  /// Certificates, and the same as the only certificate of a receipt.
  static let certificates: [Shape] = certificatesAlone.flatMap { shape in
    [
      shape,
      Shape(name: "\(shape.name), in a receipt", kind: .receipt) {
        message([], certificates: shape.bytes($0))
      },
    ]
  }

  /// A certificate with the name of a person and few extensions, long only by its key.
  static let ordinaryCertificate = of(
    certificate: "a certificate with a long key"
  ) { certificate(key: element(0x03, [0] + [UInt8](repeating: 0x41, count: $0))) }

  private static let certificatesAlone: [Shape] = [
    ordinaryCertificate,
    of(certificate: "extensions that all differ") {
      certificate(extensions: numbered($0) { extensionField($0) })
    },
    of(certificate: "one extension again and again") {
      certificate(extensions: repeated(extensionField(1), $0))
    },
    of(certificate: "one long extension") {
      certificate(
        extensions: element(
          0x30, [0x06, 0x01, 0x2A] + element(0x04, [UInt8](repeating: 0, count: $0))))
    },
    of(certificate: "a policy again and again") {
      let policies = element(0x30, repeated(element(0x30, [0x06, 0x01, 0x2A]), $0))
      return certificate(
        extensions: element(0x30, [0x06, 0x03, 0x55, 0x1D, 0x20] + element(0x04, policies)))
    },
    of(certificate: "a purpose again and again") {
      let purposes = element(0x30, repeated([0x06, 0x01, 0x2A], $0))
      return certificate(
        extensions: element(0x30, [0x06, 0x03, 0x55, 0x1D, 0x25] + element(0x04, purposes)))
    },
    of(certificate: "names of many parts") {
      let name = element(0x30, repeated(element(0x31, part("a")), $0 / 2))
      return certificate(issuer: name, subject: name)
    },
    of(certificate: "names of one part of many") {
      let name = element(0x30, element(0x31, repeated(part("a"), $0)))
      return certificate(subject: name)
    },
    of(certificate: "a long name") {
      certificate(
        subject: element(
          0x30, element(0x31, part(String(repeating: "\"+,;\\", count: $0 / 5)))))
    },
    of(certificate: "a name of parts without text") {
      certificate(subject: element(0x30, repeated([0x31, 0x00], $0)))
    },
    of(certificate: "a long serial number") {
      let serial = element(0x02, [UInt8](repeating: 0x41, count: $0))
      let fields = [0xA0, 0x03, 0x02, 0x01, 0x02] + serial + Message.rsa + name
      return element(0x30, element(0x30, fields) + Message.rsa + [0x03, 0x02, 0, 0])
    },
    of(certificate: "a long signature") {
      certificate(signature: element(0x03, [0] + [UInt8](repeating: 0x41, count: $0)))
    },
    of(certificate: "an RSA key of many bits") {
      let key = element(
        0x30, element(0x02, [UInt8](repeating: 0x7F, count: $0)) + [0x02, 0x03, 1, 0, 1])
      return certificate(key: element(0x03, [0] + key))
    },
  ]

  private static func of(
    certificate name: String, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) -> Shape {
    Shape(name: name, kind: .certificate, bytes: bytes)
  }

  private static func extensionField(_ number: Int) -> [UInt8] {
    element(0x30, element(0x06, [0x2A] + arc(number)) + [0x04, 0x02, 0x05, 0x00])
  }

  /// An `AttributeTypeAndValue`: a common name.
  private static func part(_ text: String) -> [UInt8] {
    element(0x30, [0x06, 0x03, 0x55, 0x04, 0x03] + Self.text(text))
  }
}
