import CMSParsing
import DERParsing
import ReceiptHashing

/// Decides whether Apple signed a receipt.
///
/// This module has no verifier, so nothing passes by accident. `AppleSignatureVerifier` in `ReceiptTrust` is one;
/// others may use Security.framework, swift-crypto, or a hardware module. What needs no key has been checked before:
/// see ``ReceiptSignatureMaterial``.
///
/// A verifier has to
/// 1. find the certificate that ``ReceiptSignatureMaterial/signerInfo`` names, by issuer and serial number;
/// 2. build a path from it to a root that *it* trusts, never to one that the receipt brings along, and judge
///    every certificate at ``ReceiptSignatureMaterial/creationDate``;
/// 3. check that the certificate is meant for receipts (Apple's marker extensions): every Apple developer has a certificate under the same root;
/// 4. check the signature over ``ReceiptSignatureMaterial/signedBytes``.
///
/// It throws unless all of this holds.
public protocol ReceiptSignatureVerifier {
  /// Returns if the signature is Apple's, and throws otherwise.
  ///
  /// - Throws: ``ReceiptSignatureError``.
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError)
}

/// The digest algorithms that receipts are signed with.
public enum ReceiptDigestAlgorithm: Hashable, Sendable, BitwiseCopyable {
  /// In receipts until 2023; in some until January 2025.
  case sha1
  /// Since then, and in Xcode's receipts.
  case sha256

  init?(_ identifier: DERObjectIdentifier) {
    switch identifier {
    case .sha1: self = .sha1
    case .sha256: self = .sha256
    default: return nil
    }
  }

  /// Whether a signature algorithm agrees with this digest algorithm.
  ///
  /// App Store receipts have rsaEncryption, which says nothing about the digest. Xcode's have sha256WithRSAEncryption.
  /// sha1WithRSAEncryption would be legal, but no receipt has it, and it differs from rsaEncryption in a single
  /// unsigned bit.
  func agrees(with signatureAlgorithm: DERObjectIdentifier) -> Bool {
    signatureAlgorithm == .rsaEncryption
      || self == .sha256 && signatureAlgorithm == .sha256WithRSAEncryption
  }

  /// Whether `expected` is the digest of `bytes`, compared in constant time.
  func isDigest(_ expected: RawSpan, of bytes: RawSpan) -> Bool {
    switch self {
    case .sha1: SHA1.hash(bytes).isEqual(to: expected)
    case .sha256: SHA256.hash(bytes).isEqual(to: expected)
    }
  }
}
