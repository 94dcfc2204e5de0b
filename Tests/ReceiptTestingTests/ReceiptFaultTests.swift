import AppStoreReceipt
import CMSParsing
import ReceiptTesting
import Testing

@Suite struct ReceiptFaultTests {
  @Test(
    arguments: ReceiptFault.allCases,
    [(ReceiptForm.Encoding.der, ReceiptDigestAlgorithm.sha256), (.ber, .sha1)])
  func `A fault leads to its error and to no other`(
    fault: ReceiptFault, form: (ReceiptForm.Encoding, ReceiptDigestAlgorithm)
  ) throws {
    let authority = TestAuthority(digestAlgorithm: form.1)
    var builder = Sample.builder
    builder.encoding = form.0
    builder.faults = [fault]
    let bytes = builder.bytes(signedBy: authority)

    if let expected = fault.readingError {
      let error = #expect(throws: ReceiptError.self) { try AppReceipt(bytes) }
      #expect(error?.code == expected)
      #expect(fault.signatureError == nil)
      return
    }
    let expected = try #require(fault.signatureError)
    let receipt = try AppReceipt(bytes)
    let report = receipt.report(
      Sample.expectations, verifier: AppleSignatureVerifier(anchors: [authority.anchor]))
    #expect(report.failures.map(\.check) == [.signature])
    guard case .signature(let error) = report.failures.first?.reason else {
      Issue.record("no error about the signature")
      return
    }
    #expect(error.code == expected)
    #expect(receipt.problems.isEmpty)
  }

  @Test(
    arguments: [(ReceiptFault.signerExpired, -1), (.signerNotYetValid, 1)]
      as [(ReceiptFault, Int64)])
  func `The signer's certificate misses the receipt by a second`(
    fault: ReceiptFault, distance: Int64
  ) throws {
    var builder = Sample.builder
    builder.faults = [fault]
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    let signer = try Certificate(derEncoded: Array(receipt.certificateEncodings()[0]))
    let validity = signer.tbsCertificate.validity
    let nearest = distance < 0 ? validity.notAfter : validity.notBefore
    let created = try #require(receipt.creationDate).millisecondsSince1970
    #expect(nearest.secondsSince1970 * 1000 == created + distance * 1000)
  }

  @Test func `A certificate that is not valid yet may have ended before the receipt was made`()
    throws
  {
    let ends = try ["2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"].map {
      try #require(ReceiptDate($0))
    }
    let authority = TestAuthority(signerValidity: ends[0]...ends[1])
    let verifier = AppleSignatureVerifier(anchors: [authority.anchor])
    var builder = Sample.builder
    #expect(try Sample.signatureError(builder, authority, verifier)?.code == .certificateExpired)
    builder.faults = [.signerNotYetValid]
    let error = try Sample.signatureError(builder, authority, verifier)
    #expect(error?.code == .certificateNotYetValid)
  }

  @Test func `What was forged can be read like everything else`() throws {
    var builder = Sample.builder
    builder.faults = [.purchaseForged]
    let receipt = try AppReceipt(builder.bytes(signedBy: TestAuthority()))
    #expect(
      receipt.inAppReceipts.compactMap(\.productIdentifier).contains("com.example.app.forged"))
    #expect(receipt.inAppReceipts.count == 3)
    #expect(Set(receipt.inAppReceipts.map(\.transactionIdentifier)).count == 3)
  }

  @Test(arguments: [
    (ReceiptFault.otherRoot, ReceiptSignatureError.Code.untrustedRoot),
    (.signerExpired, .certificateExpired), (.signerNotYetValid, .certificateNotYetValid),
    (.signatureChanged, .signatureMismatch), (.noSigner, .noSigner),
    (.noCertificates, .signerCertificateMissing),
  ])
  func `In Xcode's style too`(
    fault: ReceiptFault, expected: ReceiptSignatureError.Code
  ) throws {
    let authority = TestAuthority.xcode()
    var builder = Sample.builder
    (builder.environment, builder.encoding, builder.faults) = (.xcode, .ber, [fault])
    // One certificate is accepted, so one that expired has to be it to get that far.
    let verifier = AppleSignatureVerifier(
      anchors: [authority.anchor], allowsXcode: true,
      xcodeCertificates: try certificates(builder, authority, fault))
    #expect(try Sample.signatureError(builder, authority, verifier)?.code == expected)
  }

  @Test(arguments: ["Example", "Another", "Another Other"])
  func `Another root is another whatever the authority's name`(name: String) throws {
    var builder = Sample.builder
    builder.faults = [.otherRoot]
    let authority = TestAuthority(name: name)
    let verifier = AppleSignatureVerifier(anchors: [authority.anchor])
    #expect(try Sample.signatureError(builder, authority, verifier)?.code == .untrustedRoot)

    (builder.environment, builder.encoding) = (.xcode, .ber)
    let xcode = TestAuthority.xcode(name: name)
    let permitted = AppleSignatureVerifier(
      allowsXcode: true, xcodeCertificates: xcode.xcodeCertificates)
    #expect(try Sample.signatureError(builder, xcode, permitted)?.code == .untrustedRoot)
  }

  @Test(arguments: [ReceiptForm.Encoding.der, .ber])
  func `What is omitted leaves what a fault adds`(encoding: ReceiptForm.Encoding) throws {
    let authority = TestAuthority()
    var builder = Sample.builder
    builder.encoding = encoding
    builder.omittedAttributes = [.inAppReceipt, .bundleIdentifier]
    builder.faults = [.purchaseForged]
    let receipt = try AppReceipt(builder.bytes(signedBy: authority))
    #expect(receipt.inAppReceipts.map(\.productIdentifier) == ["com.example.app.forged"])
    let verifier = AppleSignatureVerifier(anchors: [authority.anchor])
    #expect(try Sample.signatureError(builder, authority, verifier)?.code == .signatureMismatch)

    builder.faults = [.duplicateAttribute]
    let error = #expect(throws: ReceiptError.self) {
      try AppReceipt(builder.bytes(signedBy: authority))
    }
    #expect(error?.code == .duplicateAttribute && error?.attributeType == .bundleIdentifier)
  }

  private func certificates(
    _ builder: ReceiptBuilder, _ authority: TestAuthority, _ fault: ReceiptFault
  ) throws -> [XcodeCertificate] {
    guard fault == .signerExpired || fault == .signerNotYetValid else {
      return authority.xcodeCertificates
    }
    let receipt = try AppReceipt(builder.bytes(signedBy: authority))
    return [try XcodeCertificate(certificate: Array(receipt.certificateEncodings()[0]))]
  }
}
