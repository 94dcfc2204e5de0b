import AppStoreReceipt
import BenchmarkSupport
import CMSParsing
import Crypto
import CryptoExtras
import Foundation

/// The project's test authority, whose keys lie in `Tests/Fixtures/authority`.
struct TestAuthority {
  /// Signs with SHA-1 as receipts before 2023, or with SHA-256 as those since.
  enum Digest: String {
    case sha1, sha256

    var oid: [UInt8] { DER.oid(self == .sha1 ? "1.3.14.3.2.26" : "2.16.840.1.101.3.4.2.1") }

    /// A time at which the certificates of that line are valid.
    var creationDate: String {
      self == .sha1 ? "2020-05-06T17:18:19Z" : "2025-04-20T02:03:04Z"
    }
  }

  let digest: Digest
  let root: [UInt8]
  let intermediate: [UInt8]
  let leaf: [UInt8]
  let storeKitTest: [UInt8]
  let leafKey: _RSA.Signing.PrivateKey

  init(_ digest: Digest) throws {
    self.digest = digest
    root = try Self.certificate("root")
    intermediate = try Self.certificate("developer-relations-\(digest)")
    leaf = try Self.certificate("receipt-signing-\(digest)")
    storeKitTest = try Self.certificate("storekit-test")
    leafKey = try Self.key("receipt-signing-\(digest)")
  }

  /// The container as the store writes it.
  func container(_ payload: [UInt8]) throws -> [UInt8] {
    let algorithm = DER.sequence(digest.oid, DER.null)
    let signer = DER.sequence(
      DER.integer(1), try issuerAndSerialNumber(leaf), algorithm,
      DER.sequence(DER.oid("1.2.840.113549.1.1.1"), DER.null),
      DER.octetString(try signature(payload)))
    let encapContentInfo = DER.sequence(
      DER.oid("1.2.840.113549.1.7.1"), DER.constructed(0, DER.octetString(payload)))
    let signedData = DER.sequence(
      DER.integer(1), DER.set(algorithm), encapContentInfo,
      DER.constructed(0, leaf, intermediate, root), DER.set(signer))
    return DER.sequence(DER.oid("1.2.840.113549.1.7.2"), DER.constructed(0, signedData))
  }

  private func issuerAndSerialNumber(_ certificate: [UInt8]) throws -> [UInt8] {
    let fields = try Certificate(derEncoded: certificate).tbsCertificate
    return DER.sequence(
      DER.element(0x30, Array(certificate[fields.issuer.contentsRange])),
      DER.element(0x02, Array(certificate[fields.serialNumber.contentsRange])))
  }

  private func signature(_ bytes: [UInt8]) throws -> [UInt8] {
    let padding = _RSA.Signing.Padding.insecurePKCS1v1_5
    let signature =
      switch digest {
      case .sha1: try leafKey.signature(for: Insecure.SHA1.hash(data: bytes), padding: padding)
      case .sha256: try leafKey.signature(for: SHA256.hash(data: bytes), padding: padding)
      }
    return Array(signature.rawRepresentation)
  }

  private static func certificate(_ name: String) throws -> [UInt8] {
    try Repository.bytes("Tests/Fixtures/authority/\(name).cer")
  }

  private static func key(_ name: String) throws -> _RSA.Signing.PrivateKey {
    let bytes = try Repository.bytes("Tests/Fixtures/authority/\(name).pem")
    return try _RSA.Signing.PrivateKey(pemRepresentation: String(decoding: bytes, as: UTF8.self))
  }
}
