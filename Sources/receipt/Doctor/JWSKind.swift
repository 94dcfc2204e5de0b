import VerifyReceipt

/// A kind of JWS that Apple or an app signs, by the keys of its payload.
struct JWSKind: Sendable {
  /// A word for scripts.
  let name: String
  /// What all of them have.
  let keys: [String]
  /// What it is.
  let message: String
  /// What to do with it.
  let next: String

  func fits(_ payload: VerifyReceiptJSON.Object) -> Bool {
    keys.allSatisfy { payload[$0] != nil }
  }

  /// What is worth telling of a payload.
  static let shownKeys = [
    "notificationType", "subtype", "receiptType", "environment", "bundleId", "bid", "productId",
    "transactionId", "originalTransactionId", "appTransactionId",
  ]

  /// All that are known. The first that fits counts.
  static let all: [JWSKind] = [
    JWSKind(
      name: "serverNotification", keys: ["notificationType", "notificationUUID"],
      message: "this is the signedPayload of an App Store Server Notification", next: library),
    JWSKind(
      name: "signedRenewalInfo", keys: ["autoRenewProductId"],
      message: "this is a signed renewal info of StoreKit 2", next: library),
    JWSKind(
      name: "signedRenewalInfo", keys: ["autoRenewStatus"],
      message: "this is a signed renewal info of StoreKit 2", next: library),
    JWSKind(
      name: "signedTransaction", keys: ["transactionId", "productId"],
      message: "this is a signed transaction of StoreKit 2",
      next: library + " Its transactionId is all that the App Store Server API needs."),
    JWSKind(
      name: "appTransaction", keys: ["receiptType", "bundleId"],
      message: "this is an app transaction of StoreKit 2",
      next: "On the device, AppTransaction.shared verifies it. " + library),
    JWSKind(
      name: "serverAPIToken", keys: ["iss", "aud"],
      message: "this is a token that an app's server makes to call Apple's APIs",
      next: "It lets others call the API in your name until it expires: do not pass it around."),
  ]

  private static let library =
    "Verify it with SignedDataVerifier of Apple's App Store Server Library; this tool reads receipts."
}
