import ReceiptValidation

/// Takes every signature for genuine.
struct TrustingVerifier: ReceiptSignatureVerifier {
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
}
