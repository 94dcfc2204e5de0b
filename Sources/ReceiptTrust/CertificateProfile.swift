package import CMSParsing
import DERParsing
package import ReceiptValidation

/// What the extensions of a certificate say, as far as they decide about a role.
package struct CertificateProfile {
  private let role: ApplePolicy.Role
  /// The extensions, in the order of the certificate.
  private var identifiers: [DERObjectIdentifier] = []
  private var isAuthority: Bool?
  private var keyUsage: DERNamedBitList?
  private var hasPolicy = false
  /// Where the first critical extension is that is not critical in any certificate of Apple's, extKeyUsage aside.
  private var unknownCriticalOffset: Int?
  /// Where extKeyUsage is, if it is critical.
  private var criticalPurposesOffset: Int?

  /// Reads the extensions, looking for what the role demands.
  ///
  /// - Throws: `ReceiptSignatureError` with `tooManyExtensions`, `malformedExtension` or
  ///   `repeatedExtension`.
  package init(
    _ certificate: Certificate, for role: ApplePolicy.Role, in bytes: RawSpan,
    limits: SignatureLimits = .default
  ) throws(ReceiptSignatureError) {
    self.role = role
    guard let place = certificate.tbsCertificate.extensions else { return }
    identifiers.reserveCapacity(10)  // the most in Apple's certificates
    var extensions = place.reader(in: bytes)
    while !extensions.isAtEnd {
      let offset = extensions.offset
      guard identifiers.count < limits.extensions else {
        throw ReceiptSignatureError(.tooManyExtensions, at: offset)
      }
      let next = try ReceiptSignatureError.wrapping(
        .malformedExtension, extensions.read(as: CertificateExtension.self))
      guard !identifiers.contains(next.extnID) else {
        throw ReceiptSignatureError(.repeatedExtension, at: offset)
      }
      identifiers.append(next.extnID)
      try read(next, in: extensions)
      guard next.critical else { continue }
      switch next.extnID {
      case .basicConstraints, .keyUsage: break
      case .extKeyUsage: criticalPurposesOffset = offset
      default: unknownCriticalOffset = unknownCriticalOffset ?? offset
      }
    }
  }

  /// Reads the value of an extension that decides about roles; of markers only the presence counts.
  private mutating func read(
    _ next: CertificateExtension, in extensions: borrowing DERReader
  ) throws(ReceiptSignatureError) {
    do {
      let value = try extensions.contents(of: next.extnValue)
      switch next.extnID {
      case .basicConstraints: isAuthority = try value.readLast(as: BasicConstraints.self).cA
      case .keyUsage: keyUsage = try value.readLast(as: DERNamedBitList.self)
      case .certificatePolicies: try readPolicies(value)
      default: break
      }
    } catch {
      throw ReceiptSignatureError(.malformedExtension, error)
    }
  }

  /// `CertificatePolicies ::= SEQUENCE SIZE (1..MAX) OF PolicyInformation`, RFC 5280 §4.2.1.4.
  private mutating func readPolicies(_ value: consuming DERReader) throws(DERError) {
    var policies = try value.readConstructed(.sequence)
    repeat {
      // PolicyInformation ::= SEQUENCE { policyIdentifier OBJECT IDENTIFIER, qualifiers … OPTIONAL }
      var information = try policies.readConstructed(.sequence)
      let policy: DERObjectIdentifier = try information.read()
      if policy == role.policy { hasPolicy = true }
      if !information.isAtEnd { _ = try information.readElement(.sequence) }
      try information.finish()
    } while !policies.isAtEnd
    try value.finish()
  }

  /// Checks that the certificate may fill its role. Of a signer, the marks come first: they say most about what
  /// another certificate is.
  ///
  /// - Throws: `ReceiptSignatureError`.
  package func check(_ offset: Int) throws(ReceiptSignatureError) {
    if role.isAuthority {
      try require(isAuthority == true, .notAnAuthority, offset)
      try checkKeyUsage(offset)
      try require(hasMarker, .intermediateMarkerMissing, offset)
    } else {
      try require(hasMarker, .leafMarkerMissing, offset)
      try require(hasPolicy || role.policy == nil, .leafPolicyMissing, offset)
      try require(isAuthority != true, .isAnAuthority, offset)
      try checkKeyUsage(offset)
    }
    let critical =
      unknownCriticalOffset ?? (role.purposesMayBeCritical ? nil : criticalPurposesOffset)
    try require(critical == nil, .unknownCriticalExtension, critical ?? offset)
  }

  private var hasMarker: Bool { role.marker.map { identifiers.contains($0) } ?? true }

  private func checkKeyUsage(_ offset: Int) throws(ReceiptSignatureError) {
    let allows = keyUsage?.contains(role.keyUsage.rawValue) ?? role.keyUsageIsOptional
    try require(allows, .wrongKeyUsage, offset)
  }

  private func require(
    _ condition: Bool, _ code: ReceiptSignatureError.Code, _ offset: Int
  ) throws(ReceiptSignatureError) {
    guard condition else { throw ReceiptSignatureError(code, at: offset) }
  }
}

/// `BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }`,
/// RFC 5280 §4.2.1.9.
private struct BasicConstraints: DERDecodable {
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
