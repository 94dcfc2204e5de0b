import AppStoreReceipt

extension GateCase {
  /// Values of a receipt that has been read.
  static func fields() throws -> [GateCase] {
    let receipt = try AppReceipt(try Samples.fixture("many-purchases"))
    let purchase = receipt.inAppReceipts[receipt.inAppReceipts.count / 2]
    return [
      .succeeding("AppReceipt.bundleIdentifier") { receipt.bundleIdentifier?.utf8.count ?? 0 },
      .succeeding("AppReceipt.creationDate") {
        Int(receipt.creationDate?.millisecondsSince1970 ?? 0)
      },
      .succeeding("AppReceipt.appItemIdentifier") { Int(receipt.appItemIdentifier ?? 0) },
      .succeeding("AppReceipt.opaqueValue") { receipt.opaqueValue?.count ?? 0 },
      .succeeding("AppReceipt.environment") { receipt.environment?.rawValue.utf8.count ?? 0 },
      .succeeding("AppReceipt.expirationDate/absent") { receipt.expirationDate == nil ? 0 : 1 },
      .succeeding("AppReceipt.certificateEncodings()") { try receipt.certificateEncodings().count },
      .succeeding("AppReceipt.hashValue") { receipt.hashValue },
      .succeeding("InAppReceipt.productIdentifier") { purchase.productIdentifier?.utf8.count ?? 0 },
      .succeeding("InAppReceipt.purchaseDate") {
        Int(purchase.purchaseDate?.millisecondsSince1970 ?? 0)
      },
      .succeeding("InAppReceipt.quantity") { Int(purchase.quantity ?? 0) },
      .succeeding("InAppReceipt.isCancelled") { purchase.isCancelled ? 1 : 0 },
      .succeeding("InAppReceipt.isInIntroOfferPeriod") {
        purchase.isInIntroOfferPeriod == true ? 1 : 0
      },
      .succeeding("InAppReceipt.attributes") { purchase.attributes.count },
      .succeeding("InAppReceipt.problems") { purchase.problems.count },
      .succeeding("every date and product of every purchase") {
        var sum = 0
        for purchase in receipt.inAppReceipts {
          sum &+= Int(purchase.purchaseDate?.millisecondsSince1970 ?? 0)
          sum &+= Int(purchase.expiresDate?.millisecondsSince1970 ?? 0)
          sum &+= purchase.productIdentifier?.utf8.count ?? 0
        }
        return sum
      },
    ]
  }

  /// Dates and device identifiers from and to text.
  static func dates() -> [GateCase] {
    let date = ReceiptDate(millisecondsSince1970: 1_745_114_584_123)
    return [
      .succeeding("ReceiptDate(_: String)") {
        Int(ReceiptDate("2025-04-20T02:03:04Z")?.millisecondsSince1970 ?? 0)
      },
      .succeeding("ReceiptDate(_: String)/fraction and zone") {
        Int(ReceiptDate("2025-04-20T02:03:04.567+0130")?.millisecondsSince1970 ?? 0)
      },
      .succeeding("ReceiptDate(_: String)/refused") {
        ReceiptDate("2025-02-30T02:03:04Z") == nil ? 0 : 1
      },
      .succeeding("ReceiptDate.utcText") { date.utcText.utf8.count },
      .succeeding("ReceiptDate.text") { date.text.utf8.count },
      .succeeding("DeviceIdentifier(_: String)") {
        DeviceIdentifier("5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57")?.bytes.count ?? 0
      },
      .succeeding("DeviceIdentifier(_: String)/refused") {
        DeviceIdentifier("5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C5") == nil ? 0 : 1
      },
    ]
  }
}
