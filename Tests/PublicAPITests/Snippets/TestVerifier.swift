import AppStoreReceipt
import TestSupport

/// `AppleSignatureVerifier` with the test authority's root in place of Apple's: snippets that mean Apple's
/// run with this one under that name, so that the receipts of this repository can pass.
struct TestVerifier: ReceiptSignatureVerifier, Sendable {
  private let verifier: AppleSignatureVerifier

  init(allowsXcode: Bool = false) {
    verifier = AppleSignatureVerifier(anchors: [Self.root], allowsXcode: allowsXcode)
  }

  private static let root: TrustAnchor = {
    do {
      return try TrustAnchor(certificate: Fixtures.certificate("root"))
    } catch {
      preconditionFailure("the test authority has no root: \(error)")
    }
  }()

  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {
    try verifier.verify(material)
  }

}

// Snippets that name no verifier mean Apple's, too. Without default arguments, these come first.
extension AppReceipt {
  func validate(
    bundleIdentifier: String, devices: ReceiptExpectations.Expectation<[DeviceIdentifier]>
  ) throws(ReceiptValidationError) -> ValidatedReceipt {
    try validate(
      bundleIdentifier: bundleIdentifier, devices: devices, now: Date(), verifier: TestVerifier())
  }

  func validate(
    bundleIdentifier: String, devices: ReceiptExpectations.Expectation<[DeviceIdentifier]>,
    environments: Set<ReceiptEnvironment>
  ) throws(ReceiptValidationError) -> ValidatedReceipt {
    try validate(
      bundleIdentifier: bundleIdentifier, devices: devices, environments: environments, now: Date(),
      verifier: TestVerifier())
  }
}
