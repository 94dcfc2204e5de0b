import AppStoreReceipt
import Foundation

/// The comparison that trusts receipts: those of the test authority, or those that somebody gave.
struct Validation {
  let authority: TestAuthority
  /// Which given receipts may lead to, too.
  let roots: [[UInt8]]
  let openSSL: OpenSSL?

  func comparison(_ sample: ReceiptSample) throws -> Comparison {
    let bytes = sample.bytes
    let receipt = try AppReceipt(bytes)
    guard let creationDate = receipt.creationDate else {
      throw Unavailable("\(sample.name) has no creation date at which to judge certificates")
    }
    let trust = try sample.origin == .ours ? ownTrust(sample) : foundTrust(sample, receipt)
    let expectations = expectations(of: receipt, sample, now: creationDate)
    var warm = trust.verifier
    try warm.verifyAndRemember(receipt)

    let valid = "valid, \(receipt.contentBytes.count) bytes of content"
    func ours(
      _ name: String, _ verifier: @escaping () -> AppleSignatureVerifier
    ) -> Subject {
      let validate = { try AppReceipt(bytes).validate(expectations, verifier: verifier()) }
      return Subject(
        name,
        answer: {
          let receipt = try validate()
          return receipt.skippedChecks.contains(.device) == (sample.origin != .ours)
            ? valid : "skipped \(receipt.skippedChecks)"
        }, work: { UInt64(try validate().skippedChecks.count) })
    }
    var subjects = [ours("ours-cold", { trust.verifier }), ours("ours-warm") { warm }]
    let seconds = creationDate.millisecondsSince1970 / 1000
    if let openSSL, let store = openSSL.store(roots: [trust.root], at: seconds) {
      subjects.append(
        Subject(
          "openssl", answer: { "valid, \(store.verify(bytes)) bytes of content" },
          work: { UInt64(store.verify(bytes)) }))
    }
    if !sample.isBER {
      let peer = try SwiftCertificates(receipt, roots: [trust.root])
      subjects.append(
        Subject(
          "swift-certificates",
          answer: { try waitFor { try await peer.isValid() } ? valid : "not valid" },
          run: { count in
            try waitFor {
              var valid: UInt64 = 0
              for _ in 0..<count where try await peer.isValid() { valid += 1 }
              return valid
            }
          }))
    }
    return Comparison(
      measure: .validate, input: sample.name, bytes: bytes.count, isBER: sample.isBER,
      isGiven: sample.origin == .given, subjects: subjects)
  }

  /// Of a given receipt nobody knows the device, so it is left out.
  private func expectations(
    of receipt: AppReceipt, _ sample: ReceiptSample, now: ReceiptDate
  ) -> ReceiptExpectations {
    guard sample.origin == .given else {
      return ReceiptExpectations(
        bundleIdentifier: SyntheticReceipt.bundleIdentifier,
        devices: .required([DeviceIdentifier(bytes: SyntheticReceipt.device)]), now: now,
        environments: [sample.isBER ? .xcode : .production])
    }
    return ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked, now: now,
      environments: receipt.environment.map { [$0] } ?? [])
  }

  /// Whom somebody trusts who validates the receipt.
  private struct Trust {
    var anchors: [TrustAnchor] = []
    var xcodeCertificates: [XcodeCertificate] = []
    var allowsXcode = false
    /// The certificate that peers trust.
    let root: [UInt8]

    /// One that has seen nothing yet.
    var verifier: AppleSignatureVerifier {
      AppleSignatureVerifier(
        anchors: anchors, allowsXcode: allowsXcode, xcodeCertificates: xcodeCertificates)
    }
  }

  private func ownTrust(_ sample: ReceiptSample) throws -> Trust {
    guard sample.isBER else {
      return Trust(
        anchors: [try TrustAnchor(certificate: authority.root)], root: authority.root)
    }
    return Trust(
      xcodeCertificates: [try XcodeCertificate(certificate: authority.storeKitTest)],
      allowsXcode: true, root: authority.storeKitTest)
  }

  /// Finds out by trying. Apple's root itself is not in this package, only its key: peers get the certificate in the
  /// receipt, after our verifier has compared it.
  private func foundTrust(_ sample: ReceiptSample, _ receipt: AppReceipt) throws -> Trust {
    let certificates = try receipt.certificateEncodings().map { Array($0) }
    guard let last = certificates.last else {
      throw Unavailable("\(sample.name) has no certificates")
    }
    let xcode = try XcodeCertificate(certificate: authority.storeKitTest)
    var candidates = [Trust(anchors: [.appleRootCA], root: last)]
    for root in roots + [authority.root] {
      candidates.append(Trust(anchors: [try TrustAnchor(certificate: root)], root: root))
    }
    candidates.append(Trust(xcodeCertificates: [xcode], allowsXcode: true, root: last))
    var reasons: [String] = []
    for trust in candidates {
      do {
        var verifier = trust.verifier
        try verifier.verifyAndRemember(receipt)
        return trust
      } catch {
        reasons.append("\(error)")
      }
    }
    throw Unavailable("\(sample.name) is signed by nobody we know (--root): \(reasons[0])")
  }
}
