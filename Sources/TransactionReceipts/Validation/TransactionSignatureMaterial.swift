public import ReceiptParsing

/// Everything that a verifier needs to judge the signature of a transaction receipt.
public struct TransactionSignatureMaterial: Hashable, Sendable {
  /// The signature and the signer's certificate.
  public let signature: TransactionSignature

  /// The purchase, which is signed behind the version byte.
  public let purchaseInfo: PurchaseInfo

  /// The time at which certificates have to be valid: `purchase-date-ms`. It is part of what is signed, so it means
  /// nothing before the signature is verified.
  public let purchaseDate: ReceiptDate

  /// What the signature covers: the version byte, then the purchase.
  public var signedBytes: [UInt8] { [signature.version] + purchaseInfo.bytes }
}

extension TransactionReceipt {
  /// What a verifier needs. For one that answers later (asynchronously), let it decide about exactly this, and give its
  /// answer through a ``TransactionSignatureVerifier`` that compares it again.
  ///
  /// - Throws: ``TransactionValidationError`` when the signature cannot be taken apart, or there is no readable
  ///   `purchase-date-ms` to judge certificates at.
  public func signatureMaterial() throws(TransactionValidationError) -> TransactionSignatureMaterial
  {
    let signature: TransactionSignature
    do throws(TransactionReceiptError) {
      signature = try self.signature()
    } catch {
      throw TransactionValidationError(.signature, .signatureUnreadable(error))
    }
    switch purchaseInfo.milliseconds(.purchaseDateMilliseconds) {
    case .value(let date):
      return TransactionSignatureMaterial(
        signature: signature, purchaseInfo: purchaseInfo, purchaseDate: date)
    case .absent: throw TransactionValidationError(.signature, .missing(.purchaseDateMilliseconds))
    case .unreadable(let problem):
      throw TransactionValidationError(.signature, .unreadable(problem))
    }
  }
}
