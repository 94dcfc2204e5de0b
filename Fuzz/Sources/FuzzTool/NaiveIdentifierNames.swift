import DERParsing
import FuzzSupport
import Inspection

/// The names of object identifiers in receipts and their certificates, as the standards write them that assign them; those
/// of Apple's that receipts have, in words.
enum NaiveIdentifierNames {
  /// With the name behind it, if there is one.
  static func text(_ dotted: String) -> String {
    names[dotted].map { "\(dotted) (\($0))" } ?? dotted
  }

  /// A tree of all of them has their names. Asked once: no input changes it.
  static let areShown: Void = {
    let rows = names.keys.sorted()
    let elements = rows.map { dotted -> [UInt8] in
      guard let identifier = DERObjectIdentifier(dotted) else {
        fatalError("VIOLATED: no identifier \(dotted)")
      }
      let contents = (0..<identifier.byteCount).map { identifier.byte(at: $0) }
      return [0x06, UInt8(contents.count)] + contents
    }
    let contents = Array(elements.joined())
    let length = [UInt8(contents.count >> 8), UInt8(contents.count & 0xFF)]
    guard let anatomy = try? Anatomy([0x30, 0x82] + length + contents) else {
      fatalError("VIOLATED: no tree of identifiers")
    }
    let values = anatomy.children(of: 0).nodes.map { $0.value ?? "" }
    require(values == rows.map { text($0) }, "\(values)")
  }()

  private static let names = [
    // PKCS #1, #7 and #9: RFC 8017 appendix C, RFC 5652, RFC 2985
    "1.2.840.113549.1.1.1": "rsaEncryption", "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
    "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
    "1.2.840.113549.1.1.12": "sha384WithRSAEncryption",
    "1.2.840.113549.1.1.13": "sha512WithRSAEncryption", "1.2.840.113549.1.7.1": "data",
    "1.2.840.113549.1.7.2": "signedData", "1.2.840.113549.1.9.1": "emailAddress",
    "1.2.840.113549.1.9.3": "contentType", "1.2.840.113549.1.9.4": "messageDigest",
    "1.2.840.113549.1.9.5": "signingTime",
    // Digests and elliptic curves: RFC 8017 appendix C, RFC 5480, RFC 5758
    "1.3.14.3.2.26": "sha1", "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384", "2.16.840.1.101.3.4.2.3": "sha512",
    "1.2.840.10045.2.1": "ecPublicKey", "1.2.840.10045.3.1.7": "secp256r1",
    "1.3.132.0.34": "secp384r1", "1.2.840.10045.4.3.2": "ecdsa-with-SHA256",
    "1.2.840.10045.4.3.3": "ecdsa-with-SHA384",
    // Parts of names: X.520, RFC 4519
    "2.5.4.3": "commonName", "2.5.4.6": "countryName", "2.5.4.7": "localityName",
    "2.5.4.8": "stateOrProvinceName", "2.5.4.10": "organizationName",
    "2.5.4.11": "organizationalUnitName", "0.9.2342.19200300.100.1.1": "userId",
    // Extensions of certificates, and what they name: RFC 5280 appendix A
    "2.5.29.14": "subjectKeyIdentifier", "2.5.29.15": "keyUsage", "2.5.29.19": "basicConstraints",
    "2.5.29.31": "cRLDistributionPoints", "2.5.29.32": "certificatePolicies",
    "2.5.29.35": "authorityKeyIdentifier", "2.5.29.37": "extKeyUsage",
    "1.3.6.1.5.5.7.1.1": "authorityInfoAccess", "1.3.6.1.5.5.7.2.1": "cps",
    "1.3.6.1.5.5.7.2.2": "userNotice", "1.3.6.1.5.5.7.3.3": "codeSigning",
    "1.3.6.1.5.5.7.48.1": "ocsp", "1.3.6.1.5.5.7.48.2": "caIssuers",
    // Apple's certification practice statement for receipts
    "1.2.840.113635.100.6.11.1": "Apple receipt-signing marker",
    "1.2.840.113635.100.6.2.1": "Apple WWDR intermediate marker",
    "1.2.840.113635.100.5.6.1": "Apple receipt-signing policy",
  ]
}
