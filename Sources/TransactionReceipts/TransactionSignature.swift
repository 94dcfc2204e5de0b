public import ReceiptParsing
public import ReceiptValidation

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
  /// All of it. ``signature`` and ``certificate`` share its indices.
  public let bytes: [UInt8]

  /// 2 or 3. It is signed, before the purchase.
  public let version: UInt8

  /// RSA PKCS #1 v1.5 with SHA-1, over the version byte and ``PurchaseInfo/bytes``.
  public let signature: ArraySlice<UInt8>

  /// The signer's certificate in DER.
  public let certificate: ArraySlice<UInt8>

  /// Splits the bytes.
  ///
  /// - Throws: ``TransactionReceiptError`` with `truncated`, `trailingBytes` or `unsupportedSignatureVersion`.
  init(_ bytes: [UInt8]) throws(TransactionReceiptError) {
    guard let version = bytes.first else {
      throw TransactionReceiptError(.truncated, in: .signature, at: 0)
    }
    let signatureCount: Int
    switch version {
    case 2: signatureCount = 128
    case 3: signatureCount = 256
    default: throw TransactionReceiptError(.unsupportedSignatureVersion, in: .signature, at: 0)
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

/// Everything that a verifier needs to judge the signature of a transaction receipt.
public struct TransactionSignatureMaterial: Hashable, Sendable {
  /// The signature and the signer's certificate.
  public let signature: TransactionSignature

  /// The purchase, which is signed after the version byte.
  public let purchaseInfo: PurchaseInfo

  /// When certificates must be valid: `purchase-date-ms`. It is signed, so it means nothing before the signature is
  /// verified.
  public let purchaseDate: ReceiptDate

  /// What the signature covers: the version byte, then the purchase.
  public var signedBytes: [UInt8] { [signature.version] + purchaseInfo.bytes }
}

extension TransactionReceipt {
  /// What a verifier needs. For an asynchronous one, let it decide about exactly this, and pass its answer through a
  /// ``TransactionSignatureVerifier`` that compares it again.
  ///
  /// - Throws: ``TransactionValidationError`` if the signature is malformed, or there is no readable `purchase-date-ms`
  ///   to judge certificates at.
  public func signatureMaterial() throws(TransactionValidationError) -> TransactionSignatureMaterial
  {
    let signature: TransactionSignature
    do throws(TransactionReceiptError) {
      signature = try self.signature()
    } catch {
      throw failure(.signature, .signatureUnreadable(error))
    }
    let key = TransactionDateKeys.purchase.milliseconds
    let date = try value(.signature, key, purchaseInfo.milliseconds(key))
    return TransactionSignatureMaterial(
      signature: signature, purchaseInfo: purchaseInfo, purchaseDate: date)
  }
}

/// Decides whether Apple signed a transaction receipt.
///
/// ``AppleTransactionVerifier`` is one. A verifier has to
/// 1. find the issuer of ``TransactionSignature/certificate`` among its own certificates, since the receipt does not
///   contain it, and a path from it to a root that it trusts, all valid at
///   ``TransactionSignatureMaterial/purchaseDate``;
/// 2. check that the certificate is meant for this version of receipts (Apple's marker extensions);
/// 3. check the signature over ``TransactionSignatureMaterial/signedBytes``.
///
/// It throws unless all of this holds.
public protocol TransactionSignatureVerifier {
  /// Returns if the signature is Apple's, and throws otherwise.
  ///
  /// - Throws: ``/ReceiptValidation/ReceiptSignatureError``; its offsets count the bytes of ``TransactionSignature/bytes``.
  func verify(_ material: TransactionSignatureMaterial) throws(ReceiptSignatureError)
}
