import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Broken, truncated and hostile answers: a typed error or a whole answer, never a trap.
@Suite struct HostileJSONTests {
  @Test(arguments: SampleAnswer.allCases)
  func `Every prefix is truncated`(sample: SampleAnswer) {
    let bytes = Array(sample.text.utf8)
    for count in 0..<bytes.count {
      do {
        _ = try VerifyReceiptResponse(json: bytes[..<count])
        Issue.record("\(count) bytes were read")
      } catch {
        #expect(error.code == .truncated && error.offset == count, "\(count)")
      }
    }
  }

  @Test(arguments: SampleAnswer.allCases)
  func `A byte that is another gives an error or an answer that keeps everything`(
    sample: SampleAnswer
  ) throws {
    var bytes = Array(sample.text.utf8)
    let seed: UInt64 = 0x5EED
    for change in Mutations.oneValue(of: bytes, seed: seed).thinnedInDebug(by: 7) {
      let original = change.apply(to: &bytes)
      defer { bytes[change.offset] = original }
      guard let response = try? VerifyReceiptResponse(json: bytes) else { continue }
      let written = response.json()
      #expect(try VerifyReceiptResponse(json: written) == response, "\(change), seed \(seed)")
    }
  }

  /// Every value inside a tree, with the path to it.
  private func places(
    _ value: JSONValue, _ path: [String] = []
  ) -> [(path: [String], value: JSONValue)] {
    let children: [(String, JSONValue)] =
      switch value {
      case .object(let members): members.map { ($0.key, $0.value) }
      case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
      default: []
      }
    return [(path, value)] + children.flatMap { places($1, path + [$0]) }
  }

  /// The text of a tree in which one value is replaced by other text.
  private func text(
    _ value: JSONValue, replacing path: ArraySlice<String>, with other: String
  ) -> String {
    if path.isEmpty { return other }
    func child(_ key: String, _ value: JSONValue) -> String {
      key == path.first
        ? text(value, replacing: path.dropFirst(), with: other) : text(value)
    }
    switch value {
    case .object(let members):
      return "{" + members.map { "\"\($0)\":\(child($0, $1))" }.joined(separator: ",") + "}"
    case .array(let elements):
      return "["
        + elements.enumerated().map { child("\($0)", $1) }.joined(separator: ",") + "]"
    default: return text(value)
    }
  }

  private func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .fraction(let value): "\(value)"
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0)\":\(text($1))" }.joined(separator: ",") + "}"
    }
  }

  @Test(
    arguments: SampleAnswer.allCases,
    [
      "null", "true", "7", "1e999999", String(repeating: "9", count: 400), "\"\"",
      "\"\\u0000\"", "[[]]", "{}", "\"9223372036854775808\"", "\"99999999999999-01-01\"",
    ])
  func `A wrong value at every key gives an error there, or is kept`(
    sample: SampleAnswer, wrong: String
  ) throws {
    let tree = try JSONValue(parsing: sample.text)
    for (path, original) in places(tree) {
      let spoiled = text(tree, replacing: path[...], with: wrong)
      let dotted = path.map { Int($0) == nil ? "." + $0 : "[\($0)]" }.joined().dropFirst()
      let result = Result { () throws(JSONError) in
        try VerifyReceiptResponse(json: spoiled)
      }
      switch result {
      case .success(let response):
        let isLeaf = original.members.isEmpty && original.elements.isEmpty
        #expect(!isLeaf || !(wrong.hasPrefix("[") || wrong.hasPrefix("{")), "\(dotted)")
        let written = response.json()
        let kept = try value(at: path, in: JSON(text: written))
        let isDigit = wrong == "true" && kept == .string("1")
        #expect(
          try isDigit || word(kept) == word(JSON(text: Array(wrong.utf8))),
          "\(dotted)")
      case .failure(let error):
        #expect(error.path.description.hasPrefix(dotted), "\(error)")
        #expect(error.code == .wrongType || error.code == .numberOutOfRange)
        #expect(error.expected != nil)
      }
    }
  }

  private func value(at path: [String], in tree: JSON) throws -> JSON {
    var value = tree
    for step in path {
      switch value {
      case .object(let object): value = try #require(object[step])
      case .array(let elements): value = try #require(Int(step).map { elements[$0] })
      default: Issue.record("\(step) is gone")
      }
    }
    return value
  }

  /// What a value says, whatever its form.
  private func word(_ value: JSON) -> JSON {
    switch value {
    case .boolean(let value): .string(value ? "true" : "false")
    case .number(let number): .string(number.text)
    default: value
    }
  }

  @Test func `A million unknown members are read and written in linear time`() throws {
    let members = (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    for place in ["{\(members)}", "{\"receipt\":{\"in_app\":[{\(members)}]}}"] {
      let response = try VerifyReceiptResponse(json: place)
      #expect(response.jsonText == place)
      #expect(response.problems.isEmpty)
      #expect(try JSONEncoder().encode(response).count == place.utf8.count)
    }
  }

  @Test(arguments: [
    "{\"status\":1e999999}", "{\"receipt\":{\"adam_id\":\(String(repeating: "9", count: 400))}}",
    "{\"receipt\":[]}", "{\"receipt\":{\"in_app\":[[]]}}", "[]", "7",
    String(repeating: "[", count: 100_000), "{\"a\":\(String(repeating: "[", count: 400))",
  ])
  func `Foundation's decoder gives an error too`(text: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(VerifyReceiptResponse.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [100, 127, 128, 200, 500])
  func `Foundation's decoder leaves room on the stack`(depth: Int) throws {
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let data = Data("{\"x\":\(nested)}".utf8)
    if depth <= 128 {
      let response = try JSONDecoder().decode(VerifyReceiptResponse.self, from: data)
      #expect(try JSONEncoder().encode(response) == data)
    } else {
      let error = #expect(throws: JSONError.self) {
        try JSONDecoder().decode(VerifyReceiptResponse.self, from: data)
      }
      #expect(error?.code == .tooDeep)
    }
  }

  @Test func `An error of a decoder has its path`() throws {
    struct Row: Decodable { let answers: [VerifyReceiptResponse] }
    let text = "{\"answers\":[{},{\"receipt\":{\"in_app\":[{\"quantity\":[]}]}}]}"
    let error = #expect(throws: JSONError.self) {
      try JSONDecoder().decode(Row.self, from: Data(text.utf8))
    }
    #expect(error?.path.description == "answers[1].receipt.in_app[0].quantity")
  }

  @Test(arguments: ["1e400", "1e999999", String(repeating: "9", count: 400), "0.1", "-1.5e3"])
  func `Numbers that no encoder keeps are refused or kept, never changed`(number: String) throws {
    let response = try VerifyReceiptResponse(json: "{\"x\":\(number)}")
    let data = try? JSONEncoder().encode(response)
    let text = data.map { String(decoding: $0.dropFirst(5).dropLast(), as: UTF8.self) }
    #expect(text.flatMap(Double.init) == Double(number).flatMap { $0.isFinite ? $0 : nil })
  }

  @Test func `A number is encoded with all its digits, up to 38`() throws {
    let digits = String(repeating: "9", count: 38)
    let kept = try VerifyReceiptResponse(json: "{\"x\":\(digits)}")
    #expect(try JSONEncoder().encode(kept) == Data("{\"x\":\(digits)}".utf8))
    let longer = try VerifyReceiptResponse(
      json: "{\"x\":\(String(repeating: "1", count: 39))}")
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(longer) }
  }
}
