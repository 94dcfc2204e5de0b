import FuzzSupport

/// Made-up messages around a payload.
package enum Message {
  /// The object identifiers id-signedData, id-data, id-sha256, id-sha1, rsaEncryption.
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
  private static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 3, 4, 2, 1]
  private static let sha1: [UInt8] = [0x2B, 0x0E, 3, 2, 0x1A]
  private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]

  /// A container without signers around the contents of a SET, and where those begin.
  static func container(_ payload: [UInt8]) -> (bytes: [UInt8], payload: Range<Int>) {
    container(payload, algorithms: [], signers: [])
  }

  /// The same with one signer, whose signature is of no use.
  ///
  /// - Parameter unsigned: the contents of the second unsigned attribute's value, a SEQUENCE; `nil` for no attribute.
  package static func signed(
    _ payload: [UInt8], unsigned: [UInt8]? = nil
  ) -> (bytes: [UInt8], payload: Range<Int>) {
    let attributes = unsigned.map {
      element(0x30, element(0x06, [0x2A, 3, 3]) + element(0x31, []))
        + element(0x30, element(0x06, [0x2A, 3, 4]) + element(0x31, element(0x30, $0)))
    }
    return container(
      payload, algorithms: algorithm(sha256),
      signers: signer(unsigned: attributes.map { element(0xA1, $0) } ?? []))
  }

  /// Messages whose signer is none, not the only one, or not like the signers of receipts: the code of the error, and
  /// the container.
  static func wronglySigned(_ payload: [UInt8]) -> [(code: String, bytes: [UInt8])] {
    let (known, other) = (algorithm(sha256), algorithm(sha1))
    let rows: [(String, version: UInt8, algorithms: [UInt8], signers: [UInt8])] = [
      ("noSigner", 1, known, []), ("severalSigners", 1, known, signer() + signer()),
      ("unsupportedMessageVersion", 3, known, signer()),
      ("unsupportedSignerVersion", 1, known, signer(version: 3)),
      ("unsupportedSignerIdentifier", 1, known, signer(identifier: element(0x80, [1]))),
      ("unsupportedDigestAlgorithm", 1, algorithm(rsa), signer(digest: algorithm(rsa))),
      ("unsupportedSignatureAlgorithm", 1, known, signer(signature: known)),
      ("digestAlgorithmsDisagree", 1, [], signer()),
      ("digestAlgorithmsDisagree", 1, other, signer()),
      ("digestAlgorithmsDisagree", 1, known + other, signer()),
    ]
    return rows.map { code, version, algorithms, signers in
      (
        code,
        container(payload, version: version, algorithms: algorithms, signers: signers).bytes
      )
    }
  }

  private static func signer(
    version: UInt8 = 1, identifier: [UInt8]? = nil, digest: [UInt8]? = nil,
    signature: [UInt8]? = nil, unsigned: [UInt8] = []
  ) -> [UInt8] {
    let name = element(0x30, element(0x30, []) + element(0x02, [1]))
    return element(
      0x30,
      element(0x02, [version]) + (identifier ?? name) + (digest ?? algorithm(sha256))
        + (signature ?? algorithm(rsa)) + element(0x04, [0xFF]) + unsigned)
  }

  /// The first around any content, and where that lies.
  static func container(content: [UInt8]) -> (bytes: [UInt8], content: Range<Int>) {
    let bytes = container([], set: content, algorithms: [], signers: []).bytes
    // Behind it is the SET of signers, which has none.
    let end = bytes.count - 2
    return (bytes, end - content.count..<end)
  }

  /// The first with one more OCTET STRING around the SET, and something behind it.
  static func wrappedTwice(_ payload: [UInt8], behind: [UInt8]) -> [UInt8] {
    container(
      payload, set: element(0x04, element(0x31, payload)) + behind, algorithms: [], signers: []
    ).bytes
  }

  private static func container(
    _ payload: [UInt8], set: [UInt8]? = nil, version: UInt8 = 1, algorithms: [UInt8],
    signers: [UInt8]
  ) -> (bytes: [UInt8], payload: Range<Int>) {
    let set = set ?? element(0x31, payload)
    let content = element(0x30, element(0x06, data) + element(0xA0, element(0x04, set)))
    let tail = element(0x31, signers)
    let message = element(
      0x30, element(0x02, [version]) + element(0x31, algorithms) + content + tail)
    let bytes = element(0x30, element(0x06, signedData) + element(0xA0, message))
    let end = bytes.count - tail.count
    return (bytes, end - payload.count..<end)
  }

  /// The bytes of the header of a container with a definite length; `nil` for anything else.
  static func headerCount(_ bytes: [UInt8]) -> Int? {
    guard bytes.count > 1, bytes[0] == 0x30, bytes[1] != 0x80 else { return nil }
    return bytes[1] < 0x80 ? 2 : 2 + Int(bytes[1] & 0x7F)
  }

  /// The same container in BER, with an indefinite length.
  static func indefinite(_ bytes: [UInt8]) -> [UInt8] {
    [0x30, 0x80] + bytes.dropFirst(headerCount(bytes) ?? 0) + [0, 0]
  }

  private static func algorithm(_ identifier: [UInt8]) -> [UInt8] {
    element(0x30, element(0x06, identifier) + [0x05, 0x00])
  }

  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    NaiveHeader.encoding(tag & 0xE0, Int(tag & 0x1F), length: contents.count) + contents
  }
}
