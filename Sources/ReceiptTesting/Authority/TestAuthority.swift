public import ReceiptParsing
public import ReceiptTrust
public import ReceiptValidation

/// A certification authority that is shaped like Apple's and not trusted by default: a root, an intermediate
/// certificate with Apple's marker, and a certificate that is marked for signing receipts.
///
/// **Anyone can sign with it.** Its private keys are constants of this module. A verifier accepts its receipts only if
/// a test passes it ``anchor``; no verifier has that by default. Never link this module into an app, and never let a
/// production build choose its anchors at run time.
///
/// Keys, names and serial numbers are always the same, so the same receipt comes out the same, byte by byte.
public struct TestAuthority: Hashable, Sendable {
  /// Whose certificates the authority imitates.
  enum Style: Hashable, Sendable {
    case appStore
    case xcode
  }

  private let issuing: Issuing

  /// The path from the signer's certificate to the root.
  let path: [TestCertificate]

  /// What certificates and receipts are signed with.
  package var digestAlgorithm: ReceiptDigestAlgorithm { issuing.digestAlgorithm }

  var style: Style { issuing.style }

  /// Creates an authority. Authorities with different names do not trust each other.
  ///
  /// - Parameters:
  ///   - name: what the names of its certificates begin with.
  ///   - digestAlgorithm: SHA-256, or SHA-1 as in older receipts.
  ///   - signerValidity: when the signer's certificate is valid: what matters is the receipt's creation date. By
  ///     default, and always for the certificates above it, the years 2000–2049.
  public init(
    name: String = "Example", digestAlgorithm: ReceiptDigestAlgorithm = .sha256,
    signerValidity: ClosedRange<ReceiptDate>? = nil
  ) {
    self.init(name, .appStore, digestAlgorithm, signerValidity)
  }

  /// An authority like Xcode's for StoreKit testing: one certificate, self-signed. Its receipts are accepted only by
  /// a verifier that has ``xcodeCertificates`` and allows Xcode, and only if their environment is `.xcode`.
  public static func xcode(
    name: String = "Example", signerValidity: ClosedRange<ReceiptDate>? = nil
  ) -> TestAuthority {
    TestAuthority(name, .xcode, .sha256, signerValidity)
  }

  private init(
    _ name: String, _ style: Style, _ digestAlgorithm: ReceiptDigestAlgorithm,
    _ signerValidity: ClosedRange<ReceiptDate>?
  ) {
    let seconds = signerValidity.map {
      ApplePolicy.seconds(of: $0.lowerBound)...ApplePolicy.seconds(of: $0.upperBound)
    }
    issuing = Issuing(
      name: name, style: style, digestAlgorithm: digestAlgorithm,
      signerValidity: seconds ?? Issuing.authorityValidity)
    path = issuing.path
  }

  /// The root's certificate in DER, for verifiers of your own; in Xcode's style the only certificate.
  public var rootCertificate: [UInt8] { root.encoding.bytes }

  /// The anchor that makes a verifier trust this authority.
  ///
  /// ```swift
  /// AppleSignatureVerifier(anchors: [authority.anchor])
  /// ```
  ///
  /// For an authority in Xcode's style, pass ``xcodeCertificates`` instead.
  public var anchor: TrustAnchor {
    do {
      return try TrustAnchor(certificate: rootCertificate)
    } catch {
      // This type made the certificate, and any name is a valid one.
      preconditionFailure("the test authority's root can't be an anchor: \(error)")
    }
  }

  /// The certificates that make a verifier that allows Xcode accept this authority's receipts; empty unless the
  /// authority is in Xcode's style.
  ///
  /// ```swift
  /// AppleSignatureVerifier(allowsXcode: true, xcodeCertificates: authority.xcodeCertificates)
  /// ```
  public var xcodeCertificates: [XcodeCertificate] {
    guard style == .xcode else { return [] }
    do {
      return [try XcodeCertificate(certificate: rootCertificate)]
    } catch {
      // As for the anchor.
      preconditionFailure("the test authority's certificate can't be Xcode's: \(error)")
    }
  }

  private var root: TestCertificate { path[path.count - 1] }

  /// The path of a receipt with these faults, with new certificates where they depend on them.
  func path(creationDate: Int64, faults: Set<ReceiptFault>) -> [TestCertificate] {
    guard faults.contains(where: \.isAboutPath) else { return path }
    var issuing = issuing
    issuing.creationDate = creationDate
    issuing.faults = faults
    return issuing.path
  }
}

/// Issues the certificates of a ``TestAuthority``, valid or faulty.
struct Issuing: Hashable, Sendable {
  let name: String
  let style: TestAuthority.Style
  let digestAlgorithm: ReceiptDigestAlgorithm
  let signerValidity: ClosedRange<Int64>
  /// The receipt's, in seconds since 1970: when expired certificates must have expired.
  var creationDate: Int64 = 0
  var faults: Set<ReceiptFault> = []

  /// 2000-01-01T00:00:00Z to 2049-12-31T23:59:59Z, in seconds since 1970.
  static let authorityValidity: ClosedRange<Int64> = 946_684_800...2_524_607_999

  /// All certificates of a receipt, from the signer's to the root.
  var path: [TestCertificate] {
    switch style {
    case .xcode: [selfSigned]
    case .appStore:
      faults.contains(.intermediateMissing)
        ? [signer, root] : [signer, intermediate, root]
    }
  }

  /// What the root's name begins with: another than the authority's, whatever that is, for ``ReceiptFault/otherRoot``.
  private var rootOwner: String { faults.contains(.otherRoot) ? "\(name) Other" : name }

  private var rootName: DEREncoding {
    .name("\(rootOwner) Test Root CA")
  }

  private var intermediateName: DEREncoding { .name("\(name) Test Developer Relations CA") }

  private var root: TestCertificate {
    // Another key, and so another certificate of the same name.
    let key: TestKey = faults.contains(.rootReplaced) ? .signer : .root
    return TestCertificate(
      subject: rootName, key: key, serialNumber: 2, validity: Self.authorityValidity,
      extensions: [
        .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .cRLSign]),
        .subjectKeyIdentifier(key),
      ],
      issuer: rootName, issuerKey: key, digestAlgorithm: digestAlgorithm)
  }

  private var intermediate: TestCertificate {
    let marker = faults.contains(.intermediateMarkerMissing) ? [] : [DEREncoding.intermediateMarker]
    return TestCertificate(
      subject: intermediateName, key: .intermediate, serialNumber: 0x01C0_FFEE_5EED_0001,
      validity: validity(
        Self.authorityValidity, isExpired: faults.contains(.intermediateExpired)),
      extensions: [
        .basicConstraints(isAuthority: true, pathLength: 0), .authorityKeyIdentifier(.root),
        .subjectKeyIdentifier(.intermediate), .keyUsage([.keyCertSign, .cRLSign]),
      ] + marker,
      issuer: rootName, issuerKey: .root, digestAlgorithm: digestAlgorithm)
  }

  private var signer: TestCertificate {
    let policy = faults.contains(.signerPolicyMissing) ? [] : [DEREncoding.receiptPolicy]
    let marker = faults.contains(.signerMarkerMissing) ? [] : [DEREncoding.signerMarker]
    // Signed by another key than the intermediate authority's.
    let issuerKey: TestKey = faults.contains(.signerForged) ? .signer : .intermediate
    return TestCertificate(
      subject: .name("\(name) Test Receipt Signing"), key: .signer,
      serialNumber: 0x0E11_57CA_5EED_0002, validity: finalSignerValidity,
      extensions: [
        .basicConstraints(isAuthority: false), .authorityKeyIdentifier(.intermediate),
        .subjectKeyIdentifier(.signer), .keyUsage([.digitalSignature]),
      ] + policy + marker,
      issuer: intermediateName, issuerKey: issuerKey, digestAlgorithm: digestAlgorithm)
  }

  /// The only certificate in Xcode's style.
  private var selfSigned: TestCertificate {
    let name = DEREncoding.name("\(rootOwner) Test StoreKit")
    return TestCertificate(
      subject: name, key: .signer, serialNumber: 1, validity: finalSignerValidity,
      extensions: [
        .basicConstraints(isAuthority: true), .keyUsage([.digitalSignature, .keyCertSign]),
        .codeSigning,
      ],
      issuer: name, issuerKey: .signer, digestAlgorithm: digestAlgorithm)
  }

  private var finalSignerValidity: ClosedRange<Int64> {
    if faults.contains(.signerNotYetValid) {
      return creationDate + 1...max(signerValidity.upperBound, creationDate + 1)
    }
    return validity(signerValidity, isExpired: faults.contains(.signerExpired))
  }

  /// A validity that ends a second before the receipt is made.
  private func validity(
    _ range: ClosedRange<Int64>, isExpired: Bool
  ) -> ClosedRange<Int64> {
    isExpired ? min(range.lowerBound, creationDate - 1)...creationDate - 1 : range
  }
}
