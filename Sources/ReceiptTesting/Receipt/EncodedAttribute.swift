public import ReceiptParsing

/// One attribute of a receipt or of a purchase, to be written as it is: of any type, with any value.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
public struct EncodedAttribute: Hashable, Sendable {
  /// The number of the type.
  public let type: Int32

  /// The version: 1 in nearly every attribute known.
  public let version: Int32

  /// The contents of the OCTET STRING.
  public let value: [UInt8]

  /// Any bytes as the value.
  public init(type: Int32, version: Int32 = 1, value: [UInt8]) {
    self.type = type
    self.version = version
    self.value = value
  }

  /// An encoding as the value.
  public init(type: Int32, version: Int32 = 1, _ value: DEREncoding) {
    self.init(type: type, version: version, value: value.bytes)
  }

  /// An attribute of the receipt itself.
  public init(_ type: ReceiptAttributeType, _ value: DEREncoding) {
    self.init(type: type.rawValue, value)
  }

  /// An attribute of a purchase.
  public init(_ type: InAppAttributeType, _ value: DEREncoding) {
    self.init(type: type.rawValue, value)
  }

  /// The whole attribute.
  public var encoding: DEREncoding {
    .sequence(.integer(Int64(type)), .integer(Int64(version)), .octetString(value))
  }
}

extension [EncodedAttribute] {
  /// The SET of these attributes: ascending by encoding, as the App Store writes it, or ascending by type, as Xcode
  /// does.
  func set(_ encoding: ReceiptForm.Encoding) -> DEREncoding {
    switch encoding {
    case .der: .set(of: map(\.encoding))
    case .ber: .set(inOrder: sorted { $0.type < $1.type }.map(\.encoding))  // a stable sort
    }
  }
}
