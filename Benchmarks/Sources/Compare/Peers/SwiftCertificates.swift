import AppStoreReceipt
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

/// Path by swift-certificates, signature by swift-crypto. What our reader finds in the message is given to it
/// for free, and the device is not checked.
struct SwiftCertificates {
  private let roots: CertificateStore
  private let date: Date
  private let digest: ReceiptDigestAlgorithm
  private let certificates: [[UInt8]]
  private let content: [UInt8]
  private let signature: [UInt8]

  init(_ receipt: AppReceipt, roots: [[UInt8]]) throws {
    self.roots = CertificateStore(try roots.map { try Certificate(derEncoded: $0) })
    let milliseconds = receipt.creationDate?.millisecondsSince1970 ?? 0
    date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    certificates = try receipt.certificateEncodings().map { Array($0) }
    content = Array(receipt.contentBytes)
    (signature, digest) = try receipt.withSignatureMaterial {
      (material) throws(ReceiptSignatureError) in
      (unsafe material.signature.withUnsafeBytes { unsafe Array($0) }, material.digestAlgorithm)
    }
  }

  /// Parses the certificates, builds and checks the path, digests the content and checks its signature.
  func isValid() async throws -> Bool {
    let chain = try certificates.map { try Certificate(derEncoded: $0) }
    var verifier = Verifier(rootCertificates: roots) {
      RFC5280Policy(fixedExpiryValidationTime: date)
    }
    let result = await verifier.validate(
      leaf: chain[0], intermediates: CertificateStore(chain.dropFirst()))
    guard case .validCertificate = result, let key = _RSA.Signing.PublicKey(chain[0].publicKey)
    else { return false }
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    let padding = _RSA.Signing.Padding.insecurePKCS1v1_5
    return switch digest {
    case .sha1:
      key.isValidSignature(signature, for: Insecure.SHA1.hash(data: content), padding: padding)
    case .sha256:
      key.isValidSignature(signature, for: SHA256.hash(data: content), padding: padding)
    }
  }
}
