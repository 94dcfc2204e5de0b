/// Decides whether a signature is one of Apple's over a receipt.
///
/// This module has no verifier, so nothing can pass by accident: `AppleSignatureVerifier` of the product
/// `ReceiptTrust` is one, and anything else may be (Security.framework, swift-crypto, a hardware module). What
/// does not need a key has been checked before a verifier is asked: see ``ReceiptSignatureMaterial``.
///
/// A verifier has to
/// 1. find the certificate that ``ReceiptSignatureMaterial/signerInfo`` names, by issuer and serial number;
/// 2. build a path from it to a root that *it* trusts, never to one that the receipt brings along, and judge
///    every certificate at ``ReceiptSignatureMaterial/creationDate``;
/// 3. check that the certificate is meant for receipts (Apple's marker extensions): every Apple developer
///    has one under the same root;
/// 4. check the signature over ``ReceiptSignatureMaterial/signedBytes``.
///
/// It throws unless all of it holds.
public protocol ReceiptSignatureVerifier {
  /// Returns if the signature is Apple's, and throws otherwise.
  ///
  /// - Throws: ``ReceiptSignatureError``.
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError)
}
