/// The signature of a transaction receipt, taken apart:
///
/// | bytes | |
/// |---|---|
/// | 1 | ``version`` |
/// | 128 in version 2, 256 in version 3 | ``signature`` |
/// | 4 | the length of the certificate, big-endian |
/// | as many | ``certificate`` |
///
/// The issuer of the certificate is not part of it.
public struct TransactionSignature: Hashable, Sendable {
  /// All of it. The indices of ``signature`` and ``certificate`` are those of these bytes.
  public let bytes: [UInt8]

  /// 2 or 3. It is signed, in front of the purchase.
  public let version: UInt8

  /// RSA PKCS #1 v1.5 with SHA-1, over the version byte and ``PurchaseInfo/bytes``.
  public let signature: ArraySlice<UInt8>

  /// The signer's certificate in DER.
  public let certificate: ArraySlice<UInt8>

  /// Takes bytes apart.
  ///
  /// - Throws: ``TransactionReceiptError`` with `truncated`, `trailingBytes` or `signatureVersion`.
  init(_ bytes: [UInt8]) throws(TransactionReceiptError) {
    guard let version = bytes.first else {
      throw TransactionReceiptError(.truncated, in: .signature, at: 0)
    }
    let signatureCount: Int
    switch version {
    case 2: signatureCount = 128
    case 3: signatureCount = 256
    default: throw TransactionReceiptError(.signatureVersion, in: .signature, at: 0)
    }
    let certificateStart = 1 + signatureCount + 4
    guard bytes.count >= certificateStart else {
      throw TransactionReceiptError(.truncated, in: .signature, at: bytes.count)
    }
    let certificateCount = bytes[(1 + signatureCount)..<certificateStart].reduce(0 as UInt32) {
      $0 << 8 | UInt32($1)
    }
    let count = bytes.count - certificateStart
    guard certificateCount <= count else {
      throw TransactionReceiptError(.truncated, in: .signature, at: bytes.count)
    }
    guard certificateCount == count else {
      throw TransactionReceiptError(
        .trailingBytes, in: .signature, at: certificateStart + Int(certificateCount))
    }
    self.bytes = bytes
    self.version = version
    signature = bytes[1..<1 + signatureCount]
    certificate = bytes[certificateStart...]
  }
}
