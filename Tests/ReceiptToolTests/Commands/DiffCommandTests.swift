import Foundation
import TestSupport
import Testing

@testable import receipt

@Suite struct DiffCommandTests {
  private let receipt = path("ios-sha256-subscriptions")

  /// What the tool itself answers for the receipt, changed.
  private func answer(_ change: (inout String) -> Void = { _ in }) -> [UInt8] {
    var text = Tool.run(["show", "--format", "verify-receipt", receipt]).output
    change(&text)
    return Array(text.utf8)
  }

  @Test func `A receipt does not differ from its own answer`() throws {
    try withFile(answer()) { file in
      let outcome = Tool.run(["diff", receipt, file])
      #expect(outcome.status == 0 && outcome.output == "No unexpected difference\n")
    }
  }

  @Test func `A difference has a place and both values`() throws {
    let changed = answer {
      $0 = $0.replacing("\"bundle_id\": \"com.example.app\"", with: "\"bundle_id\": \"other\"")
    }
    try withFile(changed) { file in
      let outcome = Tool.run(["diff", receipt, file])
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("receipt.bundle_id"))
      let json = try JSONValue(parsing: Tool.run(["diff", "--json", receipt, file]).output)
      #expect(json["equal"] == .boolean(false))
      let difference = try #require(json["differences"]?.elements.first)
      #expect(difference["answer"] == .string("other"))
      #expect(difference["receipt"] == .string("com.example.app"))
    }
  }

  @Test func `An answer is compared with the receipt in it`() throws {
    let base64 = try Data(contentsOf: URL(filePath: receipt)).base64EncodedString()
    let whole = answer {
      $0 = $0.replacing(
        "\"environment\"", with: "\"latest_receipt\": \"\(base64)\",\"environment\"")
    }
    try withFile(whole) { file in #expect(Tool.run(["diff", file]).status == 0) }
    try withFile(answer()) { file in
      let outcome = Tool.run(["diff", file])
      #expect(outcome.status == 1 && outcome.errors.contains("the answer has no latest_receipt;"))
    }
  }

  @Test func `A summary comes first, and purchases are counted unless they are asked for`() throws {
    let changed = answer { $0 = $0.replacing("\"quantity\": \"1\"", with: "\"quantity\": \"2\"") }
    try withFile(changed) { file in
      let outcome = Tool.run(["diff", receipt, file])
      #expect(outcome.status == 1)
      #expect(outcome.output == "in_app: 3 purchases differing\n")
      let listed = Tool.run(["diff", "--purchases", receipt, file]).output
      #expect(listed.hasPrefix("in_app: 3 purchases differing\n\nreceipt.in_app[0].quantity: "))
      #expect(listed.split(separator: "\n").count == 4)
      let json = try JSONValue(parsing: Tool.run(["diff", "--json", receipt, file]).output)
      #expect(json["differences"]?.elements.count == 3, "JSON has all")
    }
  }

  @Test func `The limit of values is one of answers, too`() throws {
    try withFile(answer()) { file in
      let outcome = Tool.run(["diff", "--max-attributes", "400", receipt, file])
      #expect(outcome.status == 0)
      let refused = Tool.run(["diff", "--max-attributes", "50", receipt, file])
      #expect(refused.status == 1 && refused.errors.contains("--max-attributes N allows more"))
    }
    try withFile(Array("{\"receipt\":{\"in_app\":[1,2,3,4]}}".utf8)) { file in
      let refused = Tool.run(["diff", "--max-attributes", "5", file])
      #expect(refused.status == 1 && refused.errors.contains("--max-attributes N allows more"))
    }
  }

  @Test func `The receipt in an answer is read with the limits of the command line`() throws {
    let base64 = Data(try Fixtures.receipt("ios-sha256-subscriptions")).base64EncodedString()
    try withFile(Array(#"{"status":0,"latest_receipt":"\#(base64)"}"#.utf8)) { file in
      let refused = Tool.run(["diff", "--max-attributes", "20", file])
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.errors.hasPrefix("receipt: latest_receipt: "))
      #expect(refused.errors.contains("--max-attributes N allows more"))
      #expect(Tool.run(["diff", "--max-attributes", "400", file]).errors.isEmpty)
    }
  }

  @Test func `Two different receipts are named as such`() throws {
    try withFile(answer()) { file in
      let outcome = Tool.run(["diff", path("sandbox-ios"), file])
      #expect(outcome.status == 1)
      #expect(outcome.output.hasPrefix("two different receipts: "))
      let json = try JSONValue(
        parsing: Tool.run(["diff", "--json", path("sandbox-ios"), file]).output)
      #expect(json["keysOfDifferentReceipts"]?.elements.isEmpty == false)
    }
  }

  @Test func `One or two files are needed`() {
    #expect(Tool.run(["diff"]).status == 2)
    #expect(Tool.run(["diff", receipt, receipt, receipt]).status == 2)
    #expect(Tool.run(["diff", receipt, receipt]).status == 1)
  }

  @Test func `The limit of bytes is one of answers, too`() throws {
    try withFile(answer()) { file in
      let refused = Tool.run(["diff", "--max-bytes", "1000", file])
      #expect(refused.status == 1 && refused.errors.contains("not an answer of verifyReceipt: "))
      #expect(refused.errors.contains("; --max-bytes N allows more"))
    }
  }
}
