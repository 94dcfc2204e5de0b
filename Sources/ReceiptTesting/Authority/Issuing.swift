import ReceiptValidation

/// Makes the certificates of a ``TestAuthority``, right ones or wrong ones.
struct Issuing {
  let name: String
  let style: TestAuthority.Style
  let digestAlgorithm: ReceiptDigestAlgorithm
  let signerValidity: ClosedRange<Int64>
  /// The receipt's, in seconds since 1970: what certificates have to be expired at.
  let creationDate: Int64
  let faults: Set<ReceiptFault>

  /// 2000-01-01T00:00:00Z to 2049-12-31T23:59:59Z, in seconds since 1970.
  static let authorityValidity: ClosedRange<Int64> = 946_684_800...2_524_607_999

  /// From the signer's certificate to the root, all that a receipt brings along.
  var path: [TestCertificate] {
    switch style {
    case .xcode: [selfSigned]
    case .appStore:
      faults.contains(.intermediateMissing)
        ? [signer, root] : [signer, intermediate, root]
    }
  }

  private var rootName: DEREncoding {
    .name(faults.contains(.otherRoot) ? "Another Test Root CA" : "\(name) Test Root CA")
  }

  private var intermediateName: DEREncoding { .name("\(name) Test Developer Relations CA") }

  private var root: TestCertificate {
    // Another key, and so another certificate of the same name.
    let key: TestKey = faults.contains(.rootReplaced) ? .signer : .root
    return TestCertificate(
      TestCertificate.Fields(
        subject: rootName, key: key, serialNumber: 2, validity: Self.authorityValidity,
        extensions: [
          .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .cRLSign]),
          .subjectKeyIdentifier(key),
        ]),
      issuer: rootName, issuerKey: key, digestAlgorithm: digestAlgorithm)
  }

  private var intermediate: TestCertificate {
    let marker = faults.contains(.intermediateMarkerMissing) ? [] : [DEREncoding.intermediateMarker]
    return TestCertificate(
      TestCertificate.Fields(
        subject: intermediateName, key: .intermediate, serialNumber: 0x01C0_FFEE_5EED_0001,
        validity: validity(
          Self.authorityValidity, isExpired: faults.contains(.intermediateExpired)),
        extensions: [
          .basicConstraints(isAuthority: true, pathLength: 0), .authorityKeyIdentifier(.root),
          .subjectKeyIdentifier(.intermediate), .keyUsage([.keyCertSign, .cRLSign]),
        ] + marker),
      issuer: rootName, issuerKey: .root, digestAlgorithm: digestAlgorithm)
  }

  private var signer: TestCertificate {
    let policy = faults.contains(.signerPolicyMissing) ? [] : [DEREncoding.receiptPolicy]
    let marker = faults.contains(.signerMarkerMissing) ? [] : [DEREncoding.signerMarker]
    // Signed by somebody who is not the intermediate authority, but says so.
    let issuerKey: TestKey = faults.contains(.signerForged) ? .signer : .intermediate
    return TestCertificate(
      TestCertificate.Fields(
        subject: .name("\(name) Test Receipt Signing"), key: .signer,
        serialNumber: 0x0E11_57CA_5EED_0002, validity: finalSignerValidity,
        extensions: [
          .basicConstraints(isAuthority: false), .authorityKeyIdentifier(.intermediate),
          .subjectKeyIdentifier(.signer), .keyUsage([.digitalSignature]),
        ] + policy + marker),
      issuer: intermediateName, issuerKey: issuerKey, digestAlgorithm: digestAlgorithm)
  }

  /// The only certificate in Xcode's style.
  private var selfSigned: TestCertificate {
    let name = DEREncoding.name(
      faults.contains(.otherRoot) ? "Another Test StoreKit" : "\(self.name) Test StoreKit")
    return TestCertificate(
      TestCertificate.Fields(
        subject: name, key: .signer, serialNumber: 1, validity: finalSignerValidity,
        extensions: [
          .basicConstraints(isAuthority: true), .keyUsage([.digitalSignature, .keyCertSign]),
          .codeSigning,
        ]),
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
