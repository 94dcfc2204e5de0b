import CMSParsing
import DERParsing

// The fields of a receipt's payload that an error can name: 0x0200–0x02FF.
extension DERField {
  static var payload: DERField { DERField(rawValue: 0x0201) }
  static var attribute: DERField { DERField(rawValue: 0x0202) }
  static var attributeType: DERField { DERField(rawValue: 0x0203) }
  static var attributeVersion: DERField { DERField(rawValue: 0x0204) }
  static var attributeValue: DERField { DERField(rawValue: 0x0205) }
  static var inAppReceipt: DERField { DERField(rawValue: 0x0206) }
  static var certificate: DERField { DERField(rawValue: 0x0207) }

  /// The name of the field, if it has one: "SignerInfo.sid", "ReceiptAttribute.type".
  package var receiptName: String? {
    switch self {
    case .payload: "payload"
    case .attribute: "ReceiptAttribute"
    case .attributeType: "ReceiptAttribute.type"
    case .attributeVersion: "ReceiptAttribute.version"
    case .attributeValue: "ReceiptAttribute.value"
    case .inAppReceipt: "in-app receipt"
    case .certificate: "certificate"
    default: cmsName
    }
  }
}
