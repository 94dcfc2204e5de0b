extension DERIdentifier: CustomStringConvertible {
  /// The name of the type for universal tags ("SEQUENCE"), `[n]` and its like for the others; the form
  /// is added where it is not the usual one.
  public var description: String {
    switch tagClass {
    case .universal:
      guard let name = universalName else { return form("[UNIVERSAL \(tagNumber)]") }
      let isUsuallyConstructed = tagNumber == 16 || tagNumber == 17
      if isConstructed == isUsuallyConstructed { return name }
      return (isConstructed ? "constructed " : "primitive ") + name
    case .application: return form("[APPLICATION \(tagNumber)]")
    case .contextSpecific: return form("[\(tagNumber)]")
    case .private: return form("[PRIVATE \(tagNumber)]")
    }
  }

  private func form(_ tag: String) -> String {
    isConstructed ? tag + " constructed" : tag + " primitive"
  }

  private var universalName: String? {
    switch tagNumber {
    case 0: "end-of-contents"
    case 1: "BOOLEAN"
    case 2: "INTEGER"
    case 3: "BIT STRING"
    case 4: "OCTET STRING"
    case 5: "NULL"
    case 6: "OBJECT IDENTIFIER"
    case 7: "ObjectDescriptor"
    case 8: "EXTERNAL"
    case 9: "REAL"
    case 10: "ENUMERATED"
    case 11: "EMBEDDED PDV"
    case 12: "UTF8String"
    case 13: "RELATIVE-OID"
    case 16: "SEQUENCE"
    case 17: "SET"
    case 18: "NumericString"
    case 19: "PrintableString"
    case 20: "TeletexString"
    case 21: "VideotexString"
    case 22: "IA5String"
    case 23: "UTCTime"
    case 24: "GeneralizedTime"
    case 25: "GraphicString"
    case 26: "VisibleString"
    case 27: "GeneralString"
    case 28: "UniversalString"
    case 30: "BMPString"
    default: nil
    }
  }
}
