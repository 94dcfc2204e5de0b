import AppStoreReceipt
import Foundation
import TestSupport
import Testing
import VerifyReceipt

/// Base64 as Apple's endpoint takes it, and as the rest of the library does: cases of both kinds for each rule.
@Suite struct VerifyReceiptBase64Tests {
  /// The status without and with ``VerifyReceiptResponder/acceptsBase64Variants``.
  private typealias Statuses = (apple: Int64, tolerant: Int64)

  private func statuses(_ text: String) -> Statuses {
    var responder = VerifyReceiptResponder(
      for: .any, at: nil, verifier: AcceptingVerifier(),
      transactionVerifier: RefusingVerifier(code: .signatureMismatch))
    let request = VerifyReceiptRequest(receiptData: text)
    let now = ReceiptDate(millisecondsSince1970: 1_767_225_600_123)
    let answer = responder.answer(request, at: now)
    responder.acceptsBase64Variants = true
    return (
      answer.response.status?.rawValue ?? -1,
      responder.answer(request, at: now).response.status?.rawValue ?? -1
    )
  }

  /// A receipt whose Base64 has that many characters of padding.
  private static func receipt(padding: Int) throws -> [UInt8] {
    for count in 1...3 {
      let receipt = SampleReceipt(
        SampleReceipt.attribute(0, DER.utf8("Production")),
        SampleReceipt.attribute(2, DER.utf8("com.example.app")),
        SampleReceipt.attribute(12, DER.ia5("2025-12-01T10:00:00Z")),
        SampleReceipt.attribute(99, Array(repeating: 0, count: count)))
      let bytes = try AppReceipt(receipt.bytes).containerBytes
      if (3 - bytes.count % 3) % 3 == padding { return bytes }
    }
    preconditionFailure("one of three lengths in a row has that padding")
  }

  private static func text(padding: Int) throws -> String {
    Data(try receipt(padding: padding)).base64EncodedString()
  }

  @Test(arguments: [0, 1, 2])
  func `Padding must be there`(padding: Int) throws {
    let text = try Self.text(padding: padding)
    let bare = text.replacingOccurrences(of: "=", with: "")
    #expect(statuses(text) == (0, 0))
    #expect(statuses(bare) == (padding == 0 ? 0 : 21002, 0))
    #expect(statuses(text + "=") == (21002, 21002))
    #expect(statuses(bare + "====") == (21002, 21002))
    #expect(statuses(text + "MIIT") == (padding == 0 ? 0 : 21002, 21002))
  }

  @Test func `The URL-safe alphabet is not Apple's`() throws {
    // Three times, each a byte further: one of them makes plus signs.
    let value: [UInt8] = [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]
    let receipt = SampleReceipt(
      SampleReceipt.attribute(0, DER.utf8("Production")),
      SampleReceipt.attribute(2, DER.utf8("com.example.app")),
      SampleReceipt.attribute(4, value + [0] + value + [0] + value),
      SampleReceipt.attribute(12, DER.ia5("2025-12-01T10:00:00Z")))
    let text = Data(try AppReceipt(receipt.bytes).containerBytes).base64EncodedString()
    try #require(text.contains("+") && text.contains("/"))
    #expect(statuses(text.replacingOccurrences(of: "+", with: "-")) == (21002, 0))
    #expect(statuses(text.replacingOccurrences(of: "/", with: "_")) == (21002, 0))
    #expect(statuses(text.replacingOccurrences(of: "+", with: " ")) == (21002, 21002))
  }

  @Test(arguments: ["\n", "\r\n", "\t", " "])
  func `White space is nowhere`(space: String) throws {
    let text = try Self.text(padding: 1)
    #expect(statuses(text + space) == (21002, 0))
    #expect(statuses(space + text) == (21002, 0))
    let inside = text.prefix(64) + space + text.dropFirst(64)
    #expect(statuses(String(inside)) == (21002, space == " " ? 21002 : 0))
  }

  @Test(arguments: [1, 2])
  func `Unused bits may be anything at Apple's`(padding: Int) throws {
    let text = try Self.text(padding: padding)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let place = text.index(text.endIndex, offsetBy: -1 - padding)
    let last = try #require(alphabet.firstIndex(of: text[place]))
    for bits in 1..<(padding == 1 ? 4 : 16) {
      let loose = text[..<place] + String(alphabet[last + bits]) + text[place...].dropFirst()
      #expect(statuses(String(loose)) == (0, 21002), "\(bits)")
    }
  }

  @Test func `Bytes after the receipt are no part of it`() throws {
    let receipt = try Self.receipt(padding: 0)
    var responder = VerifyReceiptResponder(
      for: .any, at: nil, verifier: AcceptingVerifier(),
      transactionVerifier: RefusingVerifier(code: .signatureMismatch))
    responder.derivesLatestReceiptInfo = true
    let now = ReceiptDate(millisecondsSince1970: 0)
    let expected = responder.answer(
      VerifyReceiptRequest(receiptData: Data(receipt).base64EncodedString()), at: now)
    for count in [1, 2, 3, 1000] {
      for byte: UInt8 in [0, 0x30, 0xFF] {
        let text = Data(receipt + Array(repeating: byte, count: count)).base64EncodedString()
        #expect(statuses(text) == (0, 21002))
        #expect(responder.answer(VerifyReceiptRequest(receiptData: text), at: now) == expected)
      }
    }
    #expect(statuses(Data(receipt + receipt).base64EncodedString()) == (0, 21002))
    #expect(statuses(Data([0] + receipt).base64EncodedString()) == (21002, 21002))
    for count in 1..<8 {
      #expect(statuses(Data(receipt.dropLast(count)).base64EncodedString()) == (21002, 21002))
    }
  }

  @Test func `What is not Base64 of a receipt is refused, however it is wrapped`() throws {
    let text = try Self.text(padding: 0)
    #expect(statuses(Data(text.utf8).base64EncodedString()) == (21002, 21002))
    #expect(statuses("0\u{1}\u{0}") == (21002, 21002))
    let xcode = try Fixtures.receipt("xcode-ber")
    #expect(statuses(Data(xcode).base64EncodedString()).apple != 0)
    #expect(statuses(Data(xcode + [0]).base64EncodedString()) == (21002, 21002))
  }

  @Test func `Transaction receipts follow the same rules, and nothing may follow them`() throws {
    let file = Fixtures.root.appending(path: "Tests/Fixtures/Transactions/P01-v2.plist")
    let list = try Fixtures.bytes(of: file)
    let text = Data(list).base64EncodedString()
    // Refused for their signature only: 21003.
    #expect(statuses(text) == (21003, 21003))
    #expect(statuses(text + "\n") == (21002, 21003))
    #expect(statuses(String(decoding: list, as: UTF8.self)) == (21002, 21003))
    #expect(statuses(Data(list + Array("}".utf8)).base64EncodedString()) == (21002, 21002))
  }
}
