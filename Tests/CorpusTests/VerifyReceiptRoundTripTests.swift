import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Every real answer is read, and nothing is lost when it is written again.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
struct VerifyReceiptRoundTripTests {
  @Test func `There are answers`() {
    #expect(VerifyReceiptAnswer.all.count >= 50)
  }

  /// Whether both stand for the same: a number and its digits, a truth value and its words.
  private func isSame(_ first: JSONValue, _ second: JSONValue) -> Bool {
    func word(_ value: JSONValue) -> String? {
      switch value {
      case .boolean(let value): value ? "true" : "false"
      case .integer(let value): String(value)
      case .string(let text): text
      default: nil
      }
    }
    if let first = word(first), let second = word(second) { return first == second }
    return first == second
  }

  /// The paths at which `other` does not have what `original` has.
  private func lost(_ original: JSONValue, in other: JSONValue?, at path: String) -> [String] {
    guard let other else { return [path + " is missing"] }
    switch (original, other) {
    case (.object(let members), .object):
      return members.flatMap { lost($0.value, in: other[$0.key], at: path + "." + $0.key) }
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else { return [path + " has another count"] }
      return zip(elements, others).enumerated().flatMap { index, pair in
        lost(pair.0, in: pair.1, at: path + "[\(index)]")
      }
    default: return isSame(original, other) ? [] : ["\(path): \(original) became \(other)"]
    }
  }

  /// Keys that are there afterwards only; a date that had one form gets all three.
  private func added(_ original: JSONValue, in other: JSONValue, at path: String) -> [String] {
    switch (original, other) {
    case (.object, .object(let members)):
      return members.flatMap { key, value in
        if let before = original[key] { return added(before, in: value, at: path + "." + key) }
        return key.contains("_date") ? [] : [path + "." + key]
      }
    case (.array(let elements), .array(let others)):
      return zip(elements, others).flatMap { added($0, in: $1, at: path + "[]") }
    default: return []
    }
  }

  @Test(arguments: VerifyReceiptAnswer.all)
  func `Nothing is lost or invented`(answer: VerifyReceiptAnswer) throws {
    let bytes = try answer.bytes()
    let original = try JSONValue(parsing: Data(bytes))
    let response = try VerifyReceiptResponse(json: bytes)
    let written = try JSONValue(parsing: Data(response.json()))
    #expect(lost(original, in: written, at: "") == [])
    #expect(added(original, in: written, at: "") == [])
    #expect(try VerifyReceiptResponse(json: response.json()) == response)
  }

  @Test(arguments: VerifyReceiptAnswer.all)
  func `Foundation's coders read and write the same`(answer: VerifyReceiptAnswer) throws {
    let bytes = try answer.bytes()
    let response = try VerifyReceiptResponse(json: bytes)
    #expect(try JSONDecoder().decode(VerifyReceiptResponse.self, from: Data(bytes)) == response)
    let encoded = try JSONValue(parsing: JSONEncoder().encode(response))
    #expect(try encoded == JSONValue(parsing: Data(response.json())))
  }

  @Test func `What somebody has altered by hand is found`() throws {
    let problems = try VerifyReceiptAnswer.all.flatMap {
      try VerifyReceiptResponse(json: $0.bytes()).problems
    }
    #expect(Set(problems.map(\.code)) == [.unreadableValue, .datesDisagree])
    #expect(
      try VerifyReceiptAnswer.pairs.allSatisfy {
        try VerifyReceiptResponse(json: $0.bytes()).problems.isEmpty
      })
  }

  @Test(arguments: VerifyReceiptAnswer.all)
  func `Status, purchases and dates are read`(answer: VerifyReceiptAnswer) throws {
    let bytes = try answer.bytes()
    let original = try JSONValue(parsing: Data(bytes))
    let response = try VerifyReceiptResponse(json: bytes)
    #expect(response.status?.rawValue == original["status"]?.integer)
    #expect(response.receipt?.inApp?.count == original["receipt"]?["in_app"]?.elements.count)
    #expect((response.receipt == nil) != (response.transaction == nil))
    let stored = original["receipt"]?["in_app"]?.elements ?? []
    for (purchase, json) in zip(response.receipt?.inApp ?? [], stored) {
      #expect(purchase.purchaseDate != nil)
      #expect((purchase.expiresDate != nil) == (json["expires_date"] != nil))
      #expect(purchase.isCancelled == (json["cancellation_date"] != nil))
      #expect(purchase.transactionIdentifier?.isEmpty == false)
    }
  }
}
