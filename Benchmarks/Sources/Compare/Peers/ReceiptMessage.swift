import SwiftASN1

/// The message around a payload, read with swift-asn1 as far as the payload.
struct ReceiptMessage {
  struct Failure: Error {}

  let payload: ArraySlice<UInt8>

  init(_ bytes: [UInt8], isBER: Bool) throws {
    let root = isBER ? try BER.parse(bytes) : try DER.parse(bytes)
    // ContentInfo, [0], SignedData; EncapsulatedContentInfo is its third member.
    let signedData = try Self.child(0, of: Self.child(1, of: root))
    let content = try Self.child(0, of: Self.child(1, of: Self.child(2, of: signedData)))
    payload =
      isBER
      ? try ASN1OctetString(berEncoded: content).bytes
      : try ASN1OctetString(derEncoded: content).bytes
  }

  private static func child(_ index: Int, of node: ASN1Node) throws -> ASN1Node {
    guard case .constructed(let children) = node.content else { throw Failure() }
    var iterator = children.makeIterator()
    for _ in 0..<index { _ = iterator.next() }
    guard let child = iterator.next() else { throw Failure() }
    return child
  }
}
