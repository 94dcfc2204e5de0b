import DERParsing
import Foundation
import ReceiptJSON
import ReceiptParsing
import TestSupport
import Testing

@testable import receipt

@Suite struct InputFileTests {
  @Test(arguments: [
    ("a/b-c_1.p7", "a/b-c_1.p7"), ("", "''"), ("a b", "'a b'"), ("$(x)", "'$(x)'"),
    ("it's", #"'it'\''s'"#), ("é", "é"), ("'\u{301}$(x)", "''\\''\u{301}$(x)'"),
    ("-o", "./-o"), ("--force x", "./'--force x'"), ("-", "-"), ("a-_./+:@%,9Z", "a-_./+:@%,9Z"),
  ])
  func `A path is one word for a shell`(path: String, word: String) {
    #expect(Array(path.shellWord.utf8) == Array(word.utf8))
  }

  @Test func `Whatever a shell could take is quoted`() {
    for character in "!\"#$&'()*;<=>?[\\]^`{|}~ \t\n" {
      #expect("a\(character)b".shellWord == "a\(character)b".shellQuoted)
    }
  }

  @Test func `The error of a file has a dump and advice, that of a line neither`() throws {
    let text = Array("MIIB AAA".utf8)
    let line = InputFile(line: text, LimitOptions())
    let ofLine = try #require(throws: ToolError.self) { try line.receipt() }
    let ofFile = try #require(throws: ToolError.self) {
      try withFile(text) { try InputFile($0).receipt() }
    }
    #expect(ofLine.details.isEmpty && ofFile.details.count == 3)
    for error in [ofLine, ofFile] {
      #expect(error.code == "base64WithSpaces" && error.offset == 4)
      #expect(error.status == .checkFailed && error.message == error.reason)
    }
  }

  @Test func `The dump of a file keeps to the limits of the command line`() throws {
    let bytes = Array(try Fixtures.receipt("vpp").prefix(32))
    let text = Array(Data(bytes).base64EncodedData())
    let error = try #require(throws: ReceiptError.self) { try AppReceipt(text) }
    func details(_ arguments: [String]) throws -> [String] {
      let limits = try LimitOptions(Arguments(arguments, of: ShowCommand.manual))
      return try withFile(text) { try InputFile($0, limits).failure(error).details }
    }
    let decoded = ByteContext.dump(bytes, around: error.offset)
    #expect(try details(["--max-bytes", "32"]).starts(with: decoded))
    let given = ByteContext.dump(text, around: error.offset)
    #expect(try details(["--max-bytes", "31"]).starts(with: given) && given != decoded)
  }

  /// Line breaks count, too.
  @Test func `Base64 has at most twice as many bytes as a receipt`() throws {
    let bytes = try Fixtures.receipt("vpp")
    let text = Array(Data(bytes).base64EncodedData())
    for (count, status) in [(2 * bytes.count, 0), (2 * bytes.count + 1, 1)] as [(Int, Int32)] {
      let file = text + Array(repeating: UInt8(ascii: "\n"), count: count - text.count)
      let outcome = try withFile(file) { Tool.run(["show", "--max-bytes", "\(bytes.count)", $0]) }
      #expect(outcome.status == status, "\(count) bytes: \(outcome.errors)")
    }
  }

  @Test func `Each option is a limit of its own`() throws {
    let arguments = ["--max-bytes", "1", "--max-attributes", "2", "--max-rewrites", "3"]
    let limits = try LimitOptions(Arguments(arguments, of: ShowCommand.manual))
    let der = DERLimits(maximumInputBytes: 1, maximumRewrites: 3)
    #expect(limits.receipt == ReceiptLimits(der: der, maximumAttributes: 2))
    #expect(limits.response == JSONLimits(maximumBytes: 1, maximumValues: 2))
  }

  @Test func `What failed is said to people, and scripts get the reason`() throws {
    let error = try #require(throws: ToolError.self) {
      try InputFile(line: Array("{".utf8), LimitOptions()).verifyReceiptResponse()
    }
    #expect(error.message == "not an answer of verifyReceipt: " + error.reason)
  }
}
