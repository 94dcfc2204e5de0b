import ReceiptHashing

/// Intermediate certificates whose signature by an anchor was verified before, by their SHA-256 digests. The
/// newest few are kept.
struct KnownIntermediates: Sendable {
  typealias Digest = SHA256.Digest

  /// How many are kept: Apple has had five in fifteen years.
  static let capacity = 8

  private var digests: [Digest] = []

  func contains(_ digest: Digest) -> Bool {
    digests.contains(digest)
  }

  mutating func insert(_ digest: Digest) {
    guard !contains(digest) else { return }
    if digests.count == Self.capacity { digests.removeFirst() }
    digests.append(digest)
  }
}
