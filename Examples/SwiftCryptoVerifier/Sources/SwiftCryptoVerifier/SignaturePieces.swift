public import ReceiptParsing
public import ReceiptValidation

/// Copies of what a verifier needs, so that it can answer later and elsewhere: a hardware module, a service behind a
/// network, another process.
///
/// The material is borrowed and must not outlive a call, and the protocol is synchronous. So copies leave, and
/// an ``AnsweredVerifier`` brings the answer back.
public struct SignaturePieces: Hashable, Sendable {
  /// The container as DER: certificates and signer are in there.
  public let container: [UInt8]

  /// What the signature covers.
  public let signedBytes: [UInt8]

  /// The signature.
  public let signature: [UInt8]

  /// How ``signedBytes`` is digested.
  public let digestAlgorithm: ReceiptDigestAlgorithm

  /// When the receipt says that it was made.
  public let creationDate: ReceiptDate

  /// Where the receipt says that it comes from.
  public let environment: ReceiptEnvironment?

  /// Copies the pieces of a receipt, after the checks that need no key.
  ///
  /// - Throws: `ReceiptSignatureError`, from those checks.
  public init(of receipt: AppReceipt) throws(ReceiptSignatureError) {
    self = try receipt.withSignatureMaterial {
      (material) throws(ReceiptSignatureError) in SignaturePieces(material)
    }
  }

  /// Copies the pieces that a verifier is given.
  public init(_ material: borrowing ReceiptSignatureMaterial) {
    container = Self.bytes(of: material.container)
    signedBytes = Self.bytes(of: material.signedBytes)
    signature = Self.bytes(of: material.signature)
    digestAlgorithm = material.digestAlgorithm
    creationDate = material.creationDate
    environment = material.environment
  }

  private static func bytes(of span: RawSpan) -> [UInt8] {
    // The buffer is copied before the call returns.
    unsafe span.withUnsafeBytes { unsafe [UInt8]($0) }
  }
}
