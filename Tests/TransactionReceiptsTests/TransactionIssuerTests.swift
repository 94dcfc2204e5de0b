import CMSParsing
import DERParsing
import ReceiptHashing
import TestSupport
import Testing
import TransactionReceipts

@testable import ReceiptTrust

/// The certificates of Apple's that are built in.
@Suite struct TransactionIssuerTests {
  @Test func `Fingerprints and names are Apple's`() throws {
    let fingerprints = [
      "447ad65484610f20fdc33804c8597a1e208fbe4ef9c5653485cc7d3df730c016",
      "64b302913f11ca1b6806093b76cade7f7b123be0c04924fda87f5f4e8647f051",
      "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
      "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
      "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
      "29901badea37c9f300ce9869956beeb001d7e71bffb2e2d9533e132a4e87e6bd",
    ]
    #expect(IssuerCertificate.apple.map { SHA256.hash($0.encoding).hexadecimal } == fingerprints)
  }

  /// Each is signed by the root that is pinned, marked, and an authority: the path stops only at its signature of a
  /// signer, which this is not.
  @Test func `Apple's root has signed each`() throws {
    for issuer in IssuerCertificate.apple {
      let fields = try Certificate(derEncoded: issuer.encoding)
      let digest = issuer.encoding.withRawSpan { bytes in
        ApplePolicy.digest(
          signatureAlgorithm: fields.signatureAlgorithm.algorithm,
          of: bytes.extracting(fields.tbsCertificateEncoding))
      }
      let anchor = TrustAnchor.appleRootCA
      #expect(Array(issuer.encoding[fields.tbsCertificate.issuer.bytes]) == anchor.subject)
      let key = try anchor.subjectPublicKeyInfo.withRawSpan { bytes in
        try RSAPublicKey(SubjectPublicKeyInfo(derEncoded: bytes), in: bytes, minimumBits: 2048)
      }
      let signed = try #require(digest)
      try issuer.encoding.withRawSpan { bytes in
        try key.verify(
          signature: bytes.extracting(fields.signatureValue.bytes), of: signed)
        let role: ApplePolicy.Role =
          issuer == .appleITunesStore ? .storeIntermediate : .intermediate
        try CertificateProfile(fields, for: role, in: bytes).check(0)
      }
    }
  }
}
