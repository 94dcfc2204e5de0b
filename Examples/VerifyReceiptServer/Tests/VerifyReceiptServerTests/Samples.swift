import AppStoreReceipt
import Foundation
import ReceiptTesting
import VerifyReceipt

/// Receipts and requests that the tests send.
enum Sample {
  static func receipt(
    _ environment: ReceiptEnvironment = .production, purchases: Int = 1,
    isSubscribed: Bool = false, faults: Set<ReceiptFault> = [],
    bundleIdentifier: String = "com.example.app"
  ) -> [UInt8] {
    var builder = ReceiptBuilder(bundleIdentifier: bundleIdentifier, appVersion: "1.0")
    builder.environment = environment
    builder.purchases = (0..<purchases).map {
      .nonConsumable("com.example.product\($0)", purchased: "2026-01-01T00:00:00Z")
    }
    if isSubscribed {
      builder.purchases.append(
        .subscription(
          "com.example.monthly", purchased: "2026-01-01T00:00:00Z", expires: "2026-02-01T00:00:00Z")
      )
    }
    builder.faults = faults
    return builder.bytes(signedBy: RunningServer.authority)
  }

  static func body(_ receipt: [UInt8], password: String? = nil) -> String {
    let request = VerifyReceiptRequest(
      receiptData: Data(receipt).base64EncodedString(), password: password)
    return String(decoding: request.json(), as: UTF8.self)
  }

  static func post(
    _ body: String, to path: String = "/verifyReceipt", _ headers: String...
  ) -> String {
    let headers = (["Host: localhost"] + headers).map { $0 + "\r\n" }.joined()
    return "POST \(path) HTTP/1.1\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  static func get(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
  }
}
