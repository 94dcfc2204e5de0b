import CMSParsing
import DERParsing
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing
import TextCoding

/// Each limit at n and at n + 1.
@Suite struct SignatureLimitsTests {
  private let receipt: AppReceipt
  private let anchor: TrustAnchor

  init() throws {
    receipt = try AppReceipt(Fixtures.receipt("vpp"))
    anchor = try TrustAnchor(certificate: Fixtures.certificate("root"))
  }

  private func refusal(_ limits: SignatureLimits) -> ReceiptSignatureError.Code? {
    let verifier = AppleSignatureVerifier(anchors: [anchor], limits: limits)
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `The defaults are the documented ones`() {
    #expect(SignatureLimits.default == SignatureLimits())
    #expect(SignatureLimits.default.certificates == 16)
    #expect(SignatureLimits.default.extensions == 32)
    #expect(SignatureLimits.default.signatureChecks == 8)
    #expect(AppleSignatureVerifier().limits == .default)
    #expect(refusal(.default) == nil)
  }

  @Test func `Certificates of the message`() throws {
    let count = try receipt.certificateEncodings().count
    #expect(count == 3)
    #expect(refusal(SignatureLimits(certificates: count)) == nil)
    #expect(refusal(SignatureLimits(certificates: count - 1)) == .tooManyCertificates)
    for limit in [0, -1, Int.min] {
      #expect(refusal(SignatureLimits(certificates: limit)) == .tooManyCertificates)
    }
  }

  @Test func `Extensions of a certificate`() throws {
    // Only the certificates of the path are asked for what they are; the root is known by its bytes.
    let rootEncoding = try Fixtures.certificate("root")
    let counts = try receipt.certificateEncodings().map(Array.init).map { (encoding) -> Int in
      let fields = try Certificate(derEncoded: encoding).tbsCertificate
      guard encoding != rootEncoding, let place = fields.extensions else { return 0 }
      return encoding.withRawSpan { bytes in
        var reader = place.reader(in: bytes)
        var count = 0
        while (try? reader.readElement()) != nil { count += 1 }
        return count
      }
    }
    let most = try #require(counts.max())
    #expect(most > 3)
    #expect(refusal(SignatureLimits(extensions: most)) == nil)
    #expect(refusal(SignatureLimits(extensions: most - 1)) == .tooManyExtensions)
    #expect(refusal(SignatureLimits(extensions: Int.min)) == .tooManyExtensions)
  }

  @Test func `Signatures of certificates`() {
    #expect(refusal(SignatureLimits(signatureChecks: 2)) == nil)
    for limit in [1, 0, -1, Int.min] {
      #expect(refusal(SignatureLimits(signatureChecks: limit)) == .tooManyCertificates)
    }
  }
}
