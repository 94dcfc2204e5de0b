import AppStoreReceipt
import VerifyReceipt

extension Shape {
  /// An answer of verifyReceipt's about ordinary purchases.
  static let ordinaryAnswer = of(answer: "an ordinary answer") {
    answer(ordinaryReceipt.bytes($0 / 6))
  }

  /// What verifyReceipt answers to a receipt, with the receipt in it.
  private static func answer(
    _ bytes: [UInt8], change: (inout VerifyReceiptResponse) -> Void = { _ in }
  ) -> [UInt8] {
    guard let receipt = try? AppReceipt(bytes) else { fatalError("the receipt is none") }
    var response = VerifyReceiptResponse(unverified: receipt)
    response.latestReceipt = String(decoding: Base64Text.of(bytes), as: UTF8.self)
    if let purchases = response.receipt?.inApp {
      response.latestReceiptInfo = purchases
    }
    change(&response)
    return response.json()
  }

  private static func receipt(_ count: Int) -> [UInt8] { message(purchases(count)) }

  static let answers: [Shape] =
    [
      ordinaryAnswer,
      of(answer: "an answer in another order") {
        answer(receipt($0 / 10)) { $0.receipt?.inApp?.reverse() }
      },
      of(answer: "an answer about nothing of its receipt") {
        answer(receipt($0 / 10)) {
          for index in $0.receipt?.inApp?.indices ?? 0..<0 {
            $0.receipt?.inApp?[index].transactionIdentifier = "a\(index)"
          }
        }
      },
      of(answer: "an answer without purchases about many") {
        answer(receipt($0 / 2)) {
          $0.receipt?.inApp = nil
          $0.latestReceiptInfo = nil
        }
      },
      of(answer: "an answer of purchases without transaction") {
        answer(receipt($0 / 10)) {
          for index in $0.receipt?.inApp?.indices ?? 0..<0 {
            $0.receipt?.inApp?[index].transactionIdentifier = nil
          }
        }
      },
      of(answer: "the same transaction again and again") {
        answer(message(repeated(purchase(transaction: 1), $0 / 10)))
      },
      of(answer: "pending renewals") { count in
        wrapped(
          "\"latest_receipt\":\"", Base64Text.of(receipt(count / 4)),
          "\",\"pending_renewal_info\":[",
          numbered(count / 2) {
            Array(
              ("{\"original_transaction_id\":\"\(730_001_900_000_912 + $0)\","
                + "\"is_in_billing_retry_period\":\"1\"},").utf8)
          }, "{}]")
      },
      of(answer: "the same pending renewal again and again") { count in
        wrapped(
          "\"latest_receipt\":\"", Base64Text.of(receipt(count / 4)),
          "\",\"pending_renewal_info\":[",
          repeated("{\"original_transaction_id\":\"1\",\"product_id\":\"a\"},", count / 2), "{}]")
      },
      of(answer: "a receipt with unknown members") { count in
        wrapped(
          "\"latest_receipt\":\"", Base64Text.of(receipt(1)), "\",\"receipt\":{\"in_app\":[]",
          numbered(count) { Array(",\"unknown\($0)\":[]".utf8) }, "}")
      },
      of(answer: "a purchase with unknown members") { count in
        wrapped(
          "\"latest_receipt\":\"", Base64Text.of(message(purchase(transaction: 1))),
          "\",\"receipt\":{\"in_app\":[{\"transaction_id\":\"1\"",
          numbered(count) { Array(",\"unknown\($0)\":[]".utf8) }, "}]}")
      },
      of(answer: "a latest purchase with unknown members") { count in
        wrapped(
          "\"latest_receipt\":\"", Base64Text.of(message(purchase(transaction: 1))),
          "\",\"latest_receipt_info\":[{\"transaction_id\":\"1\"",
          numbered(count) { Array(",\"unknown\($0)\":[]".utf8) }, "}]")
      },
      of(answer: "a long latest receipt") { count in
        wrapped("\"latest_receipt\":\"", Base64Text.of(receipt(count * 3 / 4)), "\"")
      },
      of(answer: "dates that disagree") { count in
        wrapped(
          "\"latest_receipt_info\":[",
          repeated(
            "{\"expires_date\":\"2025-04-14 08:30:00 Etc/GMT\",\"expires_date_ms\":\"0\"},", count),
          "{}]")
      },
      of(answer: "members of members") { count in
        wrapped("\"receipt\":", nested(count, "{\"a\":", "{}", "}"), "")
      },
    ]
    + requests

  /// A request with a receipt.
  static let ordinaryRequest = Shape(name: "an ordinary request", kind: .request) {
    Array("{\"receipt-data\":\"".utf8) + Base64Text.of(ordinaryGenuine.bytes($0 * 3 / 4))
      + Array("\",\"password\":\"secret\"}".utf8)
  }

  private static let requests: [Shape] = [
    ordinaryRequest,
    Shape(name: "a request with escaped slashes", kind: .request) {
      Array("{\"receipt-data\":\"".utf8) + repeated("\\/", $0) + Array("\"}".utf8)
    },
    Shape(name: "a request with unknown members", kind: .request) {
      object($0) { "\"unknown\($0)\":null" }
    },
    Shape(name: "a request with a transaction receipt", kind: .request) {
      Array("{\"receipt-data\":\"".utf8) + Base64Text.of(ordinaryTransaction.bytes($0 * 3 / 4))
        + Array("\"}".utf8)
    },
    Shape(name: "a request with a long password", kind: .request) {
      Array("{\"receipt-data\":\"MIIB\",\"password\":\"".utf8) + repeated("a", $0)
        + Array("\"}".utf8)
    },
  ]

  private static func wrapped(
    _ start: String, _ first: [UInt8], _ middle: String, _ second: [UInt8] = [],
    _ end: String = ""
  ) -> [UInt8] {
    Array("{\"status\":0,\(start)".utf8) + first + Array(middle.utf8) + second
      + Array("\(end)}".utf8)
  }

  /// Units of 26 levels, in an array.
  static func nested(
    _ count: Int, _ open: String, _ inside: String, _ close: String
  ) -> [UInt8] {
    let unit =
      String(repeating: open, count: 26) + inside + String(repeating: close, count: 26)
    return array(unit, count)
  }

  private static func of(
    answer name: String, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) -> Shape {
    Shape(name: name, kind: .answer, bytes: bytes)
  }
}
