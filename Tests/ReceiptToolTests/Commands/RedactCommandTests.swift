import Foundation
import ReceiptParsing
import TestSupport
import Testing

@testable import receipt

@Suite struct RedactCommandTests {
  private static let remark =
    "receipt: The receipt is redacted. Check it before sharing it.\n"

  @Test func `A receipt is redacted, and standard error says so`() throws {
    let bytes = try Fixtures.receipt("ios-sha256-subscriptions")
    let outcome = Tool.run(["redact", path("ios-sha256-subscriptions")])
    #expect(outcome.status == 0)
    #expect(outcome.errors == Self.remark)
    #expect(outcome.bytes.count == bytes.count)
    let receipt = try AppReceipt(outcome.bytes)
    #expect(receipt.bundleIdentifier == "redactedredacte")
    #expect(receipt.inAppReceipts.count == 3)
    // Two runs have nothing in common: no replacement can be foreseen.
    let again = try AppReceipt(Tool.run(["redact", path("ios-sha256-subscriptions")]).bytes)
    #expect(again.opaqueValue != receipt.opaqueValue && again.creationDate != receipt.creationDate)
  }

  @Test func `A redacted receipt is not valid`() throws {
    let outcome = Tool.run(["redact", path("ios-sha256-subscriptions")])
    try withFile(outcome.bytes) { file in
      let verified = Tool.run(["verify", "--root", rootPath, file])
      #expect(verified.status == 1)
      #expect(verified.output.contains("signature"))
    }
  }

  @Test func `Base64 stays Base64`() throws {
    let text = Data(try Fixtures.receipt("sandbox-ios")).base64EncodedString()
    let outcome = try withFile(Array("\(text)\n".utf8)) { Tool.run(["redact", $0]) }
    #expect(outcome.bytes.count == text.utf8.count + 1 && outcome.bytes.last == 0x0A)
    #expect(try AppReceipt(outcome.bytes).form.isBase64)
  }

  @Test func `What cannot be read is redacted by its structure, and why is said`() throws {
    let bytes = try Fixtures.receipt("sandbox-ios").dropLast(100)
    let outcome = try withFile(Array(bytes)) { Tool.run(["redact", $0]) }
    #expect(outcome.status == 0 && outcome.bytes.count == bytes.count)
    #expect(
      outcome.errors.hasPrefix(
        "receipt: The receipt is unreadable (the receipt is truncated at byte "))
    let limited = ["redact", "--max-attributes", "5", path("vpp")]
    let advice = "; --max-attributes N allows more"
    #expect(Tool.run(limited).errors.contains(advice + "). It was redacted as far"))
    let json = try JSONValue(parsing: Tool.run(limited + ["--json"]).output)
    #expect(json["error"]?.string?.hasSuffix(advice) == true)
  }

  @Test func `A file larger than may be read is not redacted in part`() throws {
    let size = try Fixtures.receipt("vpp").count
    let refused = Tool.run(["redact", "--max-bytes", String(size - 1), path("vpp")])
    #expect(refused.status == 1 && refused.bytes.isEmpty)
    #expect(refused.errors.contains("; --max-bytes N allows more"))
    let exact = Tool.run(["redact", "--max-bytes", String(size), path("vpp")])
    #expect(exact.status == 0 && exact.errors == Self.remark)
  }

  @Test func `What is refused is not shown`() throws {
    let receipt = try Fixtures.receipt("ios-sha256-subscriptions")
    let text = Data(receipt).base64EncodedString().replacing("+", with: "%2B")
    let outcome = try withFile(Array(text.utf8)) { Tool.run(["redact", "--json", $0]) }
    #expect(outcome.status == 1 && outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ("{ \"signature\" = \"x\"; }", "this is an iOS 6 style transaction receipt"),
    ("eyJhbGciOiJFUzI1NiJ9.e30.c2ln", "this is a JWS"), ("", "the input is empty"),
  ])
  func `What is no receipt cannot be redacted`(text: String, message: String) throws {
    let outcome = try withFile(Array(text.utf8)) { Tool.run(["redact", $0]) }
    #expect(outcome.status == 1 && outcome.bytes.isEmpty)
    #expect(outcome.errors.hasPrefix("receipt: cannot redact: \(message)"))
  }
}

@Suite(.enabled(if: BuiltTool.url != nil, "the tool is not built beside the tests"))
struct BuiltRedactTests {
  @Test func `Bytes arrive as they are, from standard input to standard output`() throws {
    let bytes = try Fixtures.receipt("sandbox-ios")
    let text = Array(Data(bytes).base64EncodedData())
    let run = try BuiltTool(["redact"], input: text)
    #expect(run.status == 0 && run.output.utf8.count == text.count)
    #expect(try AppReceipt(base64: run.output).environment == .productionSandbox)
    try withFile([]) { file in
      let status = try BuiltTool(["redact", "--force", "-o", file, "-"], input: bytes).status
      let receipt = try AppReceipt(Fixtures.bytes(of: URL(filePath: file)))
      #expect(status == 0 && receipt.form.encoding == .der)
    }
  }
}
