public import ReceiptValidation

/// Decides whether a signature is one of Apple's over a transaction receipt.
///
/// This module has no verifier, so nothing can pass by accident: `AppleTransactionVerifier` of the product `ReceiptTrust` is
/// one. A verifier has to
/// 1. find the issuer of ``TransactionSignature/certificate`` among certificates of its own, since the receipt does not
///    bring it along, and a path from it to a root that it trusts; judge all at
///    ``TransactionSignatureMaterial/purchaseDate``;
/// 2. check that the certificate is meant for this version of receipts (Apple's marker extensions);
/// 3. check the signature over ``TransactionSignatureMaterial/signedBytes``.
///
/// It throws unless all of it holds.
public protocol TransactionSignatureVerifier {
  /// Returns if the signature is Apple's, and throws otherwise.
  ///
  /// - Throws: ``/ReceiptValidation/ReceiptSignatureError``; its offsets count the bytes of ``TransactionSignature/bytes``.
  func verify(_ material: TransactionSignatureMaterial) throws(ReceiptSignatureError)
}
