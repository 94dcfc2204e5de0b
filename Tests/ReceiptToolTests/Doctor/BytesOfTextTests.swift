import TestSupport
import Testing

@testable import ReceiptInspection

/// What the doctor does with text without Foundation.
@Suite struct BytesOfTextTests {
  @Test(arguments: [
    ("aaab", "aab", 1), ("ababac", "abac", 2), ("abc", "abc", 0), ("abc", "c", 2),
    ("ab", "abc", nil),
    ("", "a", nil), ("a", "", 0),
  ])
  func `The first place of some bytes`(text: String, pattern: String, place: Int?) {
    #expect(Array(text.utf8).place(of: Array(pattern.utf8)) == place)
  }

  @Test(arguments: [
    ("a%2Bb%2f", "a+b/"), ("%C3%A9", "é"), ("", ""), ("%", nil), ("%2", nil), ("%2G", nil),
    ("%+2", nil), ("%C3", nil), ("%ED%A0%80", nil),
  ])
  func `Percent-encoding of UTF-8, or nothing`(text: String, decoded: String?) {
    #expect(Array(text.utf8).percentDecoded == decoded.map { Array($0.utf8) })
  }

  @Test(arguments: [("a", "a", true), ("ab", "b", true), ("ab", "ab", true), ("b", "ab", false)])
  func `The end of some bytes`(text: String, end: String, ends: Bool) {
    #expect(Array(text.utf8).ends(with: end) == ends)
  }

  @Test func `PEM text with header lines, however it is broken`() throws {
    let text = "log: -----BEGIN CMS-----\r\nA: b\r\nMIIB\r\n!!\r\n-----END CMS-----"
    let block = try #require(PEMText(Array(text.utf8)[...]))
    #expect(block.label == "CMS" && block.base64 == Array("MIIB\n!!".utf8))
    #expect(PEMText(Array(text.dropLast(1).utf8)[...]) == nil)
    #expect(PEMText(Array("-----BEGIN A-----\n-----END B-----".utf8)[...]) == nil)
  }
}
