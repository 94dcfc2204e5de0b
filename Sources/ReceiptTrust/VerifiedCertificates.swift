import DERParsing

/// Certificates that a verifier has verified before, each known by all of its bytes and by its place in a
/// path.
///
/// Whether a signature of a certificate holds depends on nothing but the bytes of two certificates and on
/// what the verifier trusts, so it need not be asked twice. What depends on the receipt, such as the time, is
/// not remembered and is checked every time.
package struct VerifiedCertificates: Sendable {
  /// How many are remembered in each place: Apple has had five intermediate certificates in fifteen years,
  /// and replaces the one that signs receipts every other year.
  static let capacity = 8

  /// Certificates that are an anchor's own.
  private var roots: [[UInt8]] = []

  /// Certificates that an anchor's key has signed, each with that key: of several anchors with one name, those with
  /// another key have not signed it.
  private var intermediates: [(certificate: [UInt8], key: [UInt8])] = []

  /// Certificates that the key of another has signed.
  private var signers: [(signer: [UInt8], intermediate: [UInt8])] = []

  /// Nothing is known yet.
  package init() {}

  func containsRoot(_ certificate: RawSpan) -> Bool {
    roots.contains { $0.isEqual(to: certificate) }
  }

  mutating func insertRoot(_ certificate: RawSpan) {
    roots.append(certificate.array)
  }

  /// The `SubjectPublicKeyInfo` of the anchor by which that intermediate certificate was verified; `nil` if it was not.
  func anchorKey(of certificate: RawSpan) -> [UInt8]? {
    intermediates.first { $0.certificate.isEqual(to: certificate) }?.key
  }

  mutating func insertIntermediate(_ certificate: RawSpan, signedBy key: [UInt8]) {
    intermediates.append((certificate.array, key))
  }

  /// Whether that signer's certificate was verified by the key of any.
  func containsSigner(_ certificate: RawSpan) -> Bool {
    signers.contains { $0.signer.isEqual(to: certificate) }
  }

  /// Whether that signer's certificate was verified by the key of that intermediate certificate.
  func containsSigner(_ certificate: RawSpan, of intermediate: RawSpan) -> Bool {
    signers.contains {
      $0.signer.isEqual(to: certificate) && $0.intermediate.isEqual(to: intermediate)
    }
  }

  mutating func insertSigner(_ certificate: RawSpan, of intermediate: RawSpan) {
    signers.append((certificate.array, intermediate.array))
  }

  /// Forgets all but the newest.
  mutating func trim() {
    roots.removeFirst(max(roots.count - Self.capacity, 0))
    intermediates.removeFirst(max(intermediates.count - Self.capacity, 0))
    signers.removeFirst(max(signers.count - Self.capacity, 0))
  }
}

extension [UInt8] {
  fileprivate func isEqual(to bytes: RawSpan) -> Bool {
    withRawSpan { $0.hasSameBytes(as: bytes) }
  }
}
