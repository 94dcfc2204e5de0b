import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing

/// No bit of a receipt can change without anybody noticing.
@Suite struct BitFlipTests {
  private let verifier: AppleSignatureVerifier

  init() throws {
    let root = try TrustAnchor(certificate: Fixtures.certificate("root"))
    verifier = AppleSignatureVerifier(anchors: [root])
  }

  private func isSigned(_ bytes: [UInt8], _ verifier: AppleSignatureVerifier) -> Bool {
    do throws(ReceiptError) {
      return try AppReceipt(bytes).report(
        .signatureOnly, ignoresBundleIdentifier: true, verifier: verifier
      ).failures.isEmpty
    } catch {
      return false
    }
  }

  @Test(arguments: ["macos-sha1-no-purchases", "macos-sha256-no-purchases"])
  func `No single-bit change is accepted`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    var remembering = verifier
    try remembering.verifyAndRemember(AppReceipt(bytes))
    #expect(isSigned(bytes, verifier))
    #expect(isSigned(bytes, remembering))
    let flips = bytes.indices.flatMap { offset in (0..<8).map { (offset, $0) } }
      .thinnedInDebug(by: 29 * 8 + 1)
    let accepted = flips.filter { offset, bit in
      var changed = bytes
      changed[offset] ^= 1 << bit
      return isSigned(changed, verifier) || isSigned(changed, remembering)
    }
    #expect(accepted.isEmpty, "\(accepted)")
  }
}

extension ReceiptExpectations {
  /// What a report needs to say something about the signature alone.
  fileprivate static var signatureOnly: ReceiptExpectations {
    var expectations = ReceiptExpectations(
      bundleIdentifier: "", devices: .notChecked, now: .notChecked)
    expectations.environments = .notChecked
    return expectations
  }
}
