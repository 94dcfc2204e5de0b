/// The signature of a transaction receipt, taken apart:
///
/// | octets | |
/// |---|---|
/// | 1 | ``version`` |
/// | 128 in version 2, 256 in version 3 | ``signature`` |
/// | 4 | the length of the certificate, big-endian |
/// | as many | ``certificate`` |
///
/// The issuer of the certificate is not part of it.
public struct TransactionSignature: Hashable, Sendable {
  /// All of it. The indices of ``signature`` and ``certificate`` are those of these octets.
  public let octets: [UInt8]

  /// 2 or 3. It is signed, in front of the purchase.
  public let version: UInt8

  /// RSA PKCS #1 v1.5 with SHA-1, over the version octet and ``PurchaseInfo/octets``.
  public let signature: ArraySlice<UInt8>

  /// The signer's certificate in DER.
  public let certificate: ArraySlice<UInt8>

  /// Takes octets apart.
  ///
  /// - Throws: ``TransactionReceiptError`` with `truncated`, `trailingOctets` or `signatureVersion`.
  init(_ octets: [UInt8]) throws(TransactionReceiptError) {
    guard let version = octets.first else {
      throw TransactionReceiptError(.truncated, in: .signature, at: 0)
    }
    let signatureCount: Int
    switch version {
    case 2: signatureCount = 128
    case 3: signatureCount = 256
    default: throw TransactionReceiptError(.signatureVersion, in: .signature, at: 0)
    }
    let certificateStart = 1 + signatureCount + 4
    guard octets.count >= certificateStart else {
      throw TransactionReceiptError(.truncated, in: .signature, at: octets.count)
    }
    let certificateCount = octets[(1 + signatureCount)..<certificateStart].reduce(0 as UInt32) {
      $0 << 8 | UInt32($1)
    }
    let count = octets.count - certificateStart
    guard certificateCount <= count else {
      throw TransactionReceiptError(.truncated, in: .signature, at: octets.count)
    }
    guard certificateCount == count else {
      throw TransactionReceiptError(
        .trailingOctets, in: .signature, at: certificateStart + Int(certificateCount))
    }
    self.octets = octets
    self.version = version
    signature = octets[1..<1 + signatureCount]
    certificate = octets[certificateStart...]
  }
}
