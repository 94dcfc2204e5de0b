import AppStoreReceipt

/// Accepts every signature: what is tested here comes after it.
struct AcceptingVerifier: ReceiptSignatureVerifier {
  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {}
}

/// Refuses every signature for one reason.
struct RefusingVerifier: ReceiptSignatureVerifier, TransactionSignatureVerifier {
  let code: ReceiptSignatureError.Code

  func verify(_ material: borrowing ReceiptSignatureMaterial) throws(ReceiptSignatureError) {
    throw ReceiptSignatureError(code)
  }

  func verify(_ material: TransactionSignatureMaterial) throws(ReceiptSignatureError) {
    throw ReceiptSignatureError(code)
  }
}
