import Foundation
import ReceiptParsing
import TestSupport
import Testing
import TransactionReceipts

/// What the real transaction receipts say.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct TransactionCorpusFieldsTests {
  private func receipt(_ name: String) throws -> TransactionReceipt {
    let folder = try #require(Corpus.folder)
    return try TransactionReceipt(
      Fixtures.bytes(of: folder.appending(path: "receipts/legacy/transaction-\(name).plist")))
  }

  /// Every file, every value: nothing is absent that has a key, and nothing is a problem.
  @Test(arguments: Corpus.files(in: "receipts/legacy", withExtensions: ["plist"]))
  func `Every key is read and every known value has its type`(file: URL) throws {
    let receipt = try TransactionReceipt(Fixtures.bytes(of: file))
    let info = receipt.purchaseInfo
    #expect(info.problems.isEmpty)
    let unsigned = receipt.entries.map { "\($0.key) \($0.value)" }
    #expect(unsigned.contains { $0.hasPrefix("pod ") } && unsigned.contains("signing-status 0"))
    #expect(receipt.environment == (file.path().contains("sandbox") ? "Sandbox" : nil))
    #expect(info.bundleIdentifier?.isEmpty == false && info.appVersion != nil)
    #expect(info.productIdentifier?.isEmpty == false && info.itemIdentifier != nil)
    #expect(info.transactionIdentifier?.isEmpty == false && info.quantity == 1)
    #expect(info.originalTransactionIdentifier != nil)
    #expect(info.purchaseDate != nil && info.originalPurchaseDate != nil && !info.isCancelled)
    // The list is what it was, apart from white space.
    let written = "{\n" + info.entries.map { "\t\"\($0.key)\" = \"\($0.value)\";\n" }.joined() + "}"
    #expect(Array(written.utf8) == info.bytes)
  }

  @Test func `A production receipt of version 3 has every field`() throws {
    let info = try receipt("production-2017").purchaseInfo
    #expect(info.entries.count == 23)
    #expect(info.appVersion == "7000" && info.appItemIdentifier == 947_936_149)
    #expect(info.versionExternalIdentifier == 825_366_855 && info.itemIdentifier == 1_190_360_447)
    #expect(info.webOrderLineItemIdentifier == 160_000_091_314_729)
    #expect(info.purchaseDate?.utcText == "2017-12-23T17:03:44Z")
    #expect(info.originalPurchaseDate?.utcText == "2017-12-23T17:03:53Z")
    #expect(info.expiresDate?.utcText == "2018-01-23T17:03:44Z")
    #expect(info.isTrialPeriod == false && info.isInIntroOfferPeriod == false)
    #expect(info.uniqueIdentifier?.count == 40 && info.uniqueVendorIdentifier != nil)
  }

  @Test func `Milliseconds are exact`() throws {
    let info = try receipt("production-2012").purchaseInfo
    #expect(info.purchaseDate?.millisecondsSince1970 == 1_335_798_355_868)
    #expect(info.originalPurchaseDate?.millisecondsSince1970 == 1_335_798_355_868)
    #expect(info.expiration == .absent)
  }

  /// The file of 2012 has neither `environment` nor `app-item-id`, and numbers as the sandbox gives them.
  @Test(arguments: [
    ("production-2012", ReceiptEnvironment.productionSandbox), ("production-2017", .production),
    ("sandbox-2012", .productionSandbox), ("sandbox-2015-subscription", .productionSandbox),
  ])
  func `Only what is signed proves production`(
    name: String, environment: ReceiptEnvironment
  ) throws {
    #expect(try receipt(name).provenEnvironment == environment)
  }

  @Test func `Every proper prefix is refused`() throws {
    for file in Corpus.files(in: "receipts/legacy", withExtensions: ["plist"]) {
      let bytes = try Fixtures.bytes(of: file)
      for count in bytes.indices {
        let error = #expect(throws: TransactionReceiptError.self) {
          try TransactionReceipt(bytes[..<count])
        }
        #expect(error?.code == (count == 0 ? .empty : .truncated) && error?.offset == count)
      }
    }
  }
}
