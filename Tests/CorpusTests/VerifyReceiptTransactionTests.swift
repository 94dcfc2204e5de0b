import Foundation
import TestSupport
import Testing
import TransactionReceipts
import VerifyReceipt

/// Real transaction receipts in the style of iOS 6, and Apple's answers about them.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct VerifyReceiptTransactionTests {
  private static let files = Corpus.files(in: "receipts/legacy", withExtensions: ["plist"])

  private func answer(_ file: URL) throws -> VerifyReceiptResponse {
    try VerifyReceiptResponse(unverified: TransactionReceipt(Fixtures.bytes(of: file)))
  }

  @Test(arguments: files)
  func `Every key is known and every value read`(file: URL) throws {
    let answer = try answer(file)
    let transaction = try #require(answer.transaction)
    #expect(answer.problems.isEmpty && transaction.purchase.otherMembers.isEmpty)
    #expect(
      transaction.purchase.transactionIdentifier != nil && transaction.purchase.purchaseDate != nil)
    #expect(try VerifyReceiptResponse(json: answer.json()) == answer)
  }

  @Test func `The rebuilt object is Apple's, key by key`() throws {
    var pairs = 0
    for file in Self.files {
      let answer = try answer(file)
      let rebuilt = try JSONValue(parsing: Data(answer.json()))["receipt"]
      for stored in VerifyReceiptAnswer.all {
        let receipt = try JSONValue(parsing: Data(stored.bytes()))["receipt"]
        // Somebody has put another name into one of them.
        guard let id = receipt?["transaction_id"], id == rebuilt?["transaction_id"],
          receipt?["bid"] == rebuilt?["bid"]
        else { continue }
        pairs += 1
        #expect(rebuilt == receipt, "\(stored.file)")
      }
    }
    #expect(pairs >= 2)
  }
}
