import CMSParsing
import DERParsing
import Foundation
import ReceiptParsing
import ReceiptValidation
import TestSupport
import Testing

@testable import ReceiptTrust

/// What may be trusted: an anchor has to be an authority, and neither an anchor makes receipts of Xcode acceptable nor a
/// certificate for Xcode a path.
@Suite struct TrustedCertificateTests {
  private func name(_ text: String) -> [UInt8] {
    DER.sequence(DER.set(DER.sequence(DER.oid("2.5.4.3"), DER.utf8(text))))
  }

  private func extensionOf(
    _ identifier: String, _ value: [UInt8], isCritical: Bool = false
  ) -> [UInt8] {
    DER.sequence(
      DER.oid(identifier), isCritical ? DER.boolean(true) : [], DER.octetString(value))
  }

  /// A self-signed certificate with these extensions; `nil` for one of version 1.
  private func certificate(
    _ extensions: [[UInt8]]?, key: [UInt8]? = nil, version: Int64 = 2
  ) -> [UInt8] {
    let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.null)
    let validity = DER.sequence(DER.utcTime("200101000000Z"), DER.utcTime("300101000000Z"))
    let key =
      key
      ?? DER.sequence(
        DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null), DER.bitString([0x30, 0x00]))
    let version = extensions == nil ? [] : DER.constructed(0, DER.integer(version))
    let tagged = extensions.map { DER.constructed(3, DER.element(0x30, of: $0)) } ?? []
    return DER.sequence(
      DER.sequence(
        version, DER.integer(1), algorithm, name("root"), validity, name("root"), key, tagged),
      algorithm, DER.bitString([0]))
  }

  private var authority: [UInt8] {
    extensionOf("2.5.29.19", DER.sequence(DER.boolean(true)), isCritical: true)
  }

  private func keyUsage(_ bits: UInt8) -> [UInt8] {
    extensionOf("2.5.29.15", DER.bitString([bits], unusedBits: UInt8(bits.trailingZeroBitCount)))
  }

  /// How an anchor is refused; `nil` when it can be made.
  private func refusal(_ bytes: [UInt8]) -> ReceiptSignatureError? {
    do throws(ReceiptSignatureError) {
      _ = try TrustAnchor(certificate: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `An authority can be an anchor, with or without keyUsage`() {
    #expect(refusal(certificate([authority])) == nil)
    #expect(refusal(certificate([authority, keyUsage(0x04)])) == nil)
    #expect(refusal(certificate([authority, keyUsage(0x86)])) == nil)
    #expect(refusal(certificate([authority, extensionOf("1.2.3.4", DER.null)])) == nil)
  }

  @Test(arguments: [0, 1] as [Int64])
  func `A certificate that is not of version 3 is no anchor, whatever extensions it has`(
    version: Int64
  ) {
    #expect(
      refusal(certificate([authority], version: version))
        == ReceiptSignatureError(.unsupportedCertificateVersion))
  }

  @Test func `What is no authority is no anchor, but may be Xcode's`() throws {
    let explicitly = extensionOf("2.5.29.19", DER.sequence(DER.boolean(false)))
    for bytes in [
      certificate(nil), certificate([keyUsage(0x04)]), certificate([keyUsage(0x84)]),
      certificate([extensionOf("2.5.29.19", DER.sequence())]), certificate([explicitly]),
      try Fixtures.certificate("receipt-signing-sha256"),
    ] {
      #expect(refusal(bytes) == ReceiptSignatureError(.notAnAuthority, at: 0))
      #expect(throws: Never.self) { try XcodeCertificate(certificate: bytes) }
    }
  }

  @Test func `keyUsage, if it is there, has to allow signing certificates`() {
    let usages: [UInt8] = [0x80, 0x02, 0x08, 0xC2]
    for usage in usages {
      #expect(
        refusal(certificate([authority, keyUsage(usage)]))
          == ReceiptSignatureError(.wrongKeyUsage, at: 0))
    }
  }

  @Test func `Extensions of an anchor are read as those of every other certificate`() throws {
    let purpose = extensionOf(
      "2.5.29.37", DER.sequence(DER.oid("1.3.6.1.5.5.7.3.3")), isCritical: true)
    #expect(refusal(certificate([authority, purpose])) == nil)
    let constraint = extensionOf("2.5.29.30", DER.sequence(), isCritical: true)
    let bytes = certificate([purpose, authority, constraint])
    #expect(
      refusal(bytes)
        == ReceiptSignatureError(.unknownCriticalExtension, at: bytes.offset(of: constraint)))
    #expect(refusal(certificate([authority, authority]))?.code == .repeatedExtension)
    let broken = extensionOf("2.5.29.19", DER.integer(1))
    let malformed = try #require(refusal(certificate([broken])))
    #expect(malformed.code == .malformedExtension)
    #expect(malformed.der?.code == .unexpectedIdentifier)
    let many = (0..<32).map { extensionOf("1.2.3.\($0)", DER.null) }
    #expect(refusal(certificate([authority] + many))?.code == .tooManyExtensions)
    #expect(refusal(certificate([authority] + many.dropLast())) == nil)
  }

  @Test func `What is no certificate is refused with the place`() throws {
    var trailing = try Fixtures.certificate("root")
    trailing.append(0)
    let rows: [([UInt8], DERError)] = [
      ([], DERError(.truncated, at: 0)),
      (trailing, DERError(.trailingContents, at: trailing.count - 1)),
    ]
    for (bytes, der) in rows {
      let expected = ReceiptSignatureError(.malformedCertificate, der)
      #expect(refusal(bytes) == expected)
      #expect(expected.offset == der.offset)
      #expect(throws: expected) { try XcodeCertificate(certificate: bytes) }
    }
    #expect(
      ReceiptSignatureError(.malformedCertificate, rows[1].1).description
        == "malformed certificate: \(rows[1].1.code) at byte \(trailing.count - 1)")
    #expect(
      ReceiptSignatureError(.notAnAuthority).description
        == "an issuer is not a certificate authority")
  }

  // MARK: The certificate that every Xcode has

  private static let shared = [UInt8](
    constant: """
      MIIDdDCCAlygAwIBAgIBATANBgkqhkiG9w0BAQsFADBfMREwDwYDVQQDDAhTdG9yZUtpdDERMA8GA1UECgwIU3Rv
      cmVLaXQxETAPBgNVBAsMCFN0b3JlS2l0MQswCQYDVQQGEwJVUzEXMBUGCSqGSIb3DQEJARYIU3RvcmVLaXQwHhcN
      MjAwNDAxMTc1MjM1WhcNNDAwMzI3MTc1MjM1WjBfMREwDwYDVQQDDAhTdG9yZUtpdDERMA8GA1UECgwIU3RvcmVL
      aXQxETAPBgNVBAsMCFN0b3JlS2l0MQswCQYDVQQGEwJVUzEXMBUGCSqGSIb3DQEJARYIU3RvcmVLaXQwggEiMA0G
      CSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDbf5A8LHMP25cmS5O7CvihIT7IYdkkyF4fdT7ak9sxGpGAub/lDMs8
      uw5EYib6BCm2Sedv4BvmDWjNJW7Ddgj1SguuenQ8xKkLs89iD/u0vPfbhF4o60cN8e2LrPWfsAk4o257yyZQChrh
      idFydgs5TMtPbsCzX7eVurmoXUp0q+9vQaV+CY26PT3NcFfY7e/V2nfIkwQc7wmIeGXOgfKNcucHGm4mEvcysQ27
      OJBrBsT8DeWVUM2RyLol9FjJjOFx20pF8y0ZlgNWgaZE7nV3W1PPeKxduj5fUCtcKYzdwtcqF98itNfkeKivqG2n
      wdpoLWbMzykLUCzjwvvmXxLBAgMBAAGjOzA5MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgKEMBYGA1Ud
      JQEB/wQMMAoGCCsGAQUFBwMDMA0GCSqGSIb3DQEBCwUAA4IBAQCyAOA88ejpYr3A1h1Anle5OJB3dlLSqEtwbrhn
      mfuzilWf7x0ouF8q0XOfNUc3u0bTdhDy8GnszWKZcflgioRIOMS9i2cluatsM2Wt2MKaeEgP6czBJw3Gz2Q8bYBZ
      M4zKNgYqERuNSc4I/2bARyhL61rBKwlWLKWqCQN7MjHc6IV4SM7AxRIRag8Mri8Fym96ZH8gLHXmTLES0/3jH14N
      fbhY16B85H9jq5eaK8Mq2NCy4dVaDTkbb2coqRKD1od4bZm9XrMK4JjO9urDjm1p67dAgT2HPXBR0cRdjaXcf2pY
      Gt5gdjdS7P+sGV0MFS+KD/WJyNcrHR7sK5EFpz1P
      """)

  @Test func `The certificate that every Xcode has is no anchor, nor is another with its key`()
    throws
  {
    let shared = Self.shared
    let fingerprint = try XcodeCertificate(certificate: shared).fingerprint
    #expect(fingerprint == ApplePolicy.SharedXcodeCertificate.fingerprint)
    #expect(refusal(shared) == ReceiptSignatureError(.sharedXcodeCertificate))
    var other = shared
    other[other.count - 1] ^= 1
    #expect(refusal(other) == ReceiptSignatureError(.sharedXcodeCertificate))
    // An authority without the critical extension, which would be refused anyway.
    let info = try Certificate(derEncoded: shared).tbsCertificate.subjectPublicKeyInfo.encodingRange
    let withKey = certificate([authority], key: Array(shared[info]))
    #expect(refusal(withKey) == ReceiptSignatureError(.sharedXcodeCertificate))
  }

  // MARK: In a path

  /// Where a path of three ends at the certificate, for Production.
  @Test func `A certificate for Xcode is the root of no path, though it is an anchor as well`()
    throws
  {
    let receipt = try AppReceipt(
      Fixtures.bytes(of: Forgeries.folder.appending(path: "Z67-xcode-authority-as-root.p7")))
    let bytes = try Fixtures.certificate("storekit-test")
    let (anchor, certificate) = (
      try TrustAnchor(certificate: bytes), try XcodeCertificate(certificate: bytes)
    )
    func refusal(_ verifier: AppleSignatureVerifier) -> ReceiptSignatureError.Code? {
      do throws(ReceiptSignatureError) {
        try receipt.withSignatureMaterial { (material) throws(ReceiptSignatureError) in
          try verifier.verify(material)
        }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(refusal(AppleSignatureVerifier(anchors: [anchor])) == nil)
    for isAllowed in [false, true] {
      let verifier = AppleSignatureVerifier(
        anchors: [anchor], allowsXcode: isAllowed, xcodeCertificates: [certificate])
      #expect(refusal(verifier) == .untrustedRoot)
      #expect(verifier.anchors == [anchor] && verifier.xcodeCertificates == [certificate])
    }
  }
}
