public import DERParsing

extension DERObjectIdentifier {
  // Content types, RFC 5652 §4 and §5.

  /// id-data.
  public static let data: DERObjectIdentifier = "1.2.840.113549.1.7.1"
  /// id-signedData.
  public static let signedData: DERObjectIdentifier = "1.2.840.113549.1.7.2"

  // Signed attributes, RFC 5652 §11.

  /// id-contentType.
  public static let contentType: DERObjectIdentifier = "1.2.840.113549.1.9.3"
  /// id-messageDigest.
  public static let messageDigest: DERObjectIdentifier = "1.2.840.113549.1.9.4"

  // Digest algorithms, RFC 3370 §2.1 and RFC 5754 §2.

  /// id-sha1.
  public static let sha1: DERObjectIdentifier = "1.3.14.3.2.26"
  /// id-sha256.
  public static let sha256: DERObjectIdentifier = "2.16.840.1.101.3.4.2.1"
  /// id-sha384.
  public static let sha384: DERObjectIdentifier = "2.16.840.1.101.3.4.2.2"
  /// id-sha512.
  public static let sha512: DERObjectIdentifier = "2.16.840.1.101.3.4.2.3"

  // Signature and key algorithms, RFC 8017 appendix C.

  /// rsaEncryption.
  public static let rsaEncryption: DERObjectIdentifier = "1.2.840.113549.1.1.1"
  /// sha1WithRSAEncryption.
  public static let sha1WithRSAEncryption: DERObjectIdentifier = "1.2.840.113549.1.1.5"
  /// sha256WithRSAEncryption.
  public static let sha256WithRSAEncryption: DERObjectIdentifier = "1.2.840.113549.1.1.11"
  /// sha384WithRSAEncryption.
  public static let sha384WithRSAEncryption: DERObjectIdentifier = "1.2.840.113549.1.1.12"
  /// sha512WithRSAEncryption.
  public static let sha512WithRSAEncryption: DERObjectIdentifier = "1.2.840.113549.1.1.13"

  // Certificate extensions, RFC 5280 §4.2.1.

  /// id-ce-subjectKeyIdentifier.
  public static let subjectKeyIdentifier: DERObjectIdentifier = "2.5.29.14"
  /// id-ce-keyUsage.
  public static let keyUsage: DERObjectIdentifier = "2.5.29.15"
  /// id-ce-basicConstraints.
  public static let basicConstraints: DERObjectIdentifier = "2.5.29.19"
  /// id-ce-certificatePolicies.
  public static let certificatePolicies: DERObjectIdentifier = "2.5.29.32"
  /// id-ce-authorityKeyIdentifier.
  public static let authorityKeyIdentifier: DERObjectIdentifier = "2.5.29.35"
  /// id-ce-extKeyUsage.
  public static let extKeyUsage: DERObjectIdentifier = "2.5.29.37"

  // Attributes of names, X.520 §6 and PKCS #9.

  /// id-at-commonName.
  public static let commonName: DERObjectIdentifier = "2.5.4.3"
  /// id-at-countryName.
  public static let countryName: DERObjectIdentifier = "2.5.4.6"
  static let localityName: DERObjectIdentifier = "2.5.4.7"
  static let stateOrProvinceName: DERObjectIdentifier = "2.5.4.8"
  /// id-at-organizationName.
  public static let organizationName: DERObjectIdentifier = "2.5.4.10"
  /// id-at-organizationalUnitName.
  public static let organizationalUnitName: DERObjectIdentifier = "2.5.4.11"
  static let userId: DERObjectIdentifier = "0.9.2342.19200300.100.1.1"
  static let emailAddress: DERObjectIdentifier = "1.2.840.113549.1.9.1"

  package static let codeSigning: DERObjectIdentifier = "1.3.6.1.5.5.7.3.3"

  /// The name of a well-known identifier, as its standard writes it; `nil` for the others.
  public var name: String? {
    Self.names.first { $0.identifier == self }?.name
  }

  private static let names: [(identifier: DERObjectIdentifier, name: String)] = [
    (.data, "data"),
    (.signedData, "signedData"),
    (.emailAddress, "emailAddress"),
    (.contentType, "contentType"),
    (.messageDigest, "messageDigest"),
    ("1.2.840.113549.1.9.5", "signingTime"),
    (.sha1, "sha1"),
    (.sha256, "sha256"),
    (.sha384, "sha384"),
    (.sha512, "sha512"),
    (.rsaEncryption, "rsaEncryption"),
    (.sha1WithRSAEncryption, "sha1WithRSAEncryption"),
    (.sha256WithRSAEncryption, "sha256WithRSAEncryption"),
    (.sha384WithRSAEncryption, "sha384WithRSAEncryption"),
    (.sha512WithRSAEncryption, "sha512WithRSAEncryption"),
    ("1.2.840.10045.2.1", "ecPublicKey"),
    ("1.2.840.10045.3.1.7", "secp256r1"),
    ("1.3.132.0.34", "secp384r1"),
    ("1.2.840.10045.4.3.2", "ecdsa-with-SHA256"),
    ("1.2.840.10045.4.3.3", "ecdsa-with-SHA384"),
    (.commonName, "commonName"),
    (.countryName, "countryName"),
    (.localityName, "localityName"),
    (.stateOrProvinceName, "stateOrProvinceName"),
    (.organizationName, "organizationName"),
    (.organizationalUnitName, "organizationalUnitName"),
    (.userId, "userId"),
    (.subjectKeyIdentifier, "subjectKeyIdentifier"),
    (.keyUsage, "keyUsage"),
    (.basicConstraints, "basicConstraints"),
    ("2.5.29.31", "cRLDistributionPoints"),
    (.certificatePolicies, "certificatePolicies"),
    (.authorityKeyIdentifier, "authorityKeyIdentifier"),
    (.extKeyUsage, "extKeyUsage"),
    ("1.3.6.1.5.5.7.1.1", "authorityInfoAccess"),
    ("1.3.6.1.5.5.7.2.1", "cps"),
    ("1.3.6.1.5.5.7.2.2", "userNotice"),
    (.codeSigning, "codeSigning"),
    ("1.3.6.1.5.5.7.48.1", "ocsp"),
    ("1.3.6.1.5.5.7.48.2", "caIssuers"),
  ]
}
