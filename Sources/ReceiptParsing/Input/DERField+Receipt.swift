import DERParsing

/// The fields of a receipt's payload that an error can name.
extension DERField {
  static var payload: DERField { "payload" }
  static var attribute: DERField { "ReceiptAttribute" }
  static var attributeType: DERField { "ReceiptAttribute.type" }
  static var attributeVersion: DERField { "ReceiptAttribute.version" }
  static var attributeValue: DERField { "ReceiptAttribute.value" }
  static var inAppReceipt: DERField { "in-app receipt" }
  static var certificate: DERField { "certificate" }
}
