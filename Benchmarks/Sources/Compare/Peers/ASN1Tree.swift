import SwiftASN1

/// swift-asn1's tree of nodes, without any type of one's own on top.
enum ASN1Tree {
  /// Every attribute of the receipt and of its purchases.
  static func walk(_ bytes: [UInt8]) throws -> ReceiptContent {
    var content = ReceiptContent()
    for attribute in try children(DER.parse(ReceiptMessage(bytes, isBER: false).payload)) {
      let (type, value) = try members(attribute)
      content.add(type: type, valueBytes: value.count)
      guard type == 17 else { continue }
      for attribute in try children(DER.parse(value)) {
        let (type, value) = try members(attribute)
        content.add(type: type, valueBytes: value.count)
      }
    }
    return content
  }

  private static func members(_ node: ASN1Node) throws -> (type: Int, value: ArraySlice<UInt8>) {
    var members = try children(node).makeIterator()
    guard let type = members.next(), members.next() != nil, let value = members.next() else {
      throw ReceiptMessage.Failure()
    }
    return (try Int(derEncoded: type), try ASN1OctetString(derEncoded: value).bytes)
  }

  private static func children(_ node: ASN1Node) throws -> ASN1NodeCollection {
    guard case .constructed(let children) = node.content else { throw ReceiptMessage.Failure() }
    return children
  }
}
