import Foundation

// JSON and JWS that are no receipts, and words for no value: what the doctor knows by name.

extension WrongInput {
  static let documents = objects + payloads + words + details

  private static let objects = [
    ("verifyReceiptRequest", ["receipt-data", "password"]),
    ("verifyReceiptRequest", ["receipt-data"]),
    ("verifyReceiptAnswer", ["status", "latest_receipt"]),
    ("verifyReceiptAnswer", ["status", "receipt"]),
    ("notificationV1", ["notification_type", "unified_receipt"]),
    ("notification", ["signedPayload"]),
    ("decodedNotification", ["notificationType", "notificationUUID"]),
    ("serverAPIAnswer", ["signedTransactions"]),
    ("serverAPIAnswer", ["signedTransactionInfo"]),
    ("serverAPIAnswer", ["bundleId", "data"]),
    ("serverAPIError", ["errorCode", "errorMessage"]),
    ("decodedTransaction", ["transactionId", "bundleId"]),
    ("decodedAppTransaction", ["receiptType", "bundleId"]),
    ("jsonObject", ["a"]),
  ].map { code, keys in WrongInput("JSON with \(keys)", json(keys), [code]) }

  private static let payloads = [
    ("serverNotification", ["notificationType", "notificationUUID"]),
    ("signedRenewalInfo", ["autoRenewStatus"]),
    ("signedRenewalInfo", ["autoRenewProductId"]),
    ("signedTransaction", ["transactionId", "productId"]),
    ("appTransaction", ["receiptType", "bundleId"]),
    ("serverAPIToken", ["iss", "aud"]),
    ("jsonWebSignature", ["sub"]),
  ].map { code, keys in WrongInput("a JWS with \(keys)", jws(keys), [code]) }

  private static let words = ["nil", "null", "undefined", "NaN", "None"].map {
    WrongInput($0, $0, ["noValue"])
  }

  private static let details = [
    WrongInput("(null)", "(null)", ["quotationMarks", "noValue"]),
    WrongInput(
      "an answer from a log", "{\"status\":0,\"latest_receipt\":\"MIIT…3nQ=\"}",
      ["verifyReceiptAnswer"]),
    WrongInput("an answer without a receipt", "{\"status\":21002}", ["verifyReceiptAnswer"]),
    WrongInput(
      "an old answer", "{\"status\":0,\"receipt\":{\"bid\":\"a\"}}", ["verifyReceiptAnswer"]),
    WrongInput("JSON that is not closed", "{\"a\":1", ["jsonObject 6"]),
    WrongInput("the beginning of a JWS", "eyJhbGciOiJFUzI1NiJ9.e", ["jsonWebSignature"]),
    WrongInput(
      "a JWS without a signature", String(jws(["transactionId", "productId"]).dropLast(4)),
      ["signedTransaction", "truncated"]),
    WrongInput(
      "a notification",
      "{\"signedPayload\":\"\(jws(["notificationType", "notificationUUID"]))\"}",
      ["notification", "serverNotification"]),
    WrongInput(
      "a history", "{\"signedTransactions\":[\"\(jws(["transactionId", "productId"]))\"]}",
      ["serverAPIAnswer", "signedTransaction"]),
  ]

  private static func json(_ keys: [String]) -> String {
    "{" + keys.map { "\"\($0)\":\"a\"" }.joined(separator: ",") + "}"
  }

  private static func jws(_ keys: [String]) -> String {
    let parts = ["{\"alg\":\"ES256\"}", json(keys), "abc"].map { base64($0).filter { $0 != "=" } }
    return parts.joined(separator: ".")
  }
}
