import Foundation
import TestSupport
import Testing

/// The article *Error codes* has every code of every error type, and no others.
@Suite struct ErrorCodesTests {
  /// Each heading of the article, and the type in the lists of the public API whose values are its rows.
  static let sections: [(heading: String, type: String, module: String)] = [
    ("ReceiptError", "ReceiptError.Code", "ReceiptParsing"),
    ("FailedCheck", "FailedCheck.Reason", "ReceiptValidation"),
    ("ReceiptSignatureError", "ReceiptSignatureError.Code", "ReceiptValidation"),
    ("DERError", "DERError.Code", "DERParsing"),
    ("PEMError", "PEMError.Code", "DERParsing"),
    ("TransactionReceiptError", "TransactionReceiptError.Code", "TransactionReceipts"),
    ("PurchaseMergeError", "PurchaseMergeError", "ReceiptPurchases"),
    ("JSONError", "JSONError.Code", "VerifyReceipt"),
  ]

  /// The codes in the first column of the table below a heading.
  private static func codes(below heading: String) throws -> [String] {
    let path = "Sources/AppStoreReceipt/AppStoreReceipt.docc/ErrorCodes.md"
    let page = try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
    let section = page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") } ?? ""
    let cells = section.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `") else { return nil }
      return line.dropFirst().prefix { $0 != "|" }.filter { $0 != "`" && $0 != " " }
    }
    return cells.joined(separator: ",").split(separator: ",").map(String.init)
  }

  @Test(arguments: sections)
  func `Every code has a row`(heading: String, type: String, module: String) throws {
    let codes = try Self.codes(below: heading)
    #expect(!codes.isEmpty)
    #expect(codes.sorted() == (try PublicAPIList.values(of: type, in: module)))
  }

  @Test func `Every error type has a section`() throws {
    let page = "Sources/AppStoreReceipt/AppStoreReceipt.docc/ErrorCodes.md"
    let text = try String(contentsOf: Fixtures.root.appending(path: page), encoding: .utf8)
    let headings = text.components(separatedBy: "\n## ").dropFirst().compactMap {
      $0.split(separator: "\n").first.map(String.init)
    }
    #expect(headings == ["Overview"] + Self.sections.map { $0.heading })
  }
}
