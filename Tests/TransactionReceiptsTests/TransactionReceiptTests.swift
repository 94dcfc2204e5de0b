import DERParsing
import Foundation
import ReceiptParsing
import ReceiptValidation
import TestSupport
import Testing
import TextCoding
import TransactionReceipts

/// What is read out of a transaction receipt.
@Suite struct TransactionReceiptTests {
  private static let full = TransactionSample(
    ("original-purchase-date-pst", "2017-12-23 09:03:53 America/Los_Angeles"),
    ("quantity", "1"),
    ("unique-vendor-identifier", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"),
    ("original-purchase-date-ms", "1514048633000"),
    ("expires-date-formatted", "2018-01-23 17:03:44 Etc/GMT"),
    ("is-in-intro-offer-period", "false"),
    ("purchase-date-ms", "1514048624868"),
    ("expires-date-formatted-pst", "2018-01-23 09:03:44 America/Los_Angeles"),
    ("is-trial-period", "true"),
    ("item-id", "6700000002"),
    ("unique-identifier", "0000b031c818"),
    ("original-transaction-id", "160000400000001"),
    ("expires-date", "1516727024000"),
    ("app-item-id", "6444000001"),
    ("transaction-id", "160000400000002"),
    ("bvrs", "7000"),
    ("web-order-line-item-id", "9007199254740993"),
    ("version-external-identifier", "825366855"),
    ("bid", "com.example.app"),
    ("product-id", "com.example.app.monthly"),
    ("purchase-date", "2017-12-23 17:03:44 Etc/GMT"),
    ("purchase-date-pst", "2017-12-23 09:03:44 America/Los_Angeles"),
    ("original-purchase-date", "2017-12-23 17:03:53 Etc/GMT"),
    ("of-tomorrow", "kept"),
    unsigned: [("pod", "16"), ("signing-status", "0")])

  @Test func `Every key has its typed field`() throws {
    let receipt = try Self.full.receipt()
    let info = receipt.purchaseInfo
    #expect(info.bundleIdentifier == "com.example.app")
    #expect(info.appVersion == "7000")
    #expect(info.appItemIdentifier == 6_444_000_001)
    #expect(info.versionExternalIdentifier == 825_366_855)
    #expect(info.productIdentifier == "com.example.app.monthly")
    #expect(info.itemIdentifier == 6_700_000_002)
    #expect(info.quantity == 1)
    #expect(info.transactionIdentifier == "160000400000002")
    #expect(info.originalTransactionIdentifier == "160000400000001")
    #expect(info.webOrderLineItemIdentifier == 9_007_199_254_740_993)
    #expect(info.purchaseDate?.utcText == "2017-12-23T17:03:44.868Z")
    #expect(info.originalPurchaseDate?.utcText == "2017-12-23T17:03:53Z")
    #expect(info.expiresDate?.utcText == "2018-01-23T17:03:44Z")
    #expect(info.cancellation == .absent && !info.isCancelled)
    #expect(info.isTrialPeriod == true && info.isInIntroOfferPeriod == false)
    #expect(info.uniqueIdentifier == "0000b031c818")
    #expect(
      info.uniqueVendorIdentifier == DeviceIdentifier("5f1c0e2a-7b3d-4c68-9a41-0d2e8b6f3c57"))
    #expect(info.problems.isEmpty)
    let unsigned = receipt.entries.map { "\($0.key) \($0.value)" }
    #expect(receipt.environment == nil && unsigned.contains("pod 16"))
    #expect(unsigned.contains("signing-status 0"))
  }

  @Test func `All keys are reachable in their order, unknown ones too`() throws {
    let receipt = try Self.full.receipt()
    let entries = receipt.purchaseInfo.entries
    #expect(entries.map(\.key) == Self.full.purchase.map(\.0))
    #expect(entries.map(\.value) == Self.full.purchase.map(\.1))
    #expect(receipt.purchaseInfo["of-tomorrow"] == "kept")
    #expect(receipt.purchaseInfo["environment"] == nil)
    let text = Self.full.purchaseInfo
    for entry in entries {
      #expect(Array(text.utf8).offset(of: Array("\"\(entry.key)\"".utf8)) == entry.offset)
    }
    #expect(receipt.entries.map(\.key) == ["purchase-info", "pod", "signing-status"])
    #expect(receipt.purchaseInfo.bytes == Array(text.utf8))
    #expect(receipt.bytes == Self.full.bytes)
  }

  @Test func `Bytes, data and Base64 of both kinds give the same receipt`() throws {
    let bytes = Self.full.bytes
    let base64 = Data(bytes).base64EncodedString(options: [.lineLength76Characters])
    let urlSafe = Data(bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    let receipts = try [
      TransactionReceipt(bytes), TransactionReceipt(Data(bytes)),
      TransactionReceipt(base64: base64), TransactionReceipt(base64: urlSafe),
    ]
    #expect(Set(receipts).count == 1)
    #expect(receipts.map(\.isBase64) == [false, false, true, true])
    #expect(Set(receipts.map(\.purchaseInfo)).count == 1)
    let other = try TransactionSample().receipt()
    #expect(receipts[0] != other && receipts[0].hashValue != other.hashValue)
  }

  @Test func `A fragment with one key is read`() throws {
    let receipt = try TransactionSample(("transaction-id", "33993399")).receipt()
    #expect(receipt.purchaseInfo.transactionIdentifier == "33993399")
    #expect(receipt.purchaseInfo.expiration == .absent && receipt.purchaseInfo.problems.isEmpty)
    #expect(receipt.purchaseInfo.bundleIdentifier == nil && receipt.entries.count == 1)
    #expect(try TransactionSample().receipt().purchaseInfo.entries.isEmpty)
  }

  @Test func `Spaces that were plus signs are repaired when asked for`() throws {
    let text = TransactionSample(("product-id", "x"), unsigned: [("pod", "~~>~~>~~>")]).text
    let base64 = TransactionSample.base64(text)
    let posted = base64.replacing("+", with: " ")
    #expect(posted != base64)
    let error = transactionRefusal(Array(posted.utf8))
    #expect(error?.code == .base64WithSpaces)
    #expect(error.map { Array(base64.utf8)[$0.offset] } == UInt8(ascii: "+"))
    let refusal = #expect(throws: TransactionReceiptError.self) {
      try TransactionReceipt(base64: posted)
    }
    #expect(refusal?.code == .base64WithSpaces)
    let repaired = try TransactionReceipt(base64: posted, spacesArePlusSigns: true)
    #expect(repaired == (try TransactionReceipt(base64: base64)))
  }

  struct Environment: Sendable {
    let stated: String?
    let appItem: String?
    let judged: ReceiptEnvironment
  }

  @Test(arguments: [
    Environment(stated: nil, appItem: "6444000001", judged: .production),
    Environment(stated: nil, appItem: nil, judged: .productionSandbox),
    Environment(stated: nil, appItem: "0", judged: .productionSandbox),
    Environment(stated: nil, appItem: "", judged: .productionSandbox),
    Environment(stated: nil, appItem: "x", judged: .productionSandbox),
    Environment(stated: "Sandbox", appItem: nil, judged: .productionSandbox),
    Environment(stated: "Sandbox", appItem: "6444000001", judged: .productionSandbox),
    Environment(stated: "", appItem: "6444000001", judged: .productionSandbox),
    Environment(stated: "Production", appItem: "6444000001", judged: .productionSandbox),
  ])
  func `Only the signed part proves production`(row: Environment) throws {
    var sample = TransactionSample()
    if let appItem = row.appItem { sample.purchase.append(("app-item-id", appItem)) }
    if let stated = row.stated { sample.unsigned.append(("environment", stated)) }
    let receipt = try sample.receipt()
    #expect(receipt.environment == row.stated)
    #expect(receipt.provenEnvironment == row.judged)
  }
}
