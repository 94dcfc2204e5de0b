import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptTrust

/// What an element is: a production of the grammar of RFC 5652, RFC 5280 or Apple, which names the elements in it. The
/// readers of `CMSParsing` and `ReceiptParsing` judge; this only names, and what doesn't fit has no name.
enum Production: Equatable {
  /// Nothing is known. A string is opened if it holds an encoding.
  case any
  /// Bytes that aren't an encoding, whatever they look like.
  case opaque
  case contentInfo, signedDataTag, signedData, digestAlgorithms, algorithmIdentifier
  case encapContentInfo, contentTag, content, payload
  case attribute, attributeValue(AttributeValueKind), purchase
  case certificates, certificate, tbsCertificate, versionTag, name, relativeDistinguishedName
  case typeAndValue, validity, subjectPublicKeyInfo, publicKey, rsaPublicKey
  case extensionsTag, extensions, `extension`, extensionValue(DERObjectIdentifier)
  case certificatePolicies, policyInformation, policyQualifiers, policyQualifier
  case basicConstraints, extKeyUsage, authorityKeyIdentifier, subjectKeyIdentifier
  case authorityInfoAccess, accessDescription, distributionPoints, distributionPoint
  case signerInfos, signerInfo, issuerAndSerialNumber
  case cmsAttributes, cmsAttribute, attributeValues

  /// One of the elements in an element.
  struct Part {
    enum Selector: Equatable {
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

  /// The elements in an element.
  enum Contents {
    /// One after the other.
    case parts([Part])
    /// As many as there are, all alike.
    case each(Part)
  }

  var contents: Contents {
    switch self {
    case .any, .opaque, .subjectKeyIdentifier: .parts([])

    // RFC 5652.
    case .contentInfo: .parts([Part("contentType"), Part("content", .signedDataTag, .tag(0))])
    case .signedDataTag: .each(Part("signedData", .signedData))
    case .signedData:
      .parts([
        Part("version"), Part("digestAlgorithms", .digestAlgorithms),
        Part("encapContentInfo", .encapContentInfo),
        Part("certificates", .certificates, .tag(0)), Part("crls", .any, .tag(1)),
        Part("signerInfos", .signerInfos),
      ])
    case .digestAlgorithms: .each(Part("digestAlgorithm", .algorithmIdentifier))
    case .encapContentInfo: .parts([Part("eContentType"), Part("eContent", .contentTag, .tag(0))])
    case .contentTag: .each(Part("signed content", .content))
    case .signerInfos: .each(Part("signerInfo", .signerInfo))
    case .signerInfo:
      .parts([
        Part("version"), Part("sid", .issuerAndSerialNumber, .type(.sequence)),
        Part("sid", .opaque, .type(.contextSpecific(primitive: 0))),
        Part("digestAlgorithm", .algorithmIdentifier),
        Part("signedAttrs", .cmsAttributes, .tag(0)),
        Part("signatureAlgorithm", .algorithmIdentifier), Part("signature", .opaque),
        Part("unsignedAttrs", .cmsAttributes, .tag(1)),
      ])
    case .issuerAndSerialNumber: .parts([Part("issuer", .name), Part("serialNumber")])
    case .cmsAttributes: .each(Part("attribute", .cmsAttribute))
    case .cmsAttribute: .parts([Part("attrType"), Part("attrValues", .attributeValues)])
    case .attributeValues: .each(Part("value", .opaque))

    // Apple. A writer may wrap the payload twice.
    case .content: .each(Part("payload", .payload))
    case .payload, .purchase: .each(Part("attribute", .attribute, .type(.sequence)))
    case .attribute: .parts([Part("type"), Part("version"), Part("value")])
    case .attributeValue(.purchase): .each(Part("in-app receipt", .purchase))
    case .attributeValue: .parts([])

    // RFC 5280 §4.1.
    case .algorithmIdentifier: .parts([Part("algorithm"), Part("parameters")])
    case .certificates: .each(Part("certificate", .certificate))
    case .certificate:
      .parts([
        Part("tbsCertificate", .tbsCertificate), Part("signatureAlgorithm", .algorithmIdentifier),
        Part("signatureValue", .opaque),
      ])
    case .tbsCertificate:
      .parts([
        Part("version", .versionTag, .tag(0)), Part("serialNumber"),
        Part("signature", .algorithmIdentifier), Part("issuer", .name),
        Part("validity", .validity), Part("subject", .name),
        Part("subjectPublicKeyInfo", .subjectPublicKeyInfo),
        Part("issuerUniqueID", .opaque, .tag(1)), Part("subjectUniqueID", .opaque, .tag(2)),
        Part("extensions", .extensionsTag, .tag(3)),
      ])
    case .versionTag: .each(Part("version"))
    case .name: .each(Part("relativeDistinguishedName", .relativeDistinguishedName))
    case .relativeDistinguishedName: .each(Part("attribute", .typeAndValue))
    case .typeAndValue: .parts([Part("type"), Part("value")])
    case .validity: .parts([Part("notBefore"), Part("notAfter")])
    case .subjectPublicKeyInfo:
      .parts([Part("algorithm", .algorithmIdentifier), Part("subjectPublicKey", .publicKey)])
    case .publicKey: .each(Part("RSAPublicKey", .rsaPublicKey))
    case .rsaPublicKey: .parts([Part("modulus"), Part("publicExponent")])
    case .extensionsTag: .each(Part("extensions", .extensions))
    case .extensions: .each(Part("extension", .extension))
    case .extension:
      .parts([Part("extnID"), Part("critical", .any, .type(.boolean)), Part("extnValue")])

    // RFC 5280 §4.2: the extensions that Apple's certificates have.
    case .extensionValue(let identifier):
      .each(Part(identifier.name ?? "value", Production(ofExtension: identifier)))
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
    case .certificatePolicies: .each(Part("policyInformation", .policyInformation))
    case .policyInformation:
      .parts([Part("policyIdentifier"), Part("policyQualifiers", .policyQualifiers)])
    case .policyQualifiers: .each(Part("policyQualifierInfo", .policyQualifier))
    case .policyQualifier: .parts([Part("policyQualifierId"), Part("qualifier")])
    case .authorityInfoAccess: .each(Part("accessDescription", .accessDescription))
    case .accessDescription:
      .parts([Part("accessMethod"), Part("accessLocation", .any, .tag(6))])
    case .distributionPoints: .each(Part("distributionPoint", .distributionPoint))
    case .distributionPoint:
      .parts([
        Part("distributionPoint", .any, .tag(0)), Part("reasons", .any, .tag(1)),
        Part("cRLIssuer", .any, .tag(2)),
      ])
    }
  }

  private init(ofExtension identifier: DERObjectIdentifier) {
    switch identifier {
    case .basicConstraints: self = .basicConstraints
    case .extKeyUsage: self = .extKeyUsage
    case .authorityKeyIdentifier: self = .authorityKeyIdentifier
    case .subjectKeyIdentifier: self = .opaque
    case .certificatePolicies: self = .certificatePolicies
    case "1.3.6.1.5.5.7.1.1": self = .authorityInfoAccess
    case "2.5.29.31": self = .distributionPoints
    default: self = .any
    }
  }

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
    case .attributeValue(.purchase): return isSet
    default: return false
    }
  }

  /// What the last element of an attribute or an extension is, which the first one says.
  func production(ofValueFor key: ElementKey?) -> Production {
    switch key {
    case .number(let number) where self == .attribute:
      AttributeTable.row(number).map { $0.kind.production } ?? .any
    case .identifier(let identifier) where self == .extension: .extensionValue(identifier)
    default: .any
    }
  }
}

/// The first element of an element, which says what it is about.
enum ElementKey: Equatable {
  case number(Int)
  case identifier(DERObjectIdentifier)
}

extension AttributeValueKind {
  fileprivate var production: Production {
    switch self {
    case .bytes, .hash: .opaque
    case .purchase: .attributeValue(.purchase)
    case .string, .date, .integer, .boolean: .any
    }
  }
}
