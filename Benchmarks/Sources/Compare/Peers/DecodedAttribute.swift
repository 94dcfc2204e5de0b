import SwiftASN1

/// One attribute, read with swift-asn1 as its users write such types.
struct DecodedAttribute: DERParseable {
  let type: Int
  let version: Int
  let value: ASN1OctetString

  init(derEncoded node: ASN1Node) throws {
    self = try DER.sequence(node, identifier: .sequence) { nodes in
      DecodedAttribute(
        type: try Int(derEncoded: &nodes), version: try Int(derEncoded: &nodes),
        value: try ASN1OctetString(derEncoded: &nodes))
    }
  }

  private init(type: Int, version: Int, value: ASN1OctetString) {
    (self.type, self.version, self.value) = (type, version, value)
  }

  /// The attributes of a SET in any order: Xcode's is not that of DER.
  static func set(_ bytes: ArraySlice<UInt8>) throws -> [DecodedAttribute] {
    let set = try DER.parse(bytes)
    guard set.identifier == .set, case .constructed(let children) = set.content else {
      throw ReceiptMessage.Failure()
    }
    return try children.map { try DecodedAttribute(derEncoded: $0) }
  }

  var text: String { get throws { String(try ASN1UTF8String(derEncoded: value.bytes)) } }

  /// A date: it stays text.
  var ascii: String { get throws { String(try ASN1IA5String(derEncoded: value.bytes)) } }

  var number: Int64 { get throws { try Int64(derEncoded: value.bytes) } }
}
