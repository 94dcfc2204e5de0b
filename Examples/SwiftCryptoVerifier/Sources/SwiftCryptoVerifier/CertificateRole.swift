import AppStoreReceipt
import SwiftASN1
import X509

/// Where a certificate stands in the path, and what its extensions have to say there.
enum CertificateRole {
  case signer
  case intermediate
  case root

  /// Checks the extensions. That none appears twice swift-certificates has checked.
  ///
  /// - Throws: `ReceiptSignatureError`.
  func check(_ extensions: Certificate.Extensions) throws(ReceiptSignatureError) {
    for next in extensions where next.critical && !Self.criticalAtApple.contains(next.oid) {
      if self == .root, next.oid == Self.extKeyUsage { continue }
      throw ReceiptSignatureError(.unknownCriticalExtension)
    }
    let isAuthority: Bool?
    let keyUsage: KeyUsage?
    let policies: [ASN1ObjectIdentifier]
    do {
      isAuthority = try extensions.basicConstraints.map { $0 != .notCertificateAuthority }
      keyUsage = try extensions.keyUsage
      policies = try Self.policies(extensions)
    } catch {
      throw ReceiptSignatureError(.malformedExtension)
    }
    switch self {
    case .signer:
      try require(isAuthority != true, .isAnAuthority)
      try require(keyUsage?.digitalSignature == true, .wrongKeyUsage)
      try require(extensions[oid: Self.signerMarker] != nil, .leafMarkerMissing)
      try require(policies.contains(Self.receiptPolicy), .leafPolicyMissing)
    case .intermediate:
      try require(isAuthority == true, .notAnAuthority)
      try require(keyUsage?.keyCertSign == true, .wrongKeyUsage)
      try require(extensions[oid: Self.intermediateMarker] != nil, .intermediateMarkerMissing)
    case .root:
      try require(isAuthority == true, .notAnAuthority)
      try require(keyUsage?.keyCertSign != false, .wrongKeyUsage)
    }
  }

  private func require(
    _ condition: Bool, _ code: ReceiptSignatureError.Code
  ) throws(ReceiptSignatureError) {
    guard condition else { throw ReceiptSignatureError(code) }
  }

  /// The identifiers in certificatePolicies (RFC 5280 §4.2.1.4), which swift-certificates does not read.
  private static func policies(
    _ extensions: Certificate.Extensions
  ) throws -> [ASN1ObjectIdentifier] {
    guard let policies = extensions[oid: certificatePolicies] else { return [] }
    let list = try DER.parse(policies.value).elements(.sequence)
    guard !list.isEmpty else { throw ASN1Error.invalidASN1Object(reason: "no policy") }
    return try list.map { policy in
      var information = try policy.elements(.sequence)[...]
      let identifier = try ASN1ObjectIdentifier(derEncoded: information.next())
      _ = information.nextIfPresent(.sequence)  // qualifiers
      guard information.isEmpty else {
        throw ASN1Error.invalidASN1Object(reason: "more than qualifiers")
      }
      return identifier
    }
  }

  private static let extKeyUsage: ASN1ObjectIdentifier = [2, 5, 29, 37]
  private static let certificatePolicies: ASN1ObjectIdentifier = [2, 5, 29, 32]
  private static let signerMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
  private static let intermediateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
  private static let receiptPolicy: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 5, 6, 1]

  /// The extensions that are critical in Apple's certificates: basicConstraints and keyUsage.
  private static let criticalAtApple: [ASN1ObjectIdentifier] = [[2, 5, 29, 19], [2, 5, 29, 15]]
}
