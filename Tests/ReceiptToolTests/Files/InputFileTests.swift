import Testing

@testable import receipt

@Suite struct InputFileTests {
  @Test(arguments: [
    ("a/b-c_1.p7", "a/b-c_1.p7"), ("", "''"), ("a b", "'a b'"), ("$(x)", "'$(x)'"),
    ("it's", #"'it'\''s'"#), ("é", "é"), ("'\u{301}$(x)", "''\\''\u{301}$(x)'"),
  ])
  func `A path is one word for a shell`(path: String, word: String) {
    #expect(Array(path.shellWord.utf8) == Array(word.utf8))
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

  @Test func `What failed is said to people, and scripts get the reason`() throws {
    let error = try #require(throws: ToolError.self) {
      try InputFile(line: Array("{".utf8), LimitOptions()).verifyReceiptResponse()
    }
    #expect(error.message == "not an answer of verifyReceipt: " + error.reason)
  }
}
