import AppStoreReceipt
import Foundation

/// The comparisons with Foundation: dates and Base64.
enum TextForms {
  /// Every date of every purchase, from its text.
  static func date(_ sample: ReceiptSample) throws -> Comparison {
    let receipt = try AppReceipt(sample.bytes)
    let texts = receipt.inAppReceipts.flatMap { purchase in
      [purchase.purchaseDate, purchase.originalPurchaseDate, purchase.expiresDate]
        .compactMap { $0?.text }
    }
    func sum(_ instants: [Int64?]) -> String { "\(instants.compactMap { $0 }.reduce(0, &+))" }
    return Comparison(
      measure: .date, input: "",
      subjects: [
        Subject(
          "ours", operations: texts.count,
          answer: { sum(texts.map { ReceiptDate($0)?.millisecondsSince1970 }) },
          work: {
            var sum: Int64 = 0
            for text in texts { sum &+= ReceiptDate(text)?.millisecondsSince1970 ?? 0 }
            return UInt64(bitPattern: sum)
          }),
        Subject(
          "foundation", operations: texts.count,
          answer: { try sum(texts.map { Self.milliseconds(try Date($0, strategy: .iso8601)) }) },
          work: {
            var sum: Int64 = 0
            for text in texts { sum &+= Self.milliseconds(try Date(text, strategy: .iso8601)) }
            return UInt64(bitPattern: sum)
          }),
      ])
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64(date.timeIntervalSince1970 * 1000)
  }

  #if !PUBLIC_ONLY
    /// The whole receipt, as one line of text in an array.
    static func base64(_ sample: ReceiptSample) -> Comparison {
      let text = Array(Data(sample.bytes).base64EncodedString().utf8)
      let data = Data(text)
      let bytes = sample.bytes
      let decode = {
        try ReceiptInput(text, maximumBytes: text.count).bytes
      }
      return Comparison(
        measure: .base64, input: sample.name, bytes: text.count,
        isGiven: sample.origin == .given,
        subjects: [
          Subject(
            "ours", answer: { try decode() == bytes ? "the receipt" : "something else" },
            work: { UInt64(try decode().count) }),
          Subject(
            "foundation",
            answer: { Data(base64Encoded: data) == Data(bytes) ? "the receipt" : "something else" },
            work: { UInt64(Data(base64Encoded: data)?.count ?? 0) }),
        ])
    }
  #endif
}
