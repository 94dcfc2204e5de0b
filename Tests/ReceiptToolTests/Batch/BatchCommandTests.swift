import Foundation
import TestSupport
import Testing

@testable import receipt

/// The command as a process: it is a filter.
@Suite(.enabled(if: BuiltTool.url != nil, "the tool is not built beside the tests"))
struct BatchCommandTests {
  private static func base64(_ name: String) throws -> String {
    Data(try Fixtures.receipt(name)).base64EncodedString()
  }

  /// The answers to lines, each as JSON.
  private func answers(_ lines: [String], _ options: [String] = []) throws -> [JSONValue] {
    let run = try BuiltTool(["batch"] + options, input: Array(lines.joined(separator: "\n").utf8))
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix("receipt: \(lines.count) read, "), "no progress without a terminal")
    return try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
  }

  @Test func `Each line has an answer, in order, a bad one an error`() throws {
    let good = try Self.base64("ios-sha256-subscriptions")
    let answers = try answers([good, "", "bm8gcmVjZWlwdA==", String(good.prefix(4000)), good])
    #expect(answers.map { $0["line"] } == (1...5).map { .integer($0) })
    #expect(
      answers.map { $0["error"]?["code"] } == [
        nil, .string("empty"), .string("notAReceipt"), .string("truncated"), nil,
      ])
    #expect(answers[3]["error"]?["offset"] != nil)
    let summary = try #require(answers[4]["summary"])
    #expect(summary["bundleIdentifier"] == .string("com.example.app"))
    #expect(summary["purchaseCount"] == .integer(3))
    #expect(summary["serverTransactionIdentifier"] == .string("730001900000912"))
    #expect(answers[4]["valid"] == nil, "nobody asked")
  }

  @Test(arguments: ["1", "2", "7"])
  func `Hundreds of lines stay in order, whatever the number of threads`(jobs: String) throws {
    let names = ["xcode-ber", "vpp", "ios-sha256-subscriptions"]
    let texts = try names.map(Self.base64)
    let lines = (0..<600).map { "key \($0)\t" + texts[$0 % 3] }
    let answers = try answers(lines, ["--keyed", "--jobs", jobs])
    #expect(answers.map { $0["key"] } == (0..<600).map { .string("key \($0)") })
    #expect(answers.map { $0["line"] } == (1...600).map { .integer($0) })
    let counts = answers.map { $0["summary"]?["purchaseCount"] }
    let alone = try texts.map { try self.answers([$0])[0]["summary"]?["purchaseCount"] }
    #expect(alone.last == .integer(3) && counts == (0..<600).map { alone[$0 % 3] })
  }

  @Test func `What is not valid has nothing but an error`() throws {
    let names = ["ios-sha256-subscriptions", "xcode-ber", "macos-sha1-no-purchases"]
    let answers = try answers(
      names.map(Self.base64), ["--root", rootPath, "--bundle-id", "com.example.app"])
    #expect(answers.map { $0["valid"] } == [true, false, false].map { .boolean($0) })
    #expect(answers.map { $0["summary"] != nil } == [true, false, false])
    #expect(answers[1]["error"]?["check"] == .string("signature"))
    #expect(
      answers[0]["skipped"]?.elements
        == [.string("appVersion"), .string("device"), .string("environment")])
    #expect(answers[2]["error"]?["code"] == .string("differs"))
  }

  @Test func `An answer of verifyReceipt to what is not valid says so, and why`() throws {
    let names = ["ios-sha256-subscriptions", "xcode-ber", "macos-sha1-no-purchases"]
    let answers = try answers(
      names.map(Self.base64),
      ["--answer", "verify-receipt", "--root", rootPath, "--bundle-id", "com.example.app"])
    #expect(answers.map { $0["valid"] } == [true, false, false].map { .boolean($0) })
    #expect(answers.map { $0["verify-receipt"]?["status"] == .integer(0) } == [true, false, false])
    #expect(answers[0]["error"] == nil)
    #expect(answers[1]["error"]?["check"] == .string("signature"))
    #expect(answers[2]["error"]?["code"] == .string("differs"))
  }

  @Test(arguments: ["summary", "show", "verify-receipt", "ids", "owned"])
  func `Every answer is the one of its command`(kind: String) throws {
    let answers = try answers(
      [Self.base64("every-field")], ["--answer", kind, "--at", "2025-06-01T00:00:00Z"])
    #expect(answers[0]["error"] == nil)
    let file = path("every-field")
    let command =
      switch kind {
      case "verify-receipt": ["show", "--format", kind, "--at", "2025-06-01T00:00:00Z", file]
      case "owned": ["owned", "--json", "--at", "2025-06-01T00:00:00Z", file]
      case "ids": ["ids", "--json", file]
      default: ["show", "--json", file]
      }
    var expected = try JSONValue(parsing: Tool.run(command).output)
    if kind == "summary" {
      let members = [
        "environment", "bundleIdentifier", "appVersion", "originalAppVersion", "creationDate",
      ]
      expected = .object(expected.members.filter { members.contains($0.key) })
      expected["purchaseCount"] = .integer(1)
      expected["serverTransactionIdentifier"] = .string("810002000000777")
      expected["originalTransactionIdentifiers"] = .array([.string("810001000000333")])
    }
    #expect(answers[0][kind] == expected)
  }

  @Test func `Stored answers are compared with the receipts in them`() throws {
    let line = Tool.run(["show", "--format", "verify-receipt", path("every-field")]).output
      .replacing("\n", with: "")
    let whole = "{\"latest_receipt\":\"\(try Self.base64("every-field"))\"," + line.dropFirst()
    let answers = try answers([whole, line, "{"], ["--answer", "diff"])
    #expect(answers[0]["diff"]?["equal"] == .boolean(true))
    #expect(answers[1]["error"]?["code"] == .string("latestReceiptMissing"))
    #expect(answers[2]["error"]?["offset"] == .integer(1))
    let short = #"{"latest_receipt":"\#(try Self.base64("every-field"))"}"#
    let limited = try self.answers([short], ["--answer", "diff", "--max-attributes", "20"])
    #expect(limited[0]["error"]?["code"] == .string("tooManyAttributes"))
    // It would not be verified.
    for options in [["--verify"], ["--bundle-id", "com.example.app"]] {
      let outcome = try BuiltTool(
        ["batch", "--answer", "diff"] + options, input: Array(whole.utf8))
      #expect(outcome.status == 2 && outcome.output.isEmpty)
    }
  }

  @Test func `All lines together give the fewest calls of the Server API`() throws {
    let names = [
      "ios-sha256-subscriptions", "xcode-ber", "every-field", "ios-sha256-subscriptions", "vpp",
    ]
    let lines = try names.map { "\($0)\t" + (try Self.base64($0)) } + ["x\t", "no tab"]
    let answers = try answers(lines, ["--answer", "calls", "--keyed"])
    #expect(answers.compactMap { $0["error"]?["code"] } == [.string("empty"), .string("noKey")])
    let calls = answers.filter { $0["transactionIdentifier"] != nil }
    #expect(calls.count == 2)
    #expect(calls[0]["transactionIdentifier"] == .string("730001900000912"))
    #expect(calls[0]["for"]?.elements == [.string(names[0]), .string(names[0])])
    #expect(calls[1]["for"]?.elements == [.string("every-field")])
    let unavailable = answers.filter { $0["unavailable"] != nil }
    #expect(unavailable.map { $0["unavailable"] } == [.string("xcode"), .string("noPurchase")])
  }

  @Test func `Lines may be paths, and the lines may be a file`() throws {
    let lines = [path("vpp"), "/nowhere", path("xcode-ber")].joined(separator: "\n")
    try withFile(Array(lines.utf8)) { file in
      let run = try BuiltTool(["batch", "--paths", file])
      let answers = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      #expect(
        answers.map { $0["error"]?["code"] } == [nil, .string("cannotRead"), nil])
      #expect(answers[2]["summary"]?["environment"] == .string("Xcode"))
      #expect(answers.map { $0["path"]?.string } == lines.split(separator: "\n").map(String.init))
    }
    #expect(try BuiltTool(["batch", "/nowhere"]).status == 2)
  }

  @Test func `A path is never standard input`() throws {
    let receipt = try Fixtures.receipt("vpp")
    try withFile(Array("-\n\(path("vpp"))".utf8)) { file in
      let run = try BuiltTool(["batch", "--paths", file], input: receipt)
      let answers = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      #expect(answers.map { $0["error"]?["code"] } == [.string("cannotRead"), nil])
      #expect(answers[0]["path"] == .string("-") && answers[0]["summary"] == nil)
      #expect(
        answers[0]["error"]?["message"] == .string("'-' is not a path; a file of that name is ./-"))
    }
    let answers = try answers(["-", path("vpp")], ["--paths"])
    #expect(answers.map { $0["error"]?["code"] } == [.string("cannotRead"), nil])
    let keyed = try self.answers(["k\t-"], ["--keyed", "--paths"])
    #expect(keyed[0]["error"]?["code"] == .string("cannotRead"))
  }

  @Test func `A summary ends the batch, and decides the status if that is asked for`() throws {
    let lines = Array([try Self.base64("vpp"), "hello", ""].joined(separator: "\n").utf8)
    let run = try BuiltTool(["batch"], input: lines)
    #expect(run.status == 0)
    let line = /receipt: 2 read, 1 answered, 1 failed, \d+ a second\n/
    #expect(try line.wholeMatch(in: run.errors) != nil)
    #expect(try BuiltTool(["batch", "--strict"], input: lines).status == 1)
    let good = Array(try Self.base64("vpp").utf8)
    #expect(try BuiltTool(["batch", "--strict"], input: good).status == 0)
    #expect(try BuiltTool(["batch", "--strict", "--verify"], input: good).status == 1)
  }

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.skipped)))
  func `A subscription that has ended is no success`() throws {
    let file = "receipts/legacy/transaction-sandbox-2015-subscription.plist"
    let lines = Array(
      Data(try Fixtures.bytes(of: #require(Corpus.folder).appending(path: file)))
        .base64EncodedString().utf8)
    let options = ["batch", "--strict", "--answer", "verify-receipt"]
    let ended = try BuiltTool(options + ["--verify"], input: lines)
    #expect(ended.status == 1 && ended.output.contains(#""valid":false"#))
    #expect(ended.output.contains(#""status":21006"#) && ended.errors.contains(" 1 failed"))
    #expect(try BuiltTool(options, input: lines).status == 0)
  }

  @Test func `A key needs a tab`() throws {
    let answers = try answers([Self.base64("vpp")], ["--keyed"])
    #expect(answers[0]["error"]?["code"] == .string("noKey"))
    // Keys that aren't UTF-8 would become the same.
    let lines = try [0xE8, 0xE9].flatMap { [$0] + "\t\(try Self.base64("vpp"))\n".utf8 }
    let outcome = try BuiltTool(["batch", "--keyed"], input: lines)
    let error = #""code":"noKey","message":"the key is not UTF-8""#
    #expect(outcome.output.ranges(of: error).count == 2)
    #expect(!outcome.output.contains("\"key\":"))
    let marked = try self.answers(["\u{FEFF}a\t" + Self.base64("vpp")], ["--keyed"])
    #expect(marked[0]["key"]?.string?.unicodeScalars.count == 2)
  }

  @Test(arguments: [
    ["--jobs", "0"], ["--jobs", "many"], ["--answer", "all"], ["a", "b"], ["--jobs"],
  ])
  func `A wrong command line is status 2`(options: [String]) {
    #expect(Tool.run(["batch"] + options).status == 2)
  }

  @Test func `Calls name their app, a summary its originals, and a long line is an error`() throws {
    let good = try Self.base64("ios-sha256-subscriptions")
    let call = try #require(try answers([good], ["--answer", "calls"]).first)
    #expect(call["bundleIdentifier"] == .string("com.example.app"))
    #expect(call["environment"] == .string("Production"))
    let originals = try answers([good])[0]["summary"]?["originalTransactionIdentifiers"]
    #expect(originals?.elements == [.string("730001800000001")])
    let error = try answers([good], ["--max-bytes", "100"])[0]["error"]
    #expect(error?["code"] == .string("tooLong"))
    #expect(error?["message"] == .string("the line is too long; --max-bytes N allows more"))
  }
}
