import FuzzSupport

/// A `ContentInfo` with `SignedData`, made of its parts.
struct Message {
  let payload: [UInt8]
  /// What is inside the SET.
  var digestAlgorithms = Shape.element(0x30, sha256 + [0x05, 0x00])
  /// What is inside `[0]`; without any there is none.
  var certificates: [UInt8] = []
  /// What is inside `[1]`.
  var crls: [UInt8] = []
  /// What is inside the SET. One signer, whose signature is of no use, unless given.
  var signers = Message.signer()

  /// `data` and `sha256WithRSAEncryption` of `pkcs-1`, `sha256`.
  static let pkcs7: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
  static let sha256: [UInt8] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 3, 4, 2, 1]
  static let rsa: [UInt8] = Shape.element(
    0x30, [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 0x05, 0x00])

  init(payload: [UInt8]) {
    self.payload = payload
  }

  /// With the attributes that validation asks for before the given ones.
  init(attributes: [UInt8]) {
    self.init(payload: Shape.element(0x31, Self.identity + attributes))
  }

  private static let identity: [UInt8] =
    Shape.attribute(0, Shape.text("Production"))
    + Shape.attribute(2, Shape.text("com.example.app")) + Shape.attribute(3, Shape.text("1.0"))
    + Shape.attribute(12, Shape.date("2025-04-14T08:30:00Z"))

  /// - Parameters:
  ///   - serial: which certificate it names.
  ///   - signed: the contents of its signed attributes.
  ///   - unsigned: the contents of those that are not signed.
  static func signer(
    serial: Int = 1, signed: [UInt8] = [], unsigned: [UInt8] = []
  ) -> [UInt8] {
    let name = Shape.element(0x30, Shape.name + Shape.integer(serial))
    return Shape.element(
      0x30,
      [0x02, 0x01, 0x01] + name + Shape.element(0x30, sha256 + [0x05, 0x00])
        + (signed.isEmpty ? [] : Shape.element(0xA0, signed)) + rsa
        + [0x04, 0x02, 0x12, 0x34] + (unsigned.isEmpty ? [] : Shape.element(0xA1, unsigned)))
  }

  var der: [UInt8] {
    let content = Shape.element(
      0x30, Self.pkcs7 + [1] + Shape.element(0xA0, Shape.element(0x04, payload)))
    let message = Shape.element(
      0x30, [0x02, 0x01, 0x01] + Shape.element(0x31, digestAlgorithms) + content + tail)
    return Shape.element(0x30, Self.pkcs7 + [2] + Shape.element(0xA0, message))
  }

  /// The same in indefinite lengths, the payload in these chunks.
  func ber(_ chunks: [[UInt8]]) -> [UInt8] {
    let strings = chunks.flatMap { Shape.element(0x04, $0) }
    let end: [UInt8] = [0x00, 0x00]
    let content =
      [0x30, 0x80] + Self.pkcs7 + [1, 0xA0, 0x80, 0x24, 0x80] + strings + end + end + end
    let start: [UInt8] = [0x30, 0x80, 0x02, 0x01, 0x01] + Shape.element(0x31, digestAlgorithms)
    let certificates = certificates.isEmpty ? [] : [0xA0, 0x80] + self.certificates + end
    let message = start + content + certificates + Shape.element(0x31, signers) + end
    return [0x30, 0x80] + Self.pkcs7 + [2, 0xA0, 0x80] + message + end + end
  }

  private var tail: [UInt8] {
    (certificates.isEmpty ? [] : Shape.element(0xA0, certificates))
      + (crls.isEmpty ? [] : Shape.element(0xA1, crls)) + Shape.element(0x31, signers)
  }
}
