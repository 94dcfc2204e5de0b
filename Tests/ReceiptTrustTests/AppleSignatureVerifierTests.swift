import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing

@Suite struct AppleSignatureVerifierTests {
  private func anchor(_ name: String) throws -> TrustAnchor {
    try TrustAnchor(certificate: Fixtures.certificate(name))
  }

  /// The code with which the signature is refused; `nil` when it is accepted.
  private func refusal(
    _ receipt: AppReceipt, _ verifier: AppleSignatureVerifier
  ) -> ReceiptSignatureError.Code? {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: Fixtures.names.filter { !$0.hasPrefix("xcode") })
  func `A fixture is accepted under its root and refused under Apple's`(name: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    #expect(refusal(receipt, AppleSignatureVerifier(anchors: [try anchor("root")])) == nil)
    #expect(refusal(receipt, AppleSignatureVerifier()) == .untrustedRoot)
    #expect(refusal(receipt, AppleSignatureVerifier(anchors: [])) == .untrustedRoot)
  }

  @Test(
    arguments: [(11, .malformedExtension), (12, nil)] as [(Int, ReceiptSignatureError.Code?)])
  func `Eleven levels are enough to read a receipt, and twelve to verify it`(
    depth: Int, code: ReceiptSignatureError.Code?
  ) throws {
    let limits = ReceiptLimits(der: DERLimits(maximumDepth: depth))
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"), limits: limits)
    #expect(refusal(receipt, AppleSignatureVerifier(anchors: [try anchor("root")])) == code)
    let shallow = ReceiptLimits(der: DERLimits(maximumDepth: depth - 2))
    let error = #expect(throws: ReceiptError.self) {
      try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"), limits: shallow)
    }
    #expect(error?.der?.code == .nestedTooDeeply)
  }

  @Test(arguments: ["xcode-ber", "xcode-ber-chunks"])
  func `A receipt of Xcode needs the certificate and the permission`(name: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    let xcode = try XcodeCertificate(certificate: Fixtures.certificate("storekit-test"))
    func refusal(_ anchors: [TrustAnchor], _ isAllowed: Bool, _ certificates: [XcodeCertificate])
      -> ReceiptSignatureError.Code?
    {
      self.refusal(
        receipt,
        AppleSignatureVerifier(
          anchors: anchors, allowsXcode: isAllowed, xcodeCertificates: certificates))
    }
    // Whatever the anchors are: even the same certificate makes no difference.
    for anchors in [[], [.appleRootCA], [try anchor("root")], [try anchor("storekit-test")]] {
      #expect(refusal(anchors, true, [xcode]) == nil)
      #expect(refusal(anchors, false, [xcode]) == .xcodeNotAllowed)
      #expect(refusal(anchors, true, []) == .untrustedRoot)
      #expect(refusal(anchors, false, []) == .untrustedRoot)
    }
  }

  @Test func `A receipt of Xcode has one certificate`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("xcode-ber"))
    let (bytes, message) = (receipt.containerBytes, receipt.signedData)
    let certificates = try #require(message.certificates)
    let version = DER.integer(1)
    let start = message.digestAlgorithms.encodingRange.lowerBound - version.count
    let more = DER.element(
      0xA0, bytes[certificates.contentsRange] + (try Fixtures.certificate("root")))
    let content = DER.element(
      0x30,
      bytes[start..<certificates.encodingRange.lowerBound] + more
        + bytes[certificates.encodingRange.upperBound...])
    let type = DER.element(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    let other = try AppReceipt(DER.element(0x30, type + DER.element(0xA0, content)))
    #expect(try other.certificateEncodings().count == 2)
    let verifier = AppleSignatureVerifier(
      anchors: [try anchor("root")], allowsXcode: true,
      xcodeCertificates: [
        try XcodeCertificate(certificate: Fixtures.certificate("storekit-test"))
      ])
    #expect(refusal(receipt, verifier) == nil)
    #expect(refusal(other, verifier) == .xcodeNotAllowed)
  }

  @Test func `A remembered intermediate gives the same verdicts`() throws {
    let first = try AppReceipt(Fixtures.receipt("ios-sha256-subscriptions"))
    let second = try AppReceipt(Fixtures.receipt("macos-sha256-no-purchases"))
    let other = try AppReceipt(Fixtures.receipt("macos-sha1-no-purchases"))
    var verifier = AppleSignatureVerifier(anchors: [try anchor("root")])
    try verifier.verifyAndRemember(first)
    for receipt in [first, second, other] { #expect(refusal(receipt, verifier) == nil) }

    var forged = try Fixtures.receipt("macos-sha256-no-purchases")
    forged[forged.count - 1] ^= 1
    #expect(refusal(try AppReceipt(forged), verifier) == .signatureMismatch)
    let error = #expect(throws: ReceiptSignatureError.self) {
      try verifier.verifyAndRemember(AppReceipt(forged))
    }
    #expect(error?.code == .signatureMismatch)
  }

  @Test func `Keys shorter than the policy's are refused`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("macos-sha256-no-purchases"))
    let anchors = [try anchor("root")]
    #expect(refusal(receipt, AppleSignatureVerifier(anchors: anchors, minimumKeyBits: 2048)) == nil)
    #expect(
      refusal(receipt, AppleSignatureVerifier(anchors: anchors, minimumKeyBits: 2049))
        == .keyNotUsable)
  }

  /// Root and intermediate certificate are longer, so only the signer's key decides.
  @Test(arguments: [(1024, nil), (1025, .keyNotUsable)] as [(Int, ReceiptSignatureError.Code?)])
  func `A signer's short key is usable where the caller allows its length`(
    bits: Int, code: ReceiptSignatureError.Code?
  ) throws {
    let file = Forgeries.folder.appending(path: "B23-rsa-1024-leaf.p7")
    let receipt = try AppReceipt(Fixtures.bytes(of: file))
    let verifier = AppleSignatureVerifier(anchors: [try anchor("root")], minimumKeyBits: bits)
    #expect(refusal(receipt, verifier) == code)
  }

  @Test func `Of two anchors with one name either may be meant`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("macos-sha256-no-purchases"))
    let genuine = try anchor("root")
    var bytes = try Fixtures.certificate("root")
    bytes[bytes.count - 1] ^= 1  // a bit of the signature, which is not looked at
    let namesake = try TrustAnchor(certificate: bytes)
    for anchors in [[genuine, namesake], [namesake, genuine]] {
      #expect(refusal(receipt, AppleSignatureVerifier(anchors: anchors)) == nil)
    }
    #expect(
      refusal(receipt, AppleSignatureVerifier(anchors: [namesake])) == .embeddedRootDiffers)
  }

}
