import ReceiptTrust
public import ReceiptValidation

/// Apple's policy for many receipts and threads: judges the certificates of a receipt once, and remembers the path.
///
/// Millions of receipts were signed with a few certificates, so nearly every receipt costs one signature instead of
/// two or three. What is remembered is a verdict of ``/ReceiptTrust/AppleSignatureVerifier`` on certificates, by all their
/// bytes, for the time in which all of them are valid. Nothing from a receipt is remembered, and nothing about a receipt
/// that was refused. The verdict on each receipt is the same as without remembering, except for one that was read with
/// a `maximumDepth` below 12: that is too little for its certificates, but what is remembered isn't read again.
public final class RememberingVerifier: ReceiptSignatureVerifier, Sendable {
  /// Under Apple's root: what `validate(bundleIdentifier:devices:)` uses.
  public static let apple = RememberingVerifier()

  private let verifier: AppleSignatureVerifier

  private let known = Locked(VerifiedPaths())

  /// Remembers what a verifier has judged; nothing at first.
  public init(_ verifier: AppleSignatureVerifier = AppleSignatureVerifier()) {
    self.verifier = verifier
  }

  /// Checks that Apple signed the receipt.
  ///
  /// - Throws: `ReceiptSignatureError`, as ``/ReceiptTrust/AppleSignatureVerifier`` does.
  /// - Complexity: O(n) for the digest, and one signature; for certificates that are new, as ``/ReceiptTrust/AppleSignatureVerifier``.
  public func verify(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) {
    let known = self.known.withLock { $0 }
    guard let path = try verifier.verify(material, known) else { return }
    self.known.withLock { $0.insert(path) }
  }
}
