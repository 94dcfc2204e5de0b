import AppStoreReceipt
import Foundation

/// The comparison that trusts receipts: those of the test authority.
struct Validation {
  let authority: TestAuthority
  let openSSL: OpenSSL?

  func comparison(_ sample: ReceiptSample) throws -> Comparison? {
    guard sample.isOurs else { return nil }
    let bytes = sample.bytes
    let receipt = try AppReceipt(bytes)
    guard let creationDate = receipt.creationDate else { return nil }
    let roots = [sample.isBER ? authority.storeKitTest : authority.root]
    let anchors = try sample.isBER ? [] : roots.map { try TrustAnchor(certificate: $0) }
    let xcode = try sample.isBER ? roots.map { try XcodeCertificate(certificate: $0) } : []
    let expectations = ReceiptExpectations(
      bundleIdentifier: SyntheticReceipt.bundleIdentifier,
      devices: .required([DeviceIdentifier(bytes: SyntheticReceipt.device)]), now: creationDate,
      environments: [sample.isBER ? .xcode : .production])
    let makeVerifier = {
      AppleSignatureVerifier(
        anchors: anchors, allowsXcode: sample.isBER, xcodeCertificates: xcode)
    }
    var warm = makeVerifier()
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
          return receipt.skippedChecks == [.appVersion] && receipt.matchedDevice != nil
            ? valid : "skipped \(receipt.skippedChecks)"
        }, work: { try validate().matchedDevice == nil ? 0 : 1 })
    }
    var subjects = [ours("ours-cold", makeVerifier), ours("ours-warm") { warm }]
    let seconds = creationDate.millisecondsSince1970 / 1000
    if let openSSL, let store = openSSL.store(roots: roots, at: seconds) {
      subjects.append(
        Subject(
          "openssl", answer: { "valid, \(store.verify(bytes)) bytes of content" },
          work: { UInt64(store.verify(bytes)) }))
    }
    if !sample.isBER {
      let peer = try SwiftCertificates(receipt, roots: roots, digest: authority.digest)
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
      measure: .validate, input: sample.name, bytes: bytes.count,
      isBER: sample.isBER, subjects: subjects)
  }
}
