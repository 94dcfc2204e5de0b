import FuzzSupport

/// Made-up messages around a payload.
package enum Message {
  /// The object identifiers id-signedData, id-data, id-sha256, rsaEncryption.
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
  private static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 3, 4, 2, 1]
  private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]

  /// A container without signers around the contents of a SET, and where those begin.
  static func container(_ payload: [UInt8]) -> (bytes: [UInt8], payload: Range<Int>) {
    container(payload, algorithms: [], signers: [])
  }

  /// The same with one signer, whose signature is of no use.
  package static func signed(_ payload: [UInt8]) -> (bytes: [UInt8], payload: Range<Int>) {
    container(payload, algorithms: algorithm(sha256), signers: signer)
  }

  private static let signer: [UInt8] = {
    let name = element(0x30, element(0x30, []) + element(0x02, [1]))
    return element(
      0x30,
      element(0x02, [1]) + name + algorithm(sha256) + algorithm(rsa) + element(0x04, [0xFF]))
  }()

  /// The first with one more OCTET STRING around the SET, and something behind it.
  static func wrappedTwice(_ payload: [UInt8], behind: [UInt8]) -> [UInt8] {
    container(
      payload, set: element(0x04, element(0x31, payload)) + behind, algorithms: [], signers: []
    ).bytes
  }

  private static func container(
    _ payload: [UInt8], set: [UInt8]? = nil, algorithms: [UInt8], signers: [UInt8]
  ) -> (bytes: [UInt8], payload: Range<Int>) {
    let set = set ?? element(0x31, payload)
    let content = element(0x30, element(0x06, data) + element(0xA0, element(0x04, set)))
    let tail = element(0x31, signers)
    let message = element(0x30, element(0x02, [1]) + element(0x31, algorithms) + content + tail)
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
