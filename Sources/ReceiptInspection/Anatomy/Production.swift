import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptTrust

/// What an element is: a production of the grammar of RFC 5652, RFC 5280 or Apple, which names the elements in it. The
/// readers of `CMSParsing` and `ReceiptParsing` judge; this only names, and what doesn't fit has no name.
indirect enum Production: Equatable, Sendable {
  /// Nothing is known. A string is opened if it holds an encoding.
  case any
  /// Bytes that aren't an encoding, whatever they look like.
  case opaque
  /// Elements one after the other.
  case parts([Part])
  /// As many elements as there are, all alike.
  case each(Part)

  // Those with a name or a summary that more than one element decides about.
  case content, attribute, purchaseValue, purchase
  case algorithmIdentifier, certificate, name, typeAndValue, `extension`, cmsAttribute

  /// One of the elements in an element.
  struct Part: Equatable, Sendable {
    enum Selector: Equatable, Sendable {
      /// It has to be next, with any universal type.
      case next
      /// It may be next, with that context-specific tag.
      case tag(UInt32)
      /// It may be next, with that identifier.
      case type(DERIdentifier)

      func matches(_ identifier: DERIdentifier) -> Bool {
        switch self {
        case .next: identifier.tagClass == .universal
        case .tag(let number):
          identifier.tagClass == .contextSpecific && identifier.tagNumber == number
        case .type(let expected): identifier == expected
        }
      }
    }

    let name: String
    let production: Production
    let selector: Selector

    init(_ name: String, _ production: Production = .any, _ selector: Selector = .next) {
      (self.name, self.production, self.selector) = (name, production, selector)
    }
  }

  // MARK: RFC 5652

  static let contentInfo = parts([
    Part("contentType"), Part("content", .each(Part("signedData", signedData)), .tag(0)),
  ])

  private static let signedData = parts([
    Part("version"),
    Part("digestAlgorithms", .each(Part("digestAlgorithm", .algorithmIdentifier))),
    Part("encapContentInfo", encapContentInfo),
    Part("certificates", .each(Part("certificate", .certificate)), .tag(0)),
    Part("crls", .any, .tag(1)), Part("signerInfos", .each(Part("signerInfo", signerInfo))),
  ])

  private static let encapContentInfo = parts([
    Part("eContentType"), Part("eContent", .each(Part("signed content", .content)), .tag(0)),
  ])

  private static let signerInfo = parts([
    Part("version"),
    Part("sid", .parts([Part("issuer", .name), Part("serialNumber")]), .type(.sequence)),
    Part("sid", .opaque, .type(.contextSpecific(primitive: 0))),
    Part("digestAlgorithm", .algorithmIdentifier), Part("signedAttrs", cmsAttributes, .tag(0)),
    Part("signatureAlgorithm", .algorithmIdentifier), Part("signature", .opaque),
    Part("unsignedAttrs", cmsAttributes, .tag(1)),
  ])

  private static let cmsAttributes = each(Part("attribute", .cmsAttribute))

  // MARK: Apple

  static let payload = each(Part("attribute", .attribute, .type(.sequence)))

  // MARK: RFC 5280 §4.1

  private static let tbsCertificate = parts([
    Part("version", .each(Part("version")), .tag(0)), Part("serialNumber"),
    Part("signature", .algorithmIdentifier), Part("issuer", .name),
    Part("validity", .parts([Part("notBefore"), Part("notAfter")])), Part("subject", .name),
    Part("subjectPublicKeyInfo", subjectPublicKeyInfo),
    Part("issuerUniqueID", .opaque, .tag(1)), Part("subjectUniqueID", .opaque, .tag(2)),
    Part("extensions", .each(Part("extensions", .each(Part("extension", .extension)))), .tag(3)),
  ])

  private static let subjectPublicKeyInfo = parts([
    Part("algorithm", .algorithmIdentifier),
    Part("subjectPublicKey", .each(Part("RSAPublicKey", rsaPublicKey))),
  ])

  private static let rsaPublicKey = parts([Part("modulus"), Part("publicExponent")])

  /// What is in an element.
  var contents: Production {
    switch self {
    case .any, .opaque, .parts, .each: self
    case .content: .each(Part("payload", .payload))
    case .attribute: .parts([Part("type"), Part("version"), Part("value")])
    case .purchaseValue: .each(Part("in-app receipt", .purchase))
    case .purchase: .payload
    case .algorithmIdentifier: .parts([Part("algorithm"), Part("parameters")])
    case .certificate:
      .parts([
        Part("tbsCertificate", .tbsCertificate), Part("signatureAlgorithm", .algorithmIdentifier),
        Part("signatureValue", .opaque),
      ])
    case .name:
      .each(Part("relativeDistinguishedName", .each(Part("attribute", .typeAndValue))))
    case .typeAndValue: .parts([Part("type"), Part("value")])
    case .extension:
      .parts([Part("extnID"), Part("critical", .any, .type(.boolean)), Part("extnValue")])
    case .cmsAttribute:
      .parts([Part("attrType"), Part("attrValues", .each(Part("value", .opaque)))])
    }
  }

  /// RFC 5280 §4.2: the extensions that Apple's certificates have.
  private static func value(ofExtension identifier: DERObjectIdentifier) -> Production {
    switch identifier {
    case .basicConstraints:
      .parts([
        Part("cA", .any, .type(.boolean)), Part("pathLenConstraint", .any, .type(.integer)),
      ])
    case .extKeyUsage: .each(Part("KeyPurposeId"))
    case .authorityKeyIdentifier:
      .parts([
        Part("keyIdentifier", .opaque, .tag(0)), Part("authorityCertIssuer", .any, .tag(1)),
        Part("authorityCertSerialNumber", .opaque, .tag(2)),
      ])
    case .subjectKeyIdentifier: .opaque
    case .certificatePolicies:
      .each(
        Part(
          "policyInformation",
          .parts([
            Part("policyIdentifier"), Part("policyQualifiers", .each(policyQualifier)),
          ])))
    case "1.3.6.1.5.5.7.1.1":
      .each(
        Part(
          "accessDescription",
          .parts([Part("accessMethod"), Part("accessLocation", .any, .tag(6))])))
    case "2.5.29.31":
      .each(
        Part(
          "distributionPoint",
          .parts([
            Part("distributionPoint", .any, .tag(0)), Part("reasons", .any, .tag(1)),
            Part("cRLIssuer", .any, .tag(2)),
          ])))
    default: .any
    }
  }

  private static let policyQualifier = Part(
    "policyQualifierInfo", .parts([Part("policyQualifierId"), Part("qualifier")]))

  /// Whether an element is named by its first element, an OBJECT IDENTIFIER.
  var isNamedByIdentifier: Bool {
    self == .typeAndValue || self == .extension || self == .cmsAttribute
  }

  /// Whether the first element says what the others are.
  var isKeyed: Bool { self == .attribute || self == .extension }

  /// Whether a string with these first contents is opened even if they are broken: everything up to the fault is then
  /// shown.
  func isOpened(ifFirst byte: UInt8) -> Bool {
    let isSet = byte == DERIdentifier.set.singleByte
    switch self {
    case .content: return isSet || byte == DERIdentifier.octetString.singleByte
    case .purchaseValue: return isSet
    default: return false
    }
  }

  /// What the last element of an attribute or an extension is, which the first one says.
  func production(ofValueFor key: ElementKey?) -> Production {
    switch key {
    case .number(let number) where self == .attribute:
      switch AttributeTable.row(number)?.kind {
      case .bytes, .hash: .opaque
      case .purchase: .purchaseValue
      case .string, .date, .integer, .boolean, nil: .any
      }
    case .identifier(let identifier) where self == .extension:
      .each(Part(identifier.name ?? "value", Self.value(ofExtension: identifier)))
    default: .any
    }
  }
}

/// The first element of an element, which says what it is about.
enum ElementKey: Equatable {
  case number(Int)
  case identifier(DERObjectIdentifier)
}
