import CMSParsing
import DERParsing
import ReceiptTrust
import ReceiptValidation

/// A certificate of the test authority, with everything that its holder signs with.
struct TestCertificate: Hashable, Sendable {
  /// The subject's name.
  let subject: DEREncoding

  /// The subject's key.
  let key: TestKey

  /// How a signer is named by it (RFC 5652 §10.2.4).
  let issuerAndSerialNumber: DEREncoding

  /// The certificate.
  let encoding: DEREncoding

  /// Issues a certificate.
  ///
  /// - Parameters:
  ///   - validity: in seconds since 1970.
  ///   - issuer: the name of the issuer; the subject's own for a self-signed certificate.
  ///   - issuerKey: the key that signs.
  init(
    subject: DEREncoding, key: TestKey, serialNumber: Int64, validity: ClosedRange<Int64>,
    extensions: [DEREncoding], issuer: DEREncoding, issuerKey: TestKey,
    digestAlgorithm: ReceiptDigestAlgorithm
  ) {
    let serialNumber = DEREncoding.integer(serialNumber)
    let signatureAlgorithm = DEREncoding.sequence(
      .objectIdentifier(digestAlgorithm.signatureAlgorithm), .null)
    // RFC 5280 §4.1; version 2 stands for v3.
    let toBeSigned = DEREncoding.sequence(
      .tagged(0, .integer(2)), serialNumber, signatureAlgorithm, issuer,
      .sequence(
        .time(secondsSince1970: validity.lowerBound),
        .time(secondsSince1970: validity.upperBound)),
      subject, key.subjectPublicKeyInfo, .tagged(3, .sequence(of: extensions)))
    let signature = issuerKey.signature(of: toBeSigned.bytes, digestAlgorithm)
    self.subject = subject
    self.key = key
    issuerAndSerialNumber = .sequence(issuer, serialNumber)
    encoding = .sequence(toBeSigned, signatureAlgorithm, .bitString(signature))
  }
}

extension ReceiptDigestAlgorithm {
  /// The algorithm that certificates name for it.
  var signatureAlgorithm: DERObjectIdentifier {
    switch self {
    case .sha1: .sha1WithRSAEncryption
    case .sha256: .sha256WithRSAEncryption
    }
  }

  /// The algorithm that messages name for it.
  var objectIdentifier: DERObjectIdentifier {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}

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
  static func keyUsage(_ bits: Set<ApplePolicy.KeyUsage>) -> DEREncoding {
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
