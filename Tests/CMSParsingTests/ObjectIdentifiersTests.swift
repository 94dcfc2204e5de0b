import CMSParsing
import DERParsing
import TestSupport
import Testing

/// Identifiers and the names that are shown to people.
@Suite struct ObjectIdentifiersTests {
  @Test(arguments: [
    (DERObjectIdentifier.data, "1.2.840.113549.1.7.1", "data"),
    (.signedData, "1.2.840.113549.1.7.2", "signedData"),
    (.contentType, "1.2.840.113549.1.9.3", "contentType"),
    (.messageDigest, "1.2.840.113549.1.9.4", "messageDigest"),
    (.sha1, "1.3.14.3.2.26", "sha1"),
    (.sha256, "2.16.840.1.101.3.4.2.1", "sha256"),
    (.sha384, "2.16.840.1.101.3.4.2.2", "sha384"),
    (.sha512, "2.16.840.1.101.3.4.2.3", "sha512"),
    (.rsaEncryption, "1.2.840.113549.1.1.1", "rsaEncryption"),
    (.sha1WithRSAEncryption, "1.2.840.113549.1.1.5", "sha1WithRSAEncryption"),
    (.sha256WithRSAEncryption, "1.2.840.113549.1.1.11", "sha256WithRSAEncryption"),
    (.sha384WithRSAEncryption, "1.2.840.113549.1.1.12", "sha384WithRSAEncryption"),
    (.sha512WithRSAEncryption, "1.2.840.113549.1.1.13", "sha512WithRSAEncryption"),
    (.subjectKeyIdentifier, "2.5.29.14", "subjectKeyIdentifier"),
    (.keyUsage, "2.5.29.15", "keyUsage"),
    (.basicConstraints, "2.5.29.19", "basicConstraints"),
    (.certificatePolicies, "2.5.29.32", "certificatePolicies"),
    (.authorityKeyIdentifier, "2.5.29.35", "authorityKeyIdentifier"),
    (.extKeyUsage, "2.5.29.37", "extKeyUsage"),
  ])
  func `A well-known identifier has its standard's number and name`(
    identifier: DERObjectIdentifier, dotted: String, name: String
  ) throws {
    #expect(identifier.description == dotted)
    #expect(identifier.name == name)
    let read = try DERObjectIdentifier(derEncoded: DER.oid(dotted))
    #expect(read == identifier)
  }

  @Test func `An unknown identifier has no name`() {
    let identifier: DERObjectIdentifier = "1.2.3"
    #expect(identifier.name == nil)
  }

  @Test(arguments: [
    ("1.2.840.113549.1.9.5", "signingTime"), ("1.2.840.10045.2.1", "ecPublicKey"),
    ("1.2.840.10045.4.3.2", "ecdsa-with-SHA256"), ("1.2.840.10045.4.3.3", "ecdsa-with-SHA384"),
    ("1.2.840.113549.1.9.1", "emailAddress"), ("1.2.840.10045.3.1.7", "secp256r1"),
    ("1.3.132.0.34", "secp384r1"), ("2.5.4.6", "countryName"), ("2.5.4.7", "localityName"),
    ("2.5.4.8", "stateOrProvinceName"), ("2.5.4.11", "organizationalUnitName"),
    ("0.9.2342.19200300.100.1.1", "userId"), ("2.5.29.31", "cRLDistributionPoints"),
    ("1.3.6.1.5.5.7.1.1", "authorityInfoAccess"), ("1.3.6.1.5.5.7.2.1", "cps"),
    ("1.3.6.1.5.5.7.2.2", "userNotice"), ("1.3.6.1.5.5.7.48.1", "ocsp"),
    ("1.3.6.1.5.5.7.48.2", "caIssuers"), ("1.3.6.1.5.5.7.3.3", "codeSigning"),
  ])
  func `Identifiers that are only shown have their names`(dotted: String, name: String) {
    #expect(DERObjectIdentifier(dotted)?.name == name)
  }

  @Test func `Values can be compared, hashed and sent`() async throws {
    let first = try SignedData(derEncoded: Sample.signedData)
    let second = try await Task { try SignedData(derEncoded: Sample.signedData) }.value
    #expect(first == second)
    #expect(Set([first, second]).count == 1)
    let certificate = try Certificate(derEncoded: Sample.certificate)
    #expect(certificate == (try Certificate(derEncoded: Sample.certificate)))
  }
}
