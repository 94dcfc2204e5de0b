import VerifyReceipt

/// A kind of JSON that people have at hand beside receipts, by its keys.
struct JSONKind: Sendable {
  /// A word for scripts.
  let name: String
  /// What all of them have.
  let keys: [String]
  /// What it is.
  let message: String
  /// What to do with it.
  let next: String

  func fits(_ value: VerifyReceiptJSON) -> Bool {
    guard case .object(let object) = value else { return false }
    return keys.allSatisfy { object[$0] != nil }
  }

  /// All that are known. The first that fits counts.
  static let all: [JSONKind] = [
    JSONKind(
      name: "verifyReceiptRequest", keys: ["receipt-data", "password"],
      message: "this is a request to verifyReceipt, with the app's shared secret",
      next: "Keep the shared secret to yourself. " + noServer),
    JSONKind(
      name: "verifyReceiptRequest", keys: ["receipt-data"],
      message: "this is a request to verifyReceipt", next: noServer),
    JSONKind(
      name: "verifyReceiptAnswer", keys: ["status", "latest_receipt"],
      message: "this is an answer of verifyReceipt",
      next: "'receipt diff FILE' compares the answer with that receipt. An answer that was stored "
        + "proves nothing; the receipt does."),
    JSONKind(
      name: "verifyReceiptAnswer", keys: ["status", "receipt"],
      message: "this is an answer of verifyReceipt, without the receipt that was asked about",
      next: "Give the receipt itself: what was sent as receipt-data. "
        + "'receipt diff RECEIPT FILE' compares both."),
    JSONKind(
      name: "notificationV1", keys: ["notification_type", "unified_receipt"],
      message: "this is an App Store Server Notification of version 1, which Apple has deprecated",
      next: "Move to version 2 of the notifications, whose signedPayload is signed."),
    JSONKind(
      name: "notification", keys: ["signedPayload"],
      message: "this is an App Store Server Notification of version 2",
      next: "It holds a JWS, not a receipt: verify it with Apple's App Store Server Library."),
    JSONKind(
      name: "decodedNotification", keys: ["notificationType", "notificationUUID"],
      message: "this is the payload of an App Store Server Notification, without its signature",
      next: "Keep signedPayload as it came: without it nobody can verify anything."),
    JSONKind(
      name: "serverAPIAnswer", keys: ["signedTransactions"],
      message: "this is an answer of the App Store Server API: a history of transactions",
      next: "It holds JWS, not receipts: verify them with Apple's App Store Server Library."),
    JSONKind(
      name: "serverAPIAnswer", keys: ["signedTransactionInfo"],
      message: "this is an answer of the App Store Server API: a transaction",
      next: "It holds a JWS, not a receipt: verify it with Apple's App Store Server Library."),
    JSONKind(
      name: "serverAPIAnswer", keys: ["bundleId", "data"],
      message: "this is an answer of the App Store Server API: the state of subscriptions",
      next: "It holds JWS, not receipts: verify them with Apple's App Store Server Library."),
    JSONKind(
      name: "serverAPIError", keys: ["errorCode", "errorMessage"],
      message: "this is an error of the App Store Server API",
      next: "Its errorMessage says what was wrong with the call."),
    JSONKind(
      name: "decodedTransaction", keys: ["transactionId", "bundleId"],
      message: "this is the payload of a signed transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): without it nobody can verify anything."),
    JSONKind(
      name: "decodedAppTransaction", keys: ["receiptType", "bundleId"],
      message: "this is the payload of a signed app transaction, without its signature",
      next: "Keep the JWS (jwsRepresentation): without it nobody can verify anything."),
  ]

  private static let noServer =
    "Apple has deprecated verifyReceipt; 'receipt show --format verify-receipt' gives its answer "
    + "offline."
}
