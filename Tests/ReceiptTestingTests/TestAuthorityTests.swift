import AppStoreReceipt
import CMSParsing
import ReceiptTesting
import TestSupport
import Testing

@Suite struct TestAuthorityTests {
  private static let authorities: [TestAuthority] = [
    TestAuthority(), TestAuthority(digestAlgorithm: .sha1), TestAuthority(name: "Another"),
    .xcode(),
  ]

  @Test(arguments: authorities)
  func `What has to be trusted is the root's certificate`(authority: TestAuthority) throws {
    #expect(authority.anchor == (try TrustAnchor(certificate: authority.rootCertificate)))
    let certificate = try XcodeCertificate(certificate: authority.rootCertificate)
    #expect(authority.xcodeCertificates == (authority == .xcode() ? [certificate] : []))
  }

  @Test(arguments: authorities)
  func `Every name says that it is for tests and trusted by nobody`(
    authority: TestAuthority
  ) throws {
    let receipt = try AppReceipt(Sample.builder.bytes(signedBy: authority))
    for encoding in try receipt.certificateEncodings() {
      let bytes = Array(encoding)
      let certificate = try Certificate(derEncoded: bytes)
      let name = try withExactlySized(bytes) {
        try certificate.tbsCertificate.subject.text(in: $0)
      }
      #expect(name.contains(" Test ") && name.contains("O=Test Authority, trusted by nobody"))
    }
  }

  @Test(arguments: authorities)
  func `Nobody trusts it by default`(authority: TestAuthority) throws {
    for allowsXcode in [false, true] {
      let error = try Sample.signatureError(
        Sample.builder, authority, AppleSignatureVerifier(allowsXcode: allowsXcode))
      #expect(error?.code == .untrustedRoot)
    }
  }

  @Test func `Authorities of other names do not trust one another`() throws {
    let verifier = AppleSignatureVerifier(anchors: [TestAuthority(name: "Another").anchor])
    let error = try Sample.signatureError(Sample.builder, TestAuthority(), verifier)
    #expect(error?.code == .untrustedRoot)
  }

  @Test func `The same authority makes the same bytes`() {
    #expect(
      Sample.builder.bytes(signedBy: TestAuthority())
        == Sample.builder.bytes(signedBy: TestAuthority()))
    #expect(TestAuthority() == TestAuthority())
  }

  @Test func `The signer's certificate counts at the creation date, not today`() throws {
    let dates = ["2014-12-31T23:59:59Z", "2015-01-01T00:00:00Z", "2016-01-01T00:00:01Z"]
    let (start, end) = (ReceiptDate(dates[1]), ReceiptDate("2016-01-01T00:00:00Z"))
    let authority = TestAuthority(signerValidity: try #require(start)...(try #require(end)))
    let verifier = AppleSignatureVerifier(anchors: [authority.anchor])
    let codes = try dates.map { date in
      var builder = Sample.builder
      builder.creationDate = date
      return try Sample.signatureError(builder, authority, verifier)?.code
    }
    #expect(codes == [.certificateNotYetValid, nil, .certificateExpired])
  }

  @Test func `Any validity can be written and read`() throws {
    let whole =
      ReceiptDate(millisecondsSince1970: .min)...ReceiptDate(millisecondsSince1970: .max)
    let authority = TestAuthority.xcode(signerValidity: whole)
    let certificate = try XcodeCertificate(certificate: authority.rootCertificate)
    #expect(authority.xcodeCertificates == [certificate])
  }

  @Test func `Xcode's authorities differ by their names`() {
    let authorities: [TestAuthority] = [.xcode(), .xcode(name: "A"), .xcode(name: "B")]
    #expect(Set(authorities.map(\.rootCertificate)).count == 3)
  }

  @Test func `Xcode's receipts need both the certificate and the permission`() throws {
    let authority = TestAuthority.xcode()
    var builder = Sample.builder
    builder.environment = .xcode
    builder.encoding = .ber
    let certificates = authority.xcodeCertificates
    let permitted = AppleSignatureVerifier(allowsXcode: true, xcodeCertificates: certificates)
    #expect(try Sample.signatureError(builder, authority, permitted) == nil)
    let named = AppleSignatureVerifier(xcodeCertificates: certificates)
    #expect(try Sample.signatureError(builder, authority, named)?.code == .xcodeNotAllowed)
    let anchored = AppleSignatureVerifier(anchors: [authority.anchor], allowsXcode: true)
    #expect(try Sample.signatureError(builder, authority, anchored)?.code == .untrustedRoot)
    for environment in [
      ReceiptEnvironment.production, .productionVPP, .productionSandbox, .productionVPPSandbox,
      .other("xcode"), .other(""),
    ] {
      builder.environment = environment
      #expect(try Sample.signatureError(builder, authority, permitted)?.code == .xcodeNotAllowed)
    }
    builder.environment = .xcode
    builder.omittedAttributes = [.environment]
    #expect(try Sample.signatureError(builder, authority, permitted)?.code == .xcodeNotAllowed)
  }
}
