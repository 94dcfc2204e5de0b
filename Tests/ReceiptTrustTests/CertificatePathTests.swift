import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptTesting
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust
import TextCoding

/// Paths of certificates that nobody has signed, where something is wrong before a signature matters; and anchors
/// at the ends of their validity.
@Suite struct CertificatePathTests {
  /// A certificate without a signature, but with everything that its place in a path asks for.
  private func certificate(
    of subject: [UInt8], by issuer: [UInt8], serialNumber: Int64 = 1, isAuthority: Bool = true,
    keyUsage: UInt8 = 0x84
  ) -> [UInt8] {
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    let validity = DER.sequence(DER.utcTime("200101000000Z"), DER.utcTime("300101000000Z"))
    let key = DER.sequence(
      DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null), DER.bitString([0x30, 0x00]))
    func extensionOf(_ identifier: String, _ value: [UInt8]) -> [UInt8] {
      DER.sequence(DER.oid(identifier), DER.octetString(value))
    }
    let policy = DER.sequence(DER.sequence(DER.oid("1.2.840.113635.100.5.6.1")))
    let extensions = [
      extensionOf(
        "2.5.29.15", DER.bitString([keyUsage], unusedBits: UInt8(keyUsage.trailingZeroBitCount))),
      extensionOf("2.5.29.19", DER.sequence(isAuthority ? DER.boolean(true) : [])),
      extensionOf("2.5.29.32", policy), extensionOf("1.2.840.113635.100.6.11.1", DER.null),
      extensionOf("1.2.840.113635.100.6.2.1", DER.null),
    ]
    return DER.sequence(
      DER.sequence(
        DER.constructed(0, DER.integer(2)), DER.integer(serialNumber), algorithm, issuer, validity,
        subject, key, DER.constructed(3, DER.element(0x30, of: extensions))),
      algorithm, DER.bitString([0]))
  }

  private func name(_ text: String) -> [UInt8] {
    DER.sequence(DER.set(DER.sequence(DER.oid("2.5.4.3"), DER.utf8(text))))
  }

  /// 1 January 2025.
  private static let seconds: Int64 = 1_735_689_600

  private func anchor(
    _ name: [UInt8], validity: ClosedRange<Int64> = 0...(1 << 40), key: [UInt8] = [0x30, 0x00]
  ) -> TrustAnchor {
    TrustAnchor(
      subject: Array(name.dropFirst(2)), subjectPublicKeyInfo: key,
      validity: validity, fingerprint: [])
  }

  /// How the path of the first certificate is refused, and at which of the certificates.
  private func refusal(
    _ certificates: [[UInt8]], anchors: [TrustAnchor] = [], limits: SignatureLimits = .default
  ) throws -> (code: ReceiptSignatureError.Code, place: Int?)? {
    let bytes = certificates.flatMap { $0 }
    return try bytes.withRawSpan { bytes in
      let bag = try MessageCertificates(DERReader(bytes, contents: 0..<bytes.byteCount))
      var path = CertificatePath(
        anchors: anchors, minimumKeyBits: 2048,
        seconds: Self.seconds, bytes: bytes, limits: limits)
      do throws(ReceiptSignatureError) {
        try path.verify(bag.certificates[0], bag)
        return nil
      } catch {
        let place = bag.certificates.firstIndex { $0.encodingRange.lowerBound == error.offset }
        return (error.code, place)
      }
    }
  }

  private var signer: [UInt8] {
    certificate(of: name("signer"), by: name("authority"), isAuthority: false, keyUsage: 0x80)
  }

  private func authority(by issuer: String, serialNumber: Int64 = 2) -> [UInt8] {
    certificate(of: name("authority"), by: name(issuer), serialNumber: serialNumber)
  }

  @Test func `Who issued the signer's certificate has to be there`() throws {
    let alone = try #require(try refusal([signer]))
    #expect(alone == (.issuerMissing, 0))
    let stranger = certificate(of: name("stranger"), by: name("root"))
    #expect(try #require(try refusal([signer, stranger])) == (.issuerMissing, 0))
  }

  @Test func `An intermediate certificate that leads to no anchor is not trusted`() throws {
    let root = certificate(of: name("root"), by: name("root"))
    for certificates in [
      [signer, authority(by: "root")],
      [signer, authority(by: "root"), root],
      [signer, root, authority(by: "root")],
      [signer, authority(by: "root"), authority(by: "root")],
    ] {
      #expect(try refusal(certificates)?.code == .untrustedRoot)
    }
  }

  @Test func `A second intermediate certificate is one too many`() throws {
    let second = certificate(of: name("second"), by: name("root"))
    let refusal = try #require(try refusal([signer, authority(by: "second"), second]))
    #expect(refusal == (.pathTooLong, 1))
  }

  @Test(arguments: ["G2", "G3"])
  func `Apple's other roots are named`(generation: String) throws {
    func part(_ identifier: String, _ value: [UInt8]) -> [UInt8] {
      DER.set(DER.sequence(DER.oid(identifier), value))
    }
    let root = DER.sequence(
      part("2.5.4.3", DER.utf8("Apple Root CA - \(generation)")),
      part("2.5.4.11", DER.utf8("Apple Certification Authority")),
      part("2.5.4.10", DER.utf8("Apple Inc.")), part("2.5.4.6", DER.printable("US")))
    let intermediate = certificate(of: name("authority"), by: root)
    let refusal = try #require(try refusal([signer, intermediate]))
    #expect(refusal == (.unsupportedAppleRoot, 1))
  }

  @Test func `Of two candidates the failure of the one that got further is told`() throws {
    let unmarked = certificate(of: name("authority"), by: name("root"), keyUsage: 0x80)
    let unknown = authority(by: "root")
    #expect(try #require(try refusal([signer, unmarked, unknown])) == (.wrongKeyUsage, 1))
    #expect(try #require(try refusal([signer, unknown, unmarked])) == (.wrongKeyUsage, 2))
  }

  @Test func `A candidate that is there twice is tried once`() throws {
    let file = Forgeries.folder.appending(path: "Z39-two-intermediates-of-one-name.p7")
    let own = try AppReceipt(Fixtures.bytes(of: file)).certificateEncodings().map { Array($0) }
    let (signer, issuer, other) = (own[0], own[1], own[2])
    // The issuer is signed by its own key, in the name of the root.
    let key = try Certificate(derEncoded: issuer).tbsCertificate.subjectPublicKeyInfo.encodingRange
    let root = try TrustAnchor(certificate: own[3])
    let forger = TrustAnchor(
      subject: root.subject, subjectPublicKeyInfo: Array(issuer[key]), validity: root.validity,
      fingerprint: [])
    // Three signatures to find who has signed the two, and one for each that may have signed the signer.
    for copies in 1...3 {
      let certificates = [signer] + Array(repeating: other, count: copies) + [issuer]
      for (limit, code) in [(5, nil), (4, .certificateSignatureMismatch)]
        as [(Int, ReceiptSignatureError.Code?)]
      {
        let refusal = try refusal(
          certificates, anchors: [root, forger], limits: SignatureLimits(signatureChecks: limit))
        #expect(refusal?.code == code, "\(copies)")
      }
    }
  }

  @Test func `An anchor whose key cannot be read trusts nobody`() throws {
    let certificates = [signer, authority(by: "root")]
    for key in [[], [0x30], [0x30, 0x00]] as [[UInt8]] {
      let refusal = try refusal(certificates, anchors: [anchor(name("root"), key: key)])
      #expect(refusal?.code == .keyNotUsable)
    }
  }

  @Test func `The place of an anchor's key is none in the receipt`() throws {
    let modulus = DER.element(0x02, [0x00, 0x80] + Array(repeating: 0, count: 126) + [0x01])
    let short = DER.sequence(
      DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null),
      DER.bitString(DER.sequence(modulus, DER.integer(65_537))))
    let refusal = try refusal(
      [signer, authority(by: "root")], anchors: [anchor(name("root"), key: short)])
    #expect(try #require(refusal) == (.keyNotUsable, nil))
  }

  // MARK: Anchors at the ends of their validity

  private func refusal(
    of receipt: AppReceipt, validities: [(ClosedRange<Int64>)]
  ) throws -> ReceiptSignatureError.Code? {
    let root = try Fixtures.certificate("root")
    let fields = try Certificate(derEncoded: root).tbsCertificate
    let anchors = try validities.map { validity in
      let anchor = try TrustAnchor(certificate: root)
      return TrustAnchor(
        subject: anchor.subject,
        subjectPublicKeyInfo: Array(
          root[fields.subjectPublicKeyInfo.encodingRange]),
        validity: validity,
        fingerprint: anchor.fingerprint)
    }
    let verifier = AppleSignatureVerifier(anchors: anchors)
    do throws(ReceiptSignatureError) {
      try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
        try verifier.verify(material)
      }
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `An anchor has to be valid when the receipt was made, to the second`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("vpp"))
    let now = ApplePolicy.seconds(of: try #require(receipt.creationDate))
    #expect(try refusal(of: receipt, validities: [now...now]) == nil)
    #expect(try refusal(of: receipt, validities: [now + 1...now + 9]) == .certificateNotYetValid)
    #expect(try refusal(of: receipt, validities: [now - 9...now - 1]) == .certificateExpired)
    #expect(
      try refusal(of: receipt, validities: [now + 1...now + 9, now - 9...now - 1])
        == .certificateExpired)
    #expect(try refusal(of: receipt, validities: [now - 9...now - 1, now...now]) == nil)
  }

  @Test func `A certificate that ends before it begins is no anchor`() throws {
    var bytes = try Fixtures.certificate("root")
    let validity = try Certificate(derEncoded: bytes).tbsCertificate.validity
    let start = validity.offset + 2
    let length = Int(bytes[validity.offset + 1]) / 2
    let (first, second) = (
      bytes[start..<start + length], bytes[start + length..<start + 2 * length]
    )
    bytes.replaceSubrange(start..<start + 2 * length, with: second + first)
    let expected = ReceiptSignatureError(.neverValid, at: validity.offset)
    #expect(throws: expected) { try TrustAnchor(certificate: bytes) }
    #expect(throws: expected) { try XcodeCertificate(certificate: bytes) }
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.999Z", 0), ("1970-01-01T00:00:01Z", 1),
      ("1969-12-31T23:59:59Z", -1), ("1969-12-31T23:59:59.001Z", -1),
      ("1969-12-31T23:59:58.999Z", -2),
    ] as [(String, Int64)])
  func `Seconds are rounded down, before 1970 too`(text: String, seconds: Int64) throws {
    #expect(ApplePolicy.seconds(of: try #require(ReceiptDate(text))) == seconds)
  }

  // MARK: Xcode

  /// Whoever has Xcode's certificate has its key, and could issue certificates with it.
  @Test func `The key of a certificate of Xcode's ends no path, whatever the certificate`() throws {
    let (authority, namesake) = (TestAuthority(name: "A"), TestAuthority(name: "B"))
    let builder = ReceiptBuilder(bundleIdentifier: "com.example.app", appVersion: "1.0")
    let receipt = try AppReceipt(builder.bytes(signedBy: authority))
    let other = try XcodeCertificate(certificate: namesake.rootCertificate)
    #expect(namesake.rootCertificate != authority.rootCertificate)
    for (xcodeCertificates, expected) in [
      ([], nil), ([other], ReceiptSignatureError.Code.untrustedRoot),
    ] {
      let verifier = AppleSignatureVerifier(
        anchors: [authority.anchor], allowsXcode: true, xcodeCertificates: xcodeCertificates)
      var code: ReceiptSignatureError.Code?
      do throws(ReceiptSignatureError) {
        try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
          try verifier.verify(material)
        }
      } catch {
        code = error.code
      }
      #expect(code == expected)
    }
  }

  /// The date stands in what is signed, but is looked at before the signature.
  @Test func `Xcode's certificate has to be valid when the receipt was made`() throws {
    let bytes = try Fixtures.receipt("xcode-ber")
    let date = try #require(try AppReceipt(bytes).creationDate).text
    let certificate = try XcodeCertificate(certificate: Fixtures.certificate("storekit-test"))
    let verifier = AppleSignatureVerifier(allowsXcode: true, xcodeCertificates: [certificate])
    func refusal(inYear year: String) throws -> ReceiptSignatureError.Code? {
      let changed = year + date.dropFirst(4)
      var bytes = bytes
      let place = try #require(bytes.firstRange(of: Array(date.utf8)))
      bytes.replaceSubrange(place, with: changed.utf8)
      let receipt = try AppReceipt(bytes)
      #expect(receipt.creationDate?.text == changed)
      do throws(ReceiptSignatureError) {
        try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
          try verifier.verify(material)
        }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(try refusal(inYear: String(date.prefix(4))) == nil)
    #expect(try refusal(inYear: "1999") == .certificateNotYetValid)
    #expect(try refusal(inYear: "2199") == .certificateExpired)
  }
}
