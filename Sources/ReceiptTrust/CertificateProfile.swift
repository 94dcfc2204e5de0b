import CMSParsing
import DERParsing
import ReceiptValidation

/// What the extensions of a certificate say, as far as it decides about receipts.
package struct CertificateProfile {
  /// Where a certificate stands in the path.
  package enum Role {
    case signer
    case intermediate
    /// The signer of an old transaction receipt.
    case purchaseSigner
    /// The issuer of a ``purchaseSigner``.
    case storeIntermediate
    /// What a path ends at.
    case anchor
  }

  private var isAuthority: Bool?
  private var keyUsage: DERNamedBitList?
  private var hasSignerMarker = false
  private var hasIntermediateMarker = false
  private var hasPurchaseMarker = false
  private var hasStoreMarker = false
  private var hasReceiptPolicy = false
  /// Where the first critical extension stands that is not critical in any certificate of Apple's, extKeyUsage aside.
  private var unknownCriticalOffset: Int?
  /// Where extKeyUsage stands, if it is critical.
  private var criticalPurposesOffset: Int?

  /// Reads the extensions.
  ///
  /// - Throws: `ReceiptSignatureError` with `tooManyExtensions`, `malformedExtension` or
  ///   `repeatedExtension`.
  init(
    _ certificate: Certificate, in bytes: RawSpan, limits: SignatureLimits = .default
  ) throws(ReceiptSignatureError) {
    guard let range = certificate.tbsCertificate.extensions else { return }
    var seen: [DERObjectIdentifier] = []
    var extensions = DERReader(bytes, contents: range)
    while !extensions.isAtEnd {
      let offset = extensions.offset
      guard seen.count < limits.extensions else {
        throw ReceiptSignatureError(.tooManyExtensions, at: offset)
      }
      let next: CertificateExtension
      do {
        next = try extensions.read()
      } catch {
        throw ReceiptSignatureError(.malformedExtension, error)
      }
      guard !seen.contains(next.extnID) else {
        throw ReceiptSignatureError(.repeatedExtension, at: offset)
      }
      seen.append(next.extnID)
      try read(next, bytes)
      guard next.critical else { continue }
      switch next.extnID {
      case .basicConstraints, .keyUsage: break
      case .extKeyUsage: criticalPurposesOffset = offset
      default: unknownCriticalOffset = unknownCriticalOffset ?? offset
      }
    }
  }

  /// Takes what an extension says, if it is one that decides about receipts.
  private mutating func read(
    _ next: CertificateExtension, _ bytes: RawSpan
  ) throws(ReceiptSignatureError) {
    let value = DERReader(bytes, contents: next.extnValue.contents)
    do {
      switch next.extnID {
      case .basicConstraints: isAuthority = try value.readOnly(BasicConstraints.self).cA
      case .keyUsage: keyUsage = try value.readOnly(DERNamedBitList.self)
      case .certificatePolicies:
        hasReceiptPolicy = try value.readOnly(CertificatePolicies.self).hasReceiptPolicy
      case .appleReceiptSigningMarker: hasSignerMarker = true
      case .appleIntermediateMarker: hasIntermediateMarker = true
      case .applePurchaseMarker: hasPurchaseMarker = true
      case .appleStoreMarker: hasStoreMarker = true
      default: break
      }
    } catch {
      throw ReceiptSignatureError(.malformedExtension, error)
    }
  }

  /// Checks that a certificate of this profile may stand there, what it is for first: that tells most.
  ///
  /// - Throws: `ReceiptSignatureError`.
  func check(_ role: Role, _ offset: Int) throws(ReceiptSignatureError) {
    switch role {
    case .signer:
      try require(hasSignerMarker, .leafMarkerMissing, offset)
      try require(hasReceiptPolicy, .leafPolicyMissing, offset)
      try checkSigner(offset)
    case .purchaseSigner:
      try require(hasPurchaseMarker, .leafMarkerMissing, offset)
      try checkSigner(offset)
    case .intermediate:
      try checkAuthority(offset)
      try require(hasIntermediateMarker, .intermediateMarkerMissing, offset)
    case .storeIntermediate:
      try checkAuthority(offset)
      try require(hasStoreMarker, .intermediateMarkerMissing, offset)
    case .anchor:
      // Many roots do without keyUsage.
      try require(isAuthority ?? false, .notAnAuthority, offset)
      try require(keyUsage?.contains(KeyUsageBit.keyCertSign) != false, .keyUsage, offset)
    }
    // An anchor's purposes are those of its own key's other uses (RFC 5280 §4.2.1.12).
    let critical = unknownCriticalOffset ?? (role == .anchor ? nil : criticalPurposesOffset)
    try require(critical == nil, .unknownCriticalExtension, critical ?? offset)
  }

  private func checkSigner(_ offset: Int) throws(ReceiptSignatureError) {
    try require(isAuthority != true, .isAnAuthority, offset)
    try require(keyUsage?.contains(KeyUsageBit.digitalSignature) == true, .keyUsage, offset)
  }

  /// With one certificate below it, any pathLenConstraint is kept.
  private func checkAuthority(_ offset: Int) throws(ReceiptSignatureError) {
    try require(isAuthority == true, .notAnAuthority, offset)
    try require(keyUsage?.contains(KeyUsageBit.keyCertSign) == true, .keyUsage, offset)
  }

  private func require(
    _ condition: Bool, _ code: ReceiptSignatureError.Code, _ offset: Int
  ) throws(ReceiptSignatureError) {
    guard condition else { throw ReceiptSignatureError(code, at: offset) }
  }
}

/// RFC 5280 §4.2.1.3.
private enum KeyUsageBit {
  static let digitalSignature = 0
  static let keyCertSign = 5
}

extension DERObjectIdentifier {
  /// The extension that marks certificates for receipts.
  fileprivate static let appleReceiptSigningMarker: DERObjectIdentifier =
    "1.2.840.113635.100.6.11.1"
  /// The extension that marks Apple's intermediate certificate for developer relations.
  fileprivate static let appleIntermediateMarker: DERObjectIdentifier =
    "1.2.840.113635.100.6.2.1"
  /// The extension that marks the certificates with which old transaction receipts are signed.
  fileprivate static let applePurchaseMarker: DERObjectIdentifier = "1.2.840.113635.100.6.5.1"
  /// The extension that marks Apple's intermediate certificate for the iTunes Store.
  fileprivate static let appleStoreMarker: DERObjectIdentifier = "1.2.840.113635.100.6.2.2"
  /// The certificate policy for receipts.
  fileprivate static let appleReceiptPolicy: DERObjectIdentifier = "1.2.840.113635.100.5.6.1"
}

extension DERReader {
  /// Reads the one value that these contents are.
  fileprivate consuming func readOnly<Value: DERDecodable>(
    _ type: Value.Type
  ) throws(DERError) -> Value {
    let value: Value = try read()
    try finish()
    return value
  }
}

/// `BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }`,
/// RFC 5280 §4.2.1.9.
private struct BasicConstraints: DERDecodable {
  static var identifier: DERIdentifier { .sequence }

  let cA: Bool

  init(contents: inout DERReader) throws(DERError) {
    cA = try contents.read(default: false, acceptsEncodedDefault: true)
    let start = contents.offset
    let pathLenConstraint: DERInteger? = try contents.readIfPresent()
    guard pathLenConstraint?.isNegative != true else {
      throw contents.error(.integerOutOfRange, at: start)
    }
  }
}

/// `CertificatePolicies ::= SEQUENCE SIZE (1..MAX) OF PolicyInformation`, RFC 5280 §4.2.1.4.
private struct CertificatePolicies: DERDecodable {
  static var identifier: DERIdentifier { .sequence }

  private(set) var hasReceiptPolicy = false

  init(contents: inout DERReader) throws(DERError) {
    repeat {
      // PolicyInformation ::= SEQUENCE { policyIdentifier OBJECT IDENTIFIER, qualifiers … OPTIONAL }
      var information = try contents.readConstructed(.sequence)
      let policy: DERObjectIdentifier = try information.read()
      if policy == .appleReceiptPolicy { hasReceiptPolicy = true }
      if !information.isAtEnd { _ = try information.readElement(.sequence) }
      try information.finish()
    } while !contents.isAtEnd
  }
}
