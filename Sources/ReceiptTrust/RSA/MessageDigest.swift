package import ReceiptHashing

/// The digest of a signed message together with the hash function that made it.
///
/// The two cannot disagree, as an algorithm identifier beside loose bytes could.
package enum MessageDigest: Hashable, Sendable {
  /// By SHA-1: receipts before 2023, and certificates of that time.
  case sha1(SHA1.Digest)
  /// By SHA-256.
  case sha256(SHA256.Digest)
  /// By SHA-384: Apple's root G2.
  case sha384(SHA384.Digest)
  /// By SHA-512.
  case sha512(SHA512.Digest)
}
