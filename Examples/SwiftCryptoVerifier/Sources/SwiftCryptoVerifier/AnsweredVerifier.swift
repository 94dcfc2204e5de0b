public import ReceiptValidation

/// The answer of a verifier that was asked before, as a ``ReceiptSignatureVerifier``.
///
/// There is one only if the answer was yes. It holds for the very bytes that were asked about: given anything else
/// to verify, another receipt or the same one with a bit changed, it refuses.
///
/// ```swift
/// let pieces = try SignaturePieces(of: receipt)
/// let answer = try await AnsweredVerifier(pieces) { try await service.verify($0) }
/// let valid = try receipt.validate(expectations, verifier: answer)
/// ```
public struct AnsweredVerifier: ReceiptSignatureVerifier, Sendable {
  /// What was asked about.
  public let pieces: SignaturePieces

  /// Asks and waits.
  ///
  /// - Parameters:
  ///   - pieces: what to ask about.
  ///   - verify: returns if the signature is Apple's, and throws otherwise, also when there is no answer.
  /// - Throws: what `verify` throws.
  public init<Failure: Error>(
    _ pieces: SignaturePieces,
    asking verify: @Sendable (SignaturePieces) async throws(Failure) -> Void
  ) async throws(Failure) {
    try await verify(pieces)
    self.pieces = pieces
  }

  /// Returns if the material is what was asked about.
  ///
  /// - Throws: `ReceiptSignatureError` with `other` if it is not.
  public func verify(
    _ material: borrowing ReceiptSignatureMaterial
  ) throws(ReceiptSignatureError) {
    guard SignaturePieces(material) == pieces else { throw ReceiptSignatureError(.other) }
  }
}
