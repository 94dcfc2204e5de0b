import CMSParsing
import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Every receipt of `Tests/Fixtures` gives its answer, in whatever form it comes.
@Suite struct FixtureTests {
  @Test func `Every fixture has its row in the table of receipts`() throws {
    let page = Fixtures.root.appending(path: "Tests/Fixtures/README.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(
      text.components(separatedBy: "\n## ").first { $0.hasPrefix("Receipts\n") })
    let rows = section.matches(of: /\n\| `([\w-]+)` \|/).map { String($0.1) }
    #expect(rows.count >= 13)
    #expect(rows.sorted() == Fixtures.names.sorted())
  }

  @Test(arguments: Fixtures.names)
  func `Every field has the expected value`(name: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    let (found, expected) = (ReceiptShow(receipt).fields, try ExpectedReceipt(name).fields)
    for key in Set(found.members.keys).union(expected.members.keys) {
      #expect(found[key] == expected[key], "\(key)")
    }
  }

  @Test(arguments: Fixtures.names)
  func `Every attribute stands where it is expected, byte by byte`(name: String) throws {
    let receipt = try AppReceipt(Fixtures.receipt(name))
    let (found, expected) = (ReceiptShow(receipt).attributes, try ExpectedReceipt(name).attributes)
    #expect(found.count == expected.count)
    for (row, expectedRow) in zip(found, expected) { #expect(row == expectedRow) }
  }

  @Test(arguments: Fixtures.names)
  func `Only what is known to be unreadable is a problem`(name: String) throws {
    let problems = try AppReceipt(Fixtures.receipt(name)).problems.map(\.description)
    let expected =
      name == "date-forms"
      ? [
        "purchase 10, attribute 1708 at byte 4695: not a date",
        "purchase 10, attribute 1712 at byte 4732: not a date",
        "purchase 10, attribute 1704 at byte 4808: not a date",
      ] : []
    #expect(problems == expected)
  }

  @Test(arguments: Fixtures.names)
  func `The form is told, and the bytes that are signed`(name: String) throws {
    let bytes = try Fixtures.receipt(name)
    let receipt = try AppReceipt(bytes)
    #expect(receipt.form.encoding == (name.hasPrefix("xcode") ? .ber : .der))
    #expect(!receipt.form.isBase64)
    #expect((receipt.containerBytes == bytes) == !name.hasPrefix("xcode"))
    #expect(receipt.signedData.version == 1)
    #expect(receipt.contentBytes.first == 0x31)
    #expect(
      try receipt.certificateEncodings().first.map(Array.init)
        == Fixtures.certificate(Self.leaf(name)))
    #expect(try receipt.certificateEncodings().count == (name.hasPrefix("xcode") ? 1 : 3))
  }

  private static func leaf(_ name: String) -> String {
    if name.hasPrefix("xcode") { return "storekit-test" }
    let isSHA1 = name.contains("sha1") || ["many-purchases", "empty-values"].contains(name)
    return "receipt-signing-" + (isSHA1 ? "sha1" : "sha256")
  }

  struct Transport: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isBase64: Bool
    let read: @Sendable ([UInt8]) throws -> AppReceipt

    init(
      _ name: String, isBase64: Bool = true,
      _ read: @escaping @Sendable ([UInt8]) throws -> AppReceipt
    ) {
      (testDescription, self.isBase64, self.read) = (name, isBase64, read)
    }

    /// Base64 text that was changed on its way.
    static func text(
      _ name: String, options: Data.Base64EncodingOptions = [],
      _ change: @escaping @Sendable (String) -> String = { $0 }
    ) -> Transport {
      Transport(name) { bytes in
        try AppReceipt(base64: change(Data(bytes).base64EncodedString(options: options)))
      }
    }
  }

  static let transports: [Transport] = [
    Transport("an array", isBase64: false) { try AppReceipt($0) },
    Transport("a slice in the middle of an array", isBase64: false) {
      try AppReceipt((([1, 2, 3] + $0 + [4, 5])[3..<3 + $0.count]))
    },
    Transport("exactly sized memory", isBase64: false) { bytes in
      try withExactlySized(bytes) { (bytes) throws(ReceiptError) in try AppReceipt(bytes) }
    },
    Transport("Data", isBase64: false) { try AppReceipt(Data($0)) },
    Transport("a slice of Data", isBase64: false) { try AppReceipt((Data([9]) + Data($0))[1...]) },
    Transport("a lazy sequence of bytes", isBase64: false) { try AppReceipt($0.lazy.map { $0 }) },
    .text("one line"),
    .text("lines of 64 characters", options: .lineLength64Characters),
    .text(
      "lines of 76 characters with CR LF",
      options: [
        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ]),
    .text("a newline at the end") { $0 + "\n" },
    .text("white space around it") { " \t\r\n" + $0 + " \r\n\u{0B}\u{0C} " },
    .text("URL-safe") {
      $0.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    },
    .text("without padding") { $0.replacingOccurrences(of: "=", with: "") },
    .text("a tab and line breaks inside") {
      $0.prefix(1) + "\t\n" + $0.dropFirst().dropLast() + "\r\n" + $0.suffix(1)
    },
    Transport("Base64 as bytes") { try AppReceipt(Array(Data($0).base64EncodedData())) },
    Transport("Base64 in exactly sized memory") { bytes in
      try withExactlySized(Array(Data(bytes).base64EncodedData())) {
        (bytes) throws(ReceiptError) in try AppReceipt(bytes)
      }
    },
    Transport("Base64 with spaces, repaired") { bytes in
      let text = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: " ")
      return try AppReceipt(base64: text, spacesArePlusSigns: true)
    },
  ]

  @Test(arguments: transports)
  func `The answer is the same in every form of transport`(row: Transport) throws {
    for name in Fixtures.names where name != "many-purchases" {
      let bytes = try Fixtures.receipt(name)
      let (receipt, plain) = (try row.read(bytes), try AppReceipt(bytes))
      #expect(receipt == plain, "\(name)")
      #expect(receipt.form.isBase64 == row.isBase64, "\(name)")
      #expect(receipt.form.encoding == plain.form.encoding, "\(name)")
      #expect(ReceiptShow(receipt).fields == ReceiptShow(plain).fields, "\(name)")
      #expect(ReceiptShow(receipt).attributes == ReceiptShow(plain).attributes, "\(name)")
    }
  }
}
