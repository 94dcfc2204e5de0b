import VerifyReceipt

/// A kind of JSON that people have at hand beside receipts, or of a JWS's payload, by its keys.
struct DocumentKind: Sendable {
  /// A word for scripts.
  let name: String
  /// What all of them have.
  let keys: [String]
  /// What it is.
  let message: String
  /// What to do with it.
  let next: String

  private func fits(_ object: VerifyReceiptJSON.Object) -> Bool {
    keys.allSatisfy { object[$0] != nil }
  }

  /// The kind of a whole text.
  static func document(_ value: VerifyReceiptJSON) -> DocumentKind? {
    guard case .object(let object) = value else { return nil }
    return documents.first { $0.fits(object) }
  }

  /// The kind of what a JWS holds.
  static func payload(_ object: VerifyReceiptJSON.Object) -> DocumentKind? {
    payloads.first { $0.fits(object) }
  }

  // The first that fits counts.

  private static let documents: [DocumentKind] = [
    DocumentKind(
      name: "verifyReceiptRequest", keys: ["receipt-data", "password"],
      message: "this is a request to verifyReceipt, with the app's shared secret",
      next: "Keep the shared secret to yourself. " + noServer),
    DocumentKind(
      name: "verifyReceiptRequest", keys: ["receipt-data"],
      message: "this is a request to verifyReceipt", next: noServer),
    DocumentKind(
      name: "verifyReceiptAnswer", keys: ["status", "latest_receipt"],
      message: "this is an answer of verifyReceipt",
      next: "'receipt diff FILE' compares the answer with that receipt. An answer that was stored "
        + "proves nothing; the receipt does."),
    DocumentKind(
      name: "verifyReceiptAnswer", keys: ["status", "receipt"],
      message: "this is an answer of verifyReceipt, without the receipt that was asked about",
      next: "Give the receipt itself: what was sent as receipt-data. "
        + "'receipt diff RECEIPT FILE' compares both."),
    DocumentKind(
      name: "notificationV1", keys: ["notification_type", "unified_receipt"],
      message: "this is an App Store Server Notification of version 1, which Apple has deprecated",
      next: "Move to version 2 of the notifications, whose signedPayload is signed."),
    DocumentKind(
      name: "notification", keys: ["signedPayload"],
      message: "this is an App Store Server Notification of version 2",
      next: "It holds a JWS, not a receipt: verify it with Apple's App Store Server Library."),
    DocumentKind(
      name: "decodedNotification", keys: ["notificationType", "notificationUUID"],
      message: "this is the payload of an App Store Server Notification, without its signature",
      next: "Keep signedPayload as it came: without it nobody can verify anything."),
    DocumentKind(
      name: "serverAPIAnswer", keys: ["signedTransactions"],
      message: "this is an answer of the App Store Server API: a history of transactions",
      next: "It holds JWS, not receipts: verify them with Apple's App Store Server Library."),
    DocumentKind(
      name: "serverAPIAnswer", keys: ["signedTransactionInfo"],
      message: "this is an answer of the App Store Server API: a transaction",
      next: "It holds a JWS, not a receipt: verify it with Apple's App Store Server Library."),
    DocumentKind(
      name: "serverAPIAnswer", keys: ["bundleId", "data"],
      message: "this is an answer of the App Store Server API: the state of subscriptions",
      next: "It holds JWS, not receipts: verify them with Apple's App Store Server Library."),
    DocumentKind(
      name: "serverAPIError", keys: ["errorCode", "errorMessage"],
      message: "this is an error of the App Store Server API",
      next: "Its errorMessage says what was wrong with the call."),
    DocumentKind(
      name: "decodedTransaction", keys: ["transactionId", "bundleId"],
      message: "this is the payload of a signed transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): without it nobody can verify anything."),
    DocumentKind(
      name: "decodedAppTransaction", keys: ["receiptType", "bundleId"],
      message: "this is the payload of a signed app transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): without it nobody can verify anything."),
  ]

  private static let noServer =
    "Apple has deprecated verifyReceipt; 'receipt show --format verify-receipt' gives its answer "
    + "offline."

  private static let payloads: [DocumentKind] = [
    DocumentKind(
      name: "serverNotification", keys: ["notificationType", "notificationUUID"],
      message: "this is the signedPayload of an App Store Server Notification", next: library),
    DocumentKind(
      name: "signedRenewalInfo", keys: ["autoRenewProductId"],
      message: "this is a signed renewal info of StoreKit 2", next: library),
    DocumentKind(
      name: "signedRenewalInfo", keys: ["autoRenewStatus"],
      message: "this is a signed renewal info of StoreKit 2", next: library),
    DocumentKind(
      name: "signedTransaction", keys: ["transactionId", "productId"],
      message: "this is a signed transaction of StoreKit 2",
      next: library + " Its transactionId is all that the App Store Server API needs."),
    DocumentKind(
      name: "appTransaction", keys: ["receiptType", "bundleId"],
      message: "this is an app transaction of StoreKit 2",
      next: "On the device, AppTransaction.shared verifies it. " + library),
    DocumentKind(
      name: "serverAPIToken", keys: ["iss", "aud"],
      message: "this is a token that an app's server makes to call Apple's APIs",
      next: "It lets others call the API in your name until it expires: do not pass it around."),
  ]

  private static let library =
    "Verify it with SignedDataVerifier of Apple's App Store Server Library; this tool reads receipts."
}
