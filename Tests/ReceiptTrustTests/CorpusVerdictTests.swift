import Foundation
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing

/// Real receipts: the verdicts of an independent decoder, and the devices that are known.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct CorpusVerdictTests {
  private struct Expected: Decodable {
    struct Chain: Decodable {
      let rootIsAppleIncRoot: Bool?
      let leafHasReceiptSigningMarker: Bool?
      let intermediateHasWWDRMarker: Bool?
      let allValidAtCreationDate: Bool?
    }
    let environment: String?
    let signatureVerifies: Bool
    let chain: Chain
  }

  @Test func `Genuine receipts are accepted, others refused for their reason`() throws {
    let files = Corpus.files(in: "receipts/files", withExtensions: ["p7"])
    #expect(!files.isEmpty)
    for file in files {
      let name = file.deletingPathExtension().lastPathComponent
      let json = file.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "expected/\(name).json")
      let expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: json))
      let receipt = try AppReceipt(Fixtures.bytes(of: file))
      let chain = expected.chain
      let isGenuine =
        expected.signatureVerifies && chain.rootIsAppleIncRoot == true
        && chain.leafHasReceiptSigningMarker == true && chain.intermediateHasWWDRMarker == true
        && chain.allValidAtCreationDate == true
      let isXcode = expected.environment == "Xcode"

      let report = receipt.report(
        .signatureOnly, ignoresBundleIdentifier: true, verifier: AppleSignatureVerifier())
      #expect(report.failures.isEmpty == isGenuine, "\(name)")
      let lenient = receipt.report(
        .signatureOnly, ignoresBundleIdentifier: true,
        verifier: AppleSignatureVerifier(allowsXcode: true))
      #expect(lenient.failures.isEmpty == (isGenuine || isXcode), "\(name)")
      if isXcode { #expect(report.failures.first?.reason.name == "xcodeNotAllowed") }
      if name.contains("fairplay") {
        #expect(report.failures.first?.reason.name == "leafMarkerMissing")
      }
    }
  }

  @Test(arguments: [
    ("production-mac-mindnode-20170904-guid-known", "6c4008b5945e"),
    ("production-mac-mindnodepro-20160212-guid-known", "6c4008b5945e"),
    ("sample-mac-apple-docs-2010-fairplay-signer", "0017f2c4bcc0"),
    ("sandbox-ios-emmiclub-20151007-6-subs-guid-known", "7eb61f70e56d46f1ac3a84d1b43829d3"),
    (
      "sandbox-ios-purchasingexperiments-20230222-guid-known-g7",
      "e618109862dd433fbb94675d3815d263"
    ),
    (
      "sandbox-ios-weeka-20251226-sha256-g5-2-subs-guid-known",
      "956328d9cc6a47f4be406953fb0ab6c7"
    ),
  ])
  func `The known device matches, among others, and no other does`(
    name: String, device: String
  ) throws {
    let file = try #require(Corpus.folder).appending(path: "receipts/files/\(name).p7")
    let receipt = try AppReceipt(Fixtures.bytes(of: file))
    let known = try #require(DeviceIdentifier(device))
    var changed = known.bytes
    changed[0] ^= 1
    let other = DeviceIdentifier(bytes: changed)
    func matched(_ candidates: [DeviceIdentifier]) -> DeviceIdentifier? {
      var expectations = ReceiptExpectations.signatureOnly
      expectations.devices = .required(candidates)
      return receipt.report(expectations, verifier: AppleSignatureVerifier()).matchedDevice
    }
    #expect(matched([known]) == known)
    #expect(matched([other, known]) == known)
    #expect(matched([other]) == nil)
    #expect(matched([]) == nil)
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
