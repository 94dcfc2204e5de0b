import AppStoreReceipt
import Foundation

/// A verifier for many receipts and threads, which remembers the certificates of the first ones.
///
/// Fewer than a dozen certificates have signed all receipts there are, so those of a few dozen receipts are
/// nearly always all that a table needs. Each one that is remembered costs a second verification.
final class RememberingVerifier: @unchecked Sendable {
  // Touched only while `lock` is locked.
  private var verifier: AppleSignatureVerifier
  private var rest = 64
  private let lock = NSLock()

  init(_ verifier: AppleSignatureVerifier) {
    self.verifier = verifier
  }

  /// The verifier with what is remembered so far.
  var current: AppleSignatureVerifier { lock.withLock { verifier } }

  /// Remembers the certificates of a receipt that is valid.
  func remember(_ validated: ValidatedReceipt) {
    lock.withLock {
      guard rest > 0 else { return }
      rest -= 1
      // It was verified a moment ago: should it fail now, nothing is remembered.
      try? verifier.verifyAndRemember(validated.receipt)
    }
  }
}
