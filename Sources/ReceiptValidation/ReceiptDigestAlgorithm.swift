import CMSParsing
import DERParsing
import ReceiptHashing

/// The digest algorithms that receipts are signed with.
public enum ReceiptDigestAlgorithm: Hashable, Sendable, BitwiseCopyable {
  /// Until August 2023, in the sandbox until a little later.
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
  /// rsaEncryption says nothing about the digest and is what every App Store receipt has.
  /// sha256WithRSAEncryption is Xcode's. sha1WithRSAEncryption would be legal, but no receipt has it, and it
  /// differs from rsaEncryption in a single bit that no signature covers.
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
