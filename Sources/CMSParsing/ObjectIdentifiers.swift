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
  /// id-signingTime.
  public static let signingTime: DERObjectIdentifier = "1.2.840.113549.1.9.5"

  // Digest algorithms, RFC 3370 §2.1 and RFC 5754 §2.

  /// id-sha1.
  public static let sha1: DERObjectIdentifier = "1.3.14.3.2.26"
  /// id-sha256.
  public static let sha256: DERObjectIdentifier = "2.16.840.1.101.3.4.2.1"
  /// id-sha384.
  public static let sha384: DERObjectIdentifier = "2.16.840.1.101.3.4.2.2"
  /// id-sha512.
  public static let sha512: DERObjectIdentifier = "2.16.840.1.101.3.4.2.3"

  // Signature and key algorithms, RFC 8017 appendix C and RFC 5758 §3.2.

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
  /// id-ecPublicKey.
  public static let ecPublicKey: DERObjectIdentifier = "1.2.840.10045.2.1"
  /// ecdsa-with-SHA256.
  public static let ecdsaWithSHA256: DERObjectIdentifier = "1.2.840.10045.4.3.2"
  /// ecdsa-with-SHA384.
  public static let ecdsaWithSHA384: DERObjectIdentifier = "1.2.840.10045.4.3.3"

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

  // Only shown: curves, further extensions and what is in them.

  static let secp256r1: DERObjectIdentifier = "1.2.840.10045.3.1.7"
  static let secp384r1: DERObjectIdentifier = "1.3.132.0.34"
  static let cRLDistributionPoints: DERObjectIdentifier = "2.5.29.31"
  static let authorityInfoAccess: DERObjectIdentifier = "1.3.6.1.5.5.7.1.1"
  static let cps: DERObjectIdentifier = "1.3.6.1.5.5.7.2.1"
  static let userNotice: DERObjectIdentifier = "1.3.6.1.5.5.7.2.2"
  package static let codeSigning: DERObjectIdentifier = "1.3.6.1.5.5.7.3.3"
  static let ocsp: DERObjectIdentifier = "1.3.6.1.5.5.7.48.1"
  static let caIssuers: DERObjectIdentifier = "1.3.6.1.5.5.7.48.2"

  /// The name of a well-known identifier, as its standard writes it; `nil` for the others.
  public var name: String? {
    switch self {
    case .data: "data"
    case .signedData: "signedData"
    case .emailAddress: "emailAddress"
    case .contentType: "contentType"
    case .messageDigest: "messageDigest"
    case .signingTime: "signingTime"
    case .sha1: "sha1"
    case .sha256: "sha256"
    case .sha384: "sha384"
    case .sha512: "sha512"
    case .rsaEncryption: "rsaEncryption"
    case .sha1WithRSAEncryption: "sha1WithRSAEncryption"
    case .sha256WithRSAEncryption: "sha256WithRSAEncryption"
    case .sha384WithRSAEncryption: "sha384WithRSAEncryption"
    case .sha512WithRSAEncryption: "sha512WithRSAEncryption"
    case .ecPublicKey: "ecPublicKey"
    case .secp256r1: "secp256r1"
    case .secp384r1: "secp384r1"
    case .ecdsaWithSHA256: "ecdsa-with-SHA256"
    case .ecdsaWithSHA384: "ecdsa-with-SHA384"
    case .commonName: "commonName"
    case .countryName: "countryName"
    case .localityName: "localityName"
    case .stateOrProvinceName: "stateOrProvinceName"
    case .organizationName: "organizationName"
    case .organizationalUnitName: "organizationalUnitName"
    case .userId: "userId"
    case .subjectKeyIdentifier: "subjectKeyIdentifier"
    case .keyUsage: "keyUsage"
    case .basicConstraints: "basicConstraints"
    case .cRLDistributionPoints: "cRLDistributionPoints"
    case .certificatePolicies: "certificatePolicies"
    case .authorityKeyIdentifier: "authorityKeyIdentifier"
    case .extKeyUsage: "extKeyUsage"
    case .authorityInfoAccess: "authorityInfoAccess"
    case .cps: "cps"
    case .userNotice: "userNotice"
    case .codeSigning: "codeSigning"
    case .ocsp: "ocsp"
    case .caIssuers: "caIssuers"
    default: nil
    }
  }
}
