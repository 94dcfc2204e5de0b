import AppStoreReceipt
import Crypto
import CryptoExtras
import Foundation
import X509

/// An RSA key of 2,048–4,096 bits, and what it has signed with PKCS #1 v1.5.
///
/// swift-crypto calls that padding insecure, as nothing new should use it. It is what receipts have, and
/// checking it is sound as long as what was signed is compared and not parsed, which BoringSSL does.
struct RSAKey {
  private let key: _RSA.Signing.PublicKey

  /// The key of a certificate.
  ///
  /// - Throws: `ReceiptSignatureError` with `keyNotUsable`.
  init(_ certificate: ParsedCertificate) throws(ReceiptSignatureError) {
    guard let key = try _RSA.Signing.PublicKey(certificate.contents().publicKey),
      2048...4096 ~= key.keySizeInBits
    else { throw ReceiptSignatureError(.keyNotUsable) }
    self.key = key
  }

  /// Whether this key has signed these bytes.
  func isSignature(
    _ signature: ArraySlice<UInt8>, over bytes: some DataProtocol, _ digest: Digest
  ) -> Bool {
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    func isValid(_ digest: some Crypto.Digest) -> Bool {
      key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
    }
    return switch digest {
    case .sha1: isValid(Insecure.SHA1.hash(data: bytes))
    case .sha256: isValid(SHA256.hash(data: bytes))
    case .sha384: isValid(SHA384.hash(data: bytes))
    case .sha512: isValid(SHA512.hash(data: bytes))
    }
  }

  /// The digest algorithms: the first two for receipts, all for certificates.
  enum Digest {
    case sha1
    case sha256
    case sha384
    case sha512

    /// The one that a receipt names.
    init(_ algorithm: ReceiptDigestAlgorithm) {
      switch algorithm {
      case .sha1: self = .sha1
      case .sha256: self = .sha256
      }
    }

    /// The one that a certificate's signature has; `nil` if it is not accepted.
    init?(_ algorithm: Certificate.SignatureAlgorithm) {
      switch algorithm {
      case .sha1WithRSAEncryption: self = .sha1
      case .sha256WithRSAEncryption: self = .sha256
      case .sha384WithRSAEncryption: self = .sha384
      case .sha512WithRSAEncryption: self = .sha512
      default: return nil
      }
    }

    /// The digest of bytes.
    func bytes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      switch self {
      case .sha1: Array(Insecure.SHA1.hash(data: bytes))
      case .sha256: Array(SHA256.hash(data: bytes))
      case .sha384: Array(SHA384.hash(data: bytes))
      case .sha512: Array(SHA512.hash(data: bytes))
      }
    }
  }
}
