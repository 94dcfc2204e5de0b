import CMSParsing
import DERParsing
import ReceiptHashing
import ReceiptValidation

extension MessageDigest {
  /// The digest of a receipt's signed bytes.
  init(_ algorithm: ReceiptDigestAlgorithm, of bytes: RawSpan) {
    switch algorithm {
    case .sha1: self = .sha1(SHA1.hash(bytes))
    case .sha256: self = .sha256(SHA256.hash(bytes))
    }
  }

  /// The digest that a certificate's signature algorithm names; `nil` when it is not accepted.
  init?(signatureAlgorithm: DERObjectIdentifier, of bytes: RawSpan) {
    switch signatureAlgorithm {
    case .sha1WithRSAEncryption: self = .sha1(SHA1.hash(bytes))
    case .sha256WithRSAEncryption: self = .sha256(SHA256.hash(bytes))
    case .sha384WithRSAEncryption: self = .sha384(SHA384.hash(bytes))
    case .sha512WithRSAEncryption: self = .sha512(SHA512.hash(bytes))
    default: return nil
    }
  }
}
