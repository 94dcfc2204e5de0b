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

  /// The name of a well-known identifier, as its standard writes it; `nil` for the others.
  public var name: String? {
    switch description {
    case "1.2.840.113549.1.7.1": "data"
    case "1.2.840.113549.1.7.2": "signedData"
    case "1.2.840.113549.1.9.1": "emailAddress"
    case "1.2.840.113549.1.9.3": "contentType"
    case "1.2.840.113549.1.9.4": "messageDigest"
    case "1.2.840.113549.1.9.5": "signingTime"
    case "1.3.14.3.2.26": "sha1"
    case "2.16.840.1.101.3.4.2.1": "sha256"
    case "2.16.840.1.101.3.4.2.2": "sha384"
    case "2.16.840.1.101.3.4.2.3": "sha512"
    case "1.2.840.113549.1.1.1": "rsaEncryption"
    case "1.2.840.113549.1.1.5": "sha1WithRSAEncryption"
    case "1.2.840.113549.1.1.11": "sha256WithRSAEncryption"
    case "1.2.840.113549.1.1.12": "sha384WithRSAEncryption"
    case "1.2.840.113549.1.1.13": "sha512WithRSAEncryption"
    case "1.2.840.10045.2.1": "ecPublicKey"
    case "1.2.840.10045.3.1.7": "secp256r1"
    case "1.3.132.0.34": "secp384r1"
    case "1.2.840.10045.4.3.2": "ecdsa-with-SHA256"
    case "1.2.840.10045.4.3.3": "ecdsa-with-SHA384"
    case "2.5.4.3": "commonName"
    case "2.5.4.6": "countryName"
    case "2.5.4.7": "localityName"
    case "2.5.4.8": "stateOrProvinceName"
    case "2.5.4.10": "organizationName"
    case "2.5.4.11": "organizationalUnitName"
    case "0.9.2342.19200300.100.1.1": "userId"
    case "2.5.29.14": "subjectKeyIdentifier"
    case "2.5.29.15": "keyUsage"
    case "2.5.29.19": "basicConstraints"
    case "2.5.29.31": "cRLDistributionPoints"
    case "2.5.29.32": "certificatePolicies"
    case "2.5.29.35": "authorityKeyIdentifier"
    case "2.5.29.37": "extKeyUsage"
    case "1.3.6.1.5.5.7.1.1": "authorityInfoAccess"
    case "1.3.6.1.5.5.7.2.1": "cps"
    case "1.3.6.1.5.5.7.2.2": "userNotice"
    case "1.3.6.1.5.5.7.3.3": "codeSigning"
    case "1.3.6.1.5.5.7.48.1": "ocsp"
    case "1.3.6.1.5.5.7.48.2": "caIssuers"
    case "1.2.840.113635.100.5.6.1": "Apple receipt-signing policy"
    case "1.2.840.113635.100.6.2.1": "Apple WWDR intermediate marker"
    case "1.2.840.113635.100.6.11.1": "Apple receipt-signing marker"
    default: nil
    }
  }
}
