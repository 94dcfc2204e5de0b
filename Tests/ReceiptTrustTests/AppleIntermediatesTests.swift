import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptParsing
import ReceiptTesting
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust
import TextCoding

/// Apple's intermediate certificates need no signature check under Apple's own root: because one is done here, and for
/// nothing else but exactly these bytes.
@Suite struct AppleIntermediatesTests {
  /// Each is signed by the root that is pinned, by what the verifier itself computes, marked, and an authority.
  @Test func `Apple's root has signed each`() throws {
    let anchor = TrustAnchor.appleRootCA
    let dates = ["2006-04-25T21:40:36Z", "2035-02-09T21:40:36Z"].map { ReceiptDate($0) }
    #expect(
      dates
        == [anchor.validity.lowerBound, anchor.validity.upperBound].map {
          ReceiptDate(millisecondsSince1970: $0 * 1000)
        })
    #expect(AppleIntermediates.all.count == 6)
    let key = try anchor.subjectPublicKeyInfo.withRawSpan { bytes in
      try RSAPublicKey(SubjectPublicKeyInfo(derEncoded: bytes), in: bytes, minimumBits: 2048)
    }
    #expect(key.modulusByteCount * 8 == ApplePolicy.appleRootKeyBits)
    for (index, certificate) in AppleIntermediates.all.enumerated() {
      let fields = try Certificate(derEncoded: certificate)
      try certificate.withRawSpan { bytes in
        #expect(
          bytes.extracting(fields.tbsCertificate.issuer.contentsRange).array == anchor.subject)
        #expect(fields.signatureAlgorithm.hasNoParameters && fields.signatureAlgorithmsAgree)
        #expect(fields.signatureValue.unusedBits == 0)
        let digest = ApplePolicy.digest(
          signatureAlgorithm: fields.signatureAlgorithm.algorithm,
          of: bytes.extracting(fields.tbsCertificateEncoding))
        try key.verify(
          signature: bytes.extracting(fields.signatureValue.bytesRange), of: #require(digest))
        let role: ApplePolicy.Role = index == 0 ? .storeIntermediate : .intermediate
        try CertificateProfile(fields, for: role, in: bytes).check(0)
      }
    }
  }

  @Test func `A certificate is known by all of its bytes`() {
    for certificate in AppleIntermediates.all {
      #expect(withExactlySized(certificate) { AppleIntermediates.contains($0) })
      for index in certificate.indices {
        var changed = certificate
        changed[index] ^= 1 << UInt8(index % 8)
        #expect(!withExactlySized(changed) { AppleIntermediates.contains($0) }, "byte \(index)")
      }
      for stranger in [[], Array(certificate.dropLast()), certificate + [0]] {
        #expect(!withExactlySized(stranger) { AppleIntermediates.contains($0) })
      }
    }
  }

  // One of Apple's certificates beside those of a test authority: every certificate that claims to be issued by an
  // anchor must be, also outside the path.

  private static let authority = TestAuthority()
  private static let seconds: Int64 = 1_735_689_600  // 2025-01-01

  /// How a path of the test authority is refused that has one more certificate in its message.
  private func refusal(
    with certificate: [UInt8], anchors: [TrustAnchor], minimumKeyBits: Int = 2048,
    limits: SignatureLimits = .default
  ) throws -> ReceiptSignatureError.Code? {
    let receipt = try AppReceipt(
      ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
        .bytes(signedBy: Self.authority))
    let certificates = try receipt.certificateEncodings().map { Array($0) } + [certificate]
    let bytes = certificates.flatMap { $0 }
    return try bytes.withRawSpan { bytes in
      let bag = try MessageCertificates(DERReader(bytes, contents: 0..<bytes.byteCount))
      var path = CertificatePath(
        anchors: anchors, minimumKeyBits: minimumKeyBits, seconds: Self.seconds, bytes: bytes,
        limits: limits)
      do throws(ReceiptSignatureError) {
        try path.verify(bag.certificates[0], bag)
        return nil
      } catch {
        return error.code
      }
    }
  }

  private func testAnchor() throws -> TrustAnchor {
    try TrustAnchor(certificate: Self.authority.rootCertificate)
  }

  /// An anchor with the name of Apple's root and the test authority's key.
  private func impostor() throws -> TrustAnchor {
    let apple = TrustAnchor.appleRootCA
    return TrustAnchor(
      subject: apple.subject, subjectPublicKeyInfo: try testAnchor().subjectPublicKeyInfo,
      validity: apple.validity, fingerprint: apple.fingerprint)
  }

  @Test func `A changed byte is noticed, wherever it is`() throws {
    let anchors = [try testAnchor(), .appleRootCA]
    for certificate in AppleIntermediates.all {
      #expect(try refusal(with: certificate, anchors: anchors) == nil)
      let fields = try Certificate(derEncoded: certificate)
      let places = [
        fields.tbsCertificate.serialNumber.contentsRange.upperBound - 1,
        fields.tbsCertificate.subject.contentsRange.upperBound - 1,
        fields.tbsCertificate.subjectPublicKeyInfo.encodingRange.upperBound - 10,
        fields.signatureValue.bytesRange.lowerBound + 1,
        fields.signatureValue.bytesRange.upperBound - 1,
      ]
      for place in places {
        var changed = certificate
        changed[place] ^= 1
        #expect(
          try refusal(with: changed, anchors: anchors) == .certificateSignatureMismatch,
          "byte \(place)")
      }
    }
  }

  @Test func `It counts for Apple's own root alone`() throws {
    let test = try testAnchor()
    for certificate in AppleIntermediates.all {
      #expect(
        try refusal(with: certificate, anchors: [test, impostor()])
          == .certificateSignatureMismatch)
      // Without an anchor of that name it claims nothing, and leads nowhere.
      #expect(try refusal(with: certificate, anchors: [test]) == nil)
      // Beside the impostor, Apple's root has signed it all the same.
      #expect(try refusal(with: certificate, anchors: [test, impostor(), .appleRootCA]) == nil)
    }
  }

  @Test func `A longer key can be demanded, of Apple's root, too`() throws {
    for bits in [2048, 2049, 4096] {
      let code = try refusal(
        with: AppleIntermediates.all[3], anchors: [.appleRootCA], minimumKeyBits: bits)
      // The claim is looked at before the path, which leads elsewhere.
      #expect(code == (bits == 2048 ? .untrustedRoot : .keyNotUsable))
    }
  }

  @Test func `It counts towards the limit of signatures`() throws {
    let anchors = [try testAnchor(), TrustAnchor.appleRootCA]
    for checks in 0...4 {
      let code = try refusal(
        with: AppleIntermediates.all[3], anchors: anchors,
        limits: SignatureLimits(signatureChecks: checks))
      // The intermediate certificate's of the test authority, Apple's, and the signer's.
      #expect(code == (checks < 3 ? .tooManyCertificates : nil))
    }
  }

  // Real receipts, whose path it is.

  /// How the path of a real receipt is refused.
  private func refusal(
    _ receipt: AppReceipt, seconds: Int64? = nil, anchors: [TrustAnchor] = [.appleRootCA],
    policy: ApplePolicy.Signatures = ApplePolicy.receipts
  ) -> ReceiptSignatureError.Code? {
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        let bag = try MessageCertificates(material.certificates)
        var path = CertificatePath(
          anchors: anchors, minimumKeyBits: 2048,
          seconds: seconds ?? ApplePolicy.seconds(of: material.creationDate),
          bytes: material.container, policy: policy)
        try path.verify(bag.signer(material), bag)
      }
      return nil
    } catch {
      return error.code
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
  func `Dates, roles and anchors are checked as ever`() throws {
    var issuers: Set<Int> = []
    for file in Corpus.files(in: "receipts/files", withExtensions: ["p7"]) {
      let receipt = try AppReceipt(Fixtures.bytes(of: file))
      guard refusal(receipt) == nil else { continue }
      let certificates = try receipt.certificateEncodings().map { Array($0) }
      let issuer = try #require(
        AppleIntermediates.all.firstIndex { certificates.contains($0) }, "\(file)")
      issuers.insert(issuer)
      #expect(refusal(receipt, anchors: []) == .untrustedRoot)
      #expect(refusal(receipt, anchors: [try testAnchor()]) == .untrustedRoot)
      let other = refusal(receipt, anchors: [try impostor()])
      #expect(other == .certificateSignatureMismatch || other == .embeddedRootDiffers)

      let intermediate = try Certificate(derEncoded: AppleIntermediates.all[issuer])
      let signerRole = ApplePolicy.Signatures(
        signer: .signer, intermediate: .storeIntermediate, minimumSignerKeyBits: 2048)
      #expect(refusal(receipt, policy: signerRole) == .intermediateMarkerMissing)
      for seconds in [
        intermediate.tbsCertificate.validity.notBefore.secondsSince1970 - 1,
        intermediate.tbsCertificate.validity.notAfter.secondsSince1970 + 1,
      ] {
        let code = refusal(receipt, seconds: seconds)
        #expect(code == .certificateNotYetValid || code == .certificateExpired)
      }
    }
    #expect(issuers == [1, 2, 3, 4, 5], "every generation has receipts")
  }
}
