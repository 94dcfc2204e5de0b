import CMSParsing
import DERParsing
import ReceiptTrust

// What the certificates of App Store receipts have, RFC 5280 §4.2.

extension DEREncoding {
  /// basicConstraints.
  static func basicConstraints(isAuthority: Bool, pathLength: Int64? = nil) -> DEREncoding {
    let flag = isAuthority ? [DEREncoding.boolean(true)] : []
    let length = pathLength.map { [DEREncoding.integer($0)] } ?? []
    return certificateExtension(
      .basicConstraints, .sequence(of: flag + length), isCritical: true)
  }

  /// keyUsage.
  static func keyUsage(_ bits: Set<KeyUsageBit>) -> DEREncoding {
    certificateExtension(.keyUsage, .namedBits(Set(bits.map(\.rawValue))), isCritical: true)
  }

  /// subjectKeyIdentifier.
  static func subjectKeyIdentifier(_ key: TestKey) -> DEREncoding {
    certificateExtension(.subjectKeyIdentifier, .octetString(key.identifier))
  }

  /// authorityKeyIdentifier.
  static func authorityKeyIdentifier(_ key: TestKey) -> DEREncoding {
    let identifier = DEREncoding(.contextSpecific(primitive: 0), contents: key.identifier)
    return certificateExtension(.authorityKeyIdentifier, .sequence(identifier))
  }

  /// certificatePolicies with the policy of receipt signing.
  static var receiptPolicy: DEREncoding {
    certificateExtension(
      .certificatePolicies,
      .sequence(.sequence(.objectIdentifier(ApplePolicy.receiptSigningPolicy))))
  }

  /// extKeyUsage with codeSigning, as Xcode's certificate has it.
  static var codeSigning: DEREncoding {
    certificateExtension(
      .extKeyUsage, .sequence(.objectIdentifier(.codeSigning)), isCritical: true)
  }

  /// Apple's mark of a certificate that signs receipts.
  static var signerMarker: DEREncoding {
    certificateExtension(ApplePolicy.receiptSigningMarker, .null)
  }

  /// Apple's mark of the intermediate certificate.
  static var intermediateMarker: DEREncoding {
    certificateExtension(ApplePolicy.developerRelationsMarker, .null)
  }

  private static func certificateExtension(
    _ identifier: DERObjectIdentifier, _ value: DEREncoding, isCritical: Bool = false
  ) -> DEREncoding {
    let critical = isCritical ? [DEREncoding.boolean(true)] : []  // DEFAULT FALSE
    return .sequence(
      of: [.objectIdentifier(identifier)] + critical + [.octetString(value.bytes)])
  }
}

/// RFC 5280 §4.2.1.3.
enum KeyUsageBit: Int {
  case digitalSignature = 0
  case keyCertSign = 5
  case cRLSign = 6
}

extension DEREncoding {
  /// A name: common name, organization and country.
  static func name(_ commonName: String) -> DEREncoding {
    .sequence(
      relativeName(.commonName, .utf8String(commonName)),
      relativeName(.organizationName, .utf8String("Test Authority, trusted by nobody")),
      relativeName(.countryName, .printableString("US")))
  }

  private static func relativeName(
    _ type: DERObjectIdentifier, _ value: DEREncoding
  ) -> DEREncoding {
    .set(of: [.sequence(.objectIdentifier(type), value)])
  }
}
