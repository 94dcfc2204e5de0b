import AppStoreReceipt
import CMSParsing
import DERParsing
import ReceiptHashing

extension MessageDigest {
  /// The digest of a receipt's signed octets.
  init(_ algorithm: ReceiptDigestAlgorithm, of octets: RawSpan) {
    switch algorithm {
    case .sha1: self = .sha1(SHA1.hash(octets))
    case .sha256: self = .sha256(SHA256.hash(octets))
    }
  }

  /// The digest that a certificate's signature algorithm names; `nil` when it is not accepted.
  init?(signatureAlgorithm: DERObjectIdentifier, of octets: RawSpan) {
    switch signatureAlgorithm {
    case .sha1WithRSAEncryption: self = .sha1(SHA1.hash(octets))
    case .sha256WithRSAEncryption: self = .sha256(SHA256.hash(octets))
    case .sha384WithRSAEncryption: self = .sha384(SHA384.hash(octets))
    case .sha512WithRSAEncryption: self = .sha512(SHA512.hash(octets))
    default: return nil
    }
  }
}
