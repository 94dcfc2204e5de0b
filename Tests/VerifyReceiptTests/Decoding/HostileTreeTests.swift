import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Trees and texts that make comparing, hashing and decoding take long, if anything does: exponential in depth,
/// quadratic in members, purchases or combining marks. Sizes are such that a step too many takes minutes, or for ever.
@Suite(.timeLimit(.minutes(1))) struct HostileTreeTests {
  private static let limits = JSONLimits(
    maximumBytes: 1 << 28, maximumDepth: 128, maximumValues: 1 << 28)

  private func tree(_ text: String) throws -> JSON {
    try JSON(text: Array(text.utf8), limits: Self.limits)
  }

  private func answer(_ text: String) throws -> VerifyReceiptResponse {
    try VerifyReceiptResponse(json: text, limits: Self.limits)
  }

  /// Objects inside each other, of which each has a second member.
  private func nested(_ leaf: String, isReversed: Bool = false, depth: Int = 120) -> String {
    (0..<depth).reduce(leaf) { text, _ in
      isReversed ? "{\"b\":[0],\"a\":\(text)}" : "{\"a\":\(text),\"b\":[0]}"
    }
  }

  @Test func `Deep trees are compared and hashed value by value`() throws {
    let (first, same) = try (tree(nested("1")), tree(nested("1")))
    let (other, reversed) = try (tree(nested("2")), tree(nested("1", isReversed: true)))
    #expect(first == same && first == reversed && first != other && reversed != other)
    #expect(Set([first, same, reversed, other]).count == 2)
  }

  @Test func `Deep members of answers are compared and hashed value by value`() throws {
    let texts = [nested("1", depth: 100), nested("2", depth: 100)]
    for place in ["{\"x\":?}", "{\"receipt\":{\"x\":?}}", "{\"receipt\":{\"in_app\":[{\"x\":?}]}}"]
    {
      let answers = try texts.map { try answer(place.replacingOccurrences(of: "?", with: $0)) }
      let again = try answer(place.replacingOccurrences(of: "?", with: texts[0]))
      #expect(answers[0] != answers[1] && answers[0] == again)
      #expect(Set(answers + [again]).count == 2)
      let decoded = try JSONDecoder().decode(
        VerifyReceiptResponse.self, from: Data(answers[1].json()))
      #expect(decoded == answers[1] && decoded != answers[0])
      let receipt = try AppReceipt(Fixtures.receipt("ios-sha1-purchases"))
      let differences = answers.map { $0.differences(from: receipt) }
      #expect((differences[0] == differences[1]) == (answers[0].receipt == nil))
    }
  }

  @Test func `Wide objects are compared in any order`() throws {
    let members = (0..<60_000).map { "\"k\($0)\":[\($0)]" }
    let first = try tree("{" + members.joined(separator: ",") + "}")
    let reversed = try tree("{" + members.reversed().joined(separator: ",") + "}")
    #expect(first == reversed && first.hashValue == reversed.hashValue)
    let other = try tree("{" + members.dropFirst().joined(separator: ",") + ",\"x\":[0]}")
    #expect(first != other && reversed != other)
  }

  @Test(arguments: [
    ("{}", "{}", true), ("{}", "{\"a\":1}", false), ("{\"a\":1}", "{\"b\":1}", false),
    ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true),
    ("{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}", false),
    ("{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"c\":3,\"b\":2}", true),
    ("{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"c\":3,\"d\":2}", false),
    ("{\"a\":{\"b\":1,\"c\":[2]}}", "{\"a\":{\"c\":[2],\"b\":1}}", true),
    ("[1,2]", "[2,1]", false), ("1", "1.0", false), ("0", "false", false), ("\"1\"", "1", false),
    ("null", "[]", false), ("[]", "{}", false), ("\"\"", "null", false),
    // Letters that only Unicode calls equal.
    ("\"\u{E9}\"", "\"e\u{301}\"", false), ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}", false),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"\u{E9}\":1}", true),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":1,\"\u{E9}\":2}", false),
  ])
  func `Values are equal when they say the same`(
    first: String, second: String, isEqual: Bool
  ) throws {
    let (first, second) = try (tree(first), tree(second))
    #expect((first == second) == isEqual && (second == first) == isEqual)
    #expect(!isEqual || first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == (isEqual ? 1 : 2))
  }

  @Test func `Many members of a purchase are compared in linear time`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha1-purchases"))
    let own = VerifyReceiptResponse(unverified: receipt)
    let id = try #require(own.receipt?.inApp?.first?.transactionIdentifier)
    let members = (0..<60_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let purchase = "[{\"transaction_id\":\"\(id)\",\(members)}]"
    let stored = try answer(
      "{\"receipt\":{\"in_app\":\(purchase)},\"latest_receipt_info\":\(purchase)}")
    #expect(
      stored.differences(from: receipt).count { $0.kind == .missingInReceipt } == 60_000)
    #expect(stored.latestReceiptInfoDifferences(from: receipt).isEmpty)
  }

  @Test func `Many purchases are compared in linear time`() throws {
    let receipt = try AppReceipt(Fixtures.receipt("ios-sha1-purchases"))
    for purchase in ["{}", "{\"transaction_id\":\"7\"}"] {
      let purchases = "[" + Array(repeating: purchase, count: 60_000).joined(separator: ",") + "]"
      let stored = try answer("{\"latest_receipt_info\":\(purchases)}")
      let differences = stored.latestReceiptInfoDifferences(from: receipt)
      #expect(differences.count { $0.kind == .missingInReceipt } == 60_000)
    }
  }

  /// Comparing and hashing strings takes time that grows with the square of the combining marks in a row.
  private func marks(_ count: Int) -> String {
    var text = "a"
    for index in 0..<count { text.unicodeScalars.append(index % 2 == 0 ? "\u{301}" : "\u{323}") }
    return text
  }

  @Test(arguments: [
    "{\"x\":\"?\"}", "{\"?\":1}", "{\"x\":\"\\n?\"}", "{\"receipt\":{\"in_app\":[{\"x\":\"?\"}]}}",
  ])
  func `Combining marks in a row are counted`(place: String) throws {
    func text(_ count: Int) -> String {
      place.replacingOccurrences(of: "?", with: marks(count) + "b" + marks(30))
    }
    _ = try answer(text(30))
    let decoded = try JSONDecoder().decode(VerifyReceiptResponse.self, from: Data(text(30).utf8))
    #expect(try decoded == answer(text(30)))
    for count in [31, 3_000] {
      let error = #expect(throws: JSONError.self) { try answer(text(count)) }
      #expect(error?.code == .invalidString)
      let decoding = #expect(throws: JSONError.self) {
        try JSONDecoder().decode(VerifyReceiptResponse.self, from: Data(text(count).utf8))
      }
      #expect(decoding?.code == .invalidString)
      #expect(decoding?.path.elements.isEmpty == false)
    }
  }

  @Test func `Transactions of a receipt are matched by their bytes`() throws {
    let purchase = SampleReceipt.purchase(
      SampleReceipt.attribute(1702, DER.utf8("a")),
      SampleReceipt.attribute(1703, DER.utf8(marks(500_000))),
      SampleReceipt.attribute(1704, DER.ia5("2025-01-01T00:00:00Z")))
    let receipt = try AppReceipt(SampleReceipt(purchase).bytes)
    #expect(VerifyReceiptResponse(unverified: receipt).differences(from: receipt).isEmpty)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["0", "\"\"", "{}", "0,\"\",true"])
  func `Foundation's decoder reads deep values as fast as others`(element: String) throws {
    let elements = Array(repeating: element, count: 5_000).joined(separator: ",")
    let (opening, closing) = (
      String(repeating: "[", count: 120), String(repeating: "]", count: 120)
    )
    let text = "{\"x\":\(opening)\(elements)\(closing)}"
    let decoded = try JSONDecoder().decode(VerifyReceiptResponse.self, from: Data(text.utf8))
    #expect(try decoded == answer(text))
  }
}
