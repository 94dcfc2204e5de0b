import Foundation
import ReceiptParsing
import ReceiptTrust
import ReceiptValidation
import TestSupport
import Testing
import TransactionReceipts
import VerifyReceipt

/// A receipt gives the `receipt` object that Apple's servers gave for it.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct VerifyReceiptOfflineTests {
  /// The answer for a receipt that passes everything but what only its owner knows.
  private func answer(_ receipt: AppReceipt) throws -> VerifyReceiptResponse {
    let now = try #require(ReceiptDate("2026-01-01T00:00:00Z"))
    let expectations = ReceiptExpectations(
      bundleIdentifier: receipt.bundleIdentifier ?? "", devices: .notChecked, now: now,
      environments: [.production, .productionVPP, .productionSandbox, .productionVPPSandbox])
    let validated = try receipt.validate(expectations, verifier: AppleSignatureVerifier())
    return VerifyReceiptResponse(validated, requestDate: now)
  }

  /// The members of an object but for when the question was asked.
  private func members(_ object: JSONValue?) -> [String: JSONValue] {
    (object?.members ?? [:]).filter { !$0.key.hasPrefix("request_date") }
  }

  @Test func `There are pairs`() {
    #expect(VerifyReceiptAnswer.pairs.count >= 3)
    #expect(VerifyReceiptAnswer.latestPairs.count >= 9)
  }

  @Test(arguments: VerifyReceiptAnswer.pairs)
  func `The rebuilt receipt is Apple's, key by key`(pair: VerifyReceiptAnswer) throws {
    let stored = try JSONValue(parsing: Data(pair.bytes()))
    let response = try answer(pair.receipt())
    let rebuilt = try JSONValue(parsing: Data(response.json()))
    #expect(rebuilt["status"] == .integer(0))
    #expect(rebuilt["environment"] == stored["environment"])
    let (found, expected) = (members(rebuilt["receipt"]), members(stored["receipt"]))
    for key in Set(found.keys).union(expected.keys)
    where !pair.explainedDifferences.contains(where: { $0.contains(key) }) {
      #expect(found[key] == expected[key], "\(key)")
    }
    #expect(rebuilt["receipt"]?["request_date_ms"] == .string("1767225600000"))
  }

  @Test(arguments: VerifyReceiptAnswer.pairs)
  func `The members stand in Apple's order`(pair: VerifyReceiptAnswer) throws {
    let stored = try JSON(text: pair.bytes())
    let rebuilt = try JSON(text: answer(pair.receipt()).json())
    func receipt(_ json: JSON) throws -> JSON.Object {
      guard case .object(let response) = json, case .object(let receipt) = response["receipt"]
      else { throw CocoaError(.coderInvalidValue) }
      return receipt
    }
    let (found, expected) = (try receipt(rebuilt), try receipt(stored))
    #expect(found.members.map(\.key) == expected.members.map(\.key))
    guard case .array(let purchases) = found["in_app"], case .array(let others) = expected["in_app"]
    else { throw CocoaError(.coderInvalidValue) }
    for case (.object(let purchase), .object(let other)) in zip(purchases, others) {
      #expect(purchase.members.map(\.key) == other.members.map(\.key))
    }
  }

  /// Whether both are the same, or milliseconds of the same second: only Apple's servers know the fraction.
  private func isSame(_ first: JSONValue, _ second: JSONValue, _ key: String) -> Bool {
    guard key.hasSuffix("_ms") else { return first == second }
    return first.string?.dropLast(3) == second.string?.dropLast(3)
  }

  @Test(arguments: VerifyReceiptAnswer.latestPairs)
  func `latest_receipt_info says of a purchase in latest_receipt what the receipt says`(
    pair: VerifyReceiptAnswer
  ) throws {
    let stored = try JSONValue(parsing: Data(pair.bytes()))
    let response = try answer(pair.latestReceipt())
    let rebuilt = try JSONValue(parsing: Data(response.json()))
    let purchases = rebuilt["receipt"]?["in_app"]?.elements ?? []
    var (missing, differences) = (0, 0)
    for purchase in stored["latest_receipt_info"]?.elements ?? [] {
      let other = purchases.first { $0["transaction_id"] == purchase["transaction_id"] }
      if other == nil { missing += 1 }
      differences += purchase.members.count { key, value in
        other?[key].map { !isSame(value, $0, key) } ?? false
      }
    }
    // Where the index counts differences, somebody has altered the answer by hand.
    if pair.latestReceiptInfoDifferences == 0 { #expect(missing == 0 && differences == 0) }

    let found = try VerifyReceiptResponse(json: pair.bytes())
      .latestReceiptInfoDifferences(from: pair.latestReceipt())
    #expect(found.count { $0.kind == .missingInReceipt } == missing)
    #expect(found.count { $0.kind == .value } == differences)
    if pair.latestReceiptInfoDifferences != 0 {
      #expect(missing + differences > 0)
    }
  }

  @Test(arguments: VerifyReceiptAnswer.latestPairs)
  func `Derived from latest_receipt, latest_receipt_info is Apple's, newest first`(
    pair: VerifyReceiptAnswer
  ) throws {
    let stored = try VerifyReceiptResponse(json: pair.bytes())
    var responder = VerifyReceiptResponder(
      for: .any, at: nil, verifier: AppleSignatureVerifier(),
      transactionVerifier: AppleTransactionVerifier())
    responder.derivesLatestReceiptInfo = true
    let receipt = try pair.latestReceipt()
    let request = VerifyReceiptRequest(receipt, excludesOldTransactions: nil)
    let derived = responder.answer(request, at: try #require(ReceiptDate("2026-01-01T00:00:00Z")))
    #expect(derived.response.latestReceipt == request.receiptData)
    // Apple leaves out finished consumables, and where the index counts differences, somebody has altered the answer.
    let known = Set(stored.latestPurchases.map(\.transactionIdentifier))
    let found = derived.response.latestPurchases.filter { known.contains($0.transactionIdentifier) }
    #expect(pair.latestReceiptInfoDifferences != 0 || found.count == known.count)
    let dates = derived.response.latestPurchases.map { $0.purchaseDate?.millisecondsSince1970 ?? 0 }
    #expect(dates == dates.sorted(by: >) && !dates.isEmpty)

    let newest = responder.answer(
      VerifyReceiptRequest(receipt, excludesOldTransactions: true),
      at: try #require(ReceiptDate("2026-01-01T00:00:00Z"))
    ).response.latestPurchases.filter { $0.expiresDate != nil }
    for purchase in newest {
      let others = derived.response.latestPurchases.filter {
        $0.originalTransactionIdentifier == purchase.originalTransactionIdentifier
      }
      #expect(others.first == purchase)
    }
    let subscriptions = derived.response.latestPurchases.filter { $0.expiresDate != nil }
    #expect(newest.count == Set(subscriptions.map(\.originalTransactionIdentifier)).count)
  }

  @Test(arguments: VerifyReceiptAnswer.pairs)
  func `A stored answer does not differ from its receipt`(pair: VerifyReceiptAnswer) throws {
    let stored = try VerifyReceiptResponse(json: pair.bytes())
    #expect(try stored.differences(from: pair.receipt()).filter { !$0.isExpected } == [])
  }

  @Test(arguments: CorpusReceipt.all)
  func `Every receipt gives an answer that is read again as it is`(file: CorpusReceipt) throws {
    let receipt = try AppReceipt(file.bytes())
    let response = VerifyReceiptResponse(unverified: receipt, requestDate: receipt.creationDate)
    #expect(response.status == nil && !response.isValid && response.problems.isEmpty)
    #expect(response.receipt?.inApp?.count == receipt.inAppReceipts.count)
    #expect(try VerifyReceiptResponse(json: response.json()) == response)
    let encoded = try JSONValue(parsing: JSONEncoder().encode(response))
    #expect(try encoded == JSONValue(parsing: Data(response.json())))
  }
}
