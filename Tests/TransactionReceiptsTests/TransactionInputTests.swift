import ReceiptParsing
import Foundation
import TestSupport
import Testing
import TransactionReceipts

/// Whatever is given in place of a transaction receipt is named.
@Suite struct TransactionInputTests {
  struct Recognised: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: [UInt8]
    let code: TransactionReceiptError.Code
    let offset: Int
    let key: String?

    init(
      _ name: String, _ input: [UInt8], _ code: TransactionReceiptError.Code, at offset: Int = 0,
      key: String? = nil
    ) {
      (testDescription, self.input, self.code) = (name, input, code)
      (self.offset, self.key) = (offset, key)
    }

    init(
      _ name: String, _ text: String, _ code: TransactionReceiptError.Code, at offset: Int = 0,
      key: String? = nil
    ) {
      self.init(name, Array(text.utf8), code, at: offset, key: key)
    }
  }

  private static let app = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("a.b")))
  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
  private static func base64(_ text: String) -> String { TransactionSample.base64(text) }

  @Test(arguments: [
    Recognised("nothing", "", .empty),
    Recognised("white space", " \n\t", .empty),
    Recognised("an App Store receipt", app.bytes, .appReceipt),
    Recognised("an App Store receipt in BER", app.ber, .appReceipt),
    Recognised("an App Store receipt in Base64", base64(app.bytes), .appReceipt),
    Recognised("a JWS", "eyJhbGciOiJFUzI1NiJ9.e30.c2ln", .jsonWebSignature),
    Recognised("PEM", "-----BEGIN PKCS7-----\n", .pem),
    Recognised("a JSON string", "\"ewoJ\"", .jsonString),
    Recognised("a JSON array", "[]", .jsonObject),
    Recognised(
      "a request to verifyReceipt", "{\"receipt-data\":\"ewoJ\"}", .jsonObject, at: 15,
      key: "receipt-data"),
    Recognised("text", "NOT A RECEIPT", .notATransactionReceipt),
    Recognised("text that is Base64 by chance", "receipts", .notATransactionReceipt),
    Recognised("XML", "<?xml version=\"1.0\"?>", .notATransactionReceipt),
    Recognised("a binary property list", "bplist00", .notATransactionReceipt),
    Recognised("bytes that are no text", [0x00, 0xFF, 0xFE], .notATransactionReceipt),
    Recognised("Base64 of text", base64("text"), .notATransactionReceipt),
    Recognised("Base64 of nothing but a space", base64(" "), .notATransactionReceipt),
    Recognised("Base64 that is percent-encoded", "ewoJ%2B", .percentEncoded, at: 4),
    Recognised("Base64 with a dot", "ewoJ.", .base64InvalidCharacter, at: 4),
    Recognised("Base64 with an escape", "ewoJ\\/", .base64InvalidCharacter, at: 4),
    Recognised("Base64 cut off", "ewoJI", .base64InvalidLength, at: 5),
    Recognised("a list without a purchase", "{}", .purchaseInfoMissing),
    Recognised("a list of other things", "{\"bid\"=\"a\";}", .purchaseInfoMissing),
    Recognised("its Base64, which begins as a JWS", base64("{\"bid\"=a;}"), .purchaseInfoMissing),
    Recognised("the list inside", "{\"transaction-id\" = \"1\";}", .purchaseInfoMissing),
    Recognised(
      "a purchase that is no Base64", "{\"purchase-info\" = \"eHg=.\";}",
      .base64InvalidCharacter, at: 24, key: "purchase-info"),
    Recognised(
      "a purchase that is no Base64, with an escape", "{\"purchase-info\" = \"eHg=\\t.\";}",
      .base64InvalidCharacter, at: 20, key: "purchase-info"),
    Recognised(
      "a purchase with a space", "{\"purchase-info\" = \"ew oJ\";}", .base64WithSpaces, at: 22,
      key: "purchase-info"),
    Recognised(
      "a purchase twice", "{purchase-info='';purchase-info='';}", .duplicateKey, at: 18,
      key: "purchase-info"),
  ])
  func `What is no transaction receipt is named`(row: Recognised) {
    let error = transactionRefusal(row.input)
    #expect(error?.code == row.code && error?.offset == row.offset && error?.key == row.key)
    #expect(error?.part == .receipt)
  }

  @Test func `An App Store receipt and a transaction receipt refuse each other by name`() throws {
    let sample = TransactionSample(("bid", "a.b"))
    let base64 = Array(Self.base64(sample.bytes).utf8)
    for bytes in [sample.bytes, base64] {
      let error = #expect(throws: ReceiptError.self) { try AppReceipt(bytes) }
      #expect(error?.code == .transactionReceipt)
      #expect(error?.description.contains("TransactionReceipt") == true)
    }
    for name in Fixtures.names {
      #expect(transactionRefusal(try Fixtures.receipt(name))?.code == .appReceipt)
    }
  }

  @Test func `The number of bytes is bounded, in Base64 too`() throws {
    let text = TransactionSample(("bid", "a.b")).text
    let base64 = Self.base64(text)
    let exact = TransactionReceiptLimits(maximumBytes: text.utf8.count)
    let less = TransactionReceiptLimits(maximumBytes: text.utf8.count - 1)
    for input in [Array(text.utf8), Array(base64.utf8)] {
      #expect(transactionRefusal(input, limits: exact) == nil)
      #expect(transactionRefusal(input, limits: less)?.code == .tooLarge)
    }
    #expect(throws: Never.self) { try TransactionReceipt(base64: base64, limits: exact) }
    let refused = #expect(throws: TransactionReceiptError.self) {
      try TransactionReceipt(base64: base64, limits: less)
    }
    #expect(refused?.code == .tooLarge)
    let padding = String(repeating: " ", count: 65_536 - text.utf8.count)
    #expect(transactionRefusal(Array((padding + text).utf8)) == nil)
    #expect(transactionRefusal(Array((" " + padding + text).utf8))?.code == .tooLarge)
    let huge = [UInt8](repeating: UInt8(ascii: "e"), count: 131_073)
    #expect(transactionRefusal(huge)?.code == .tooLarge)
    #expect(
      transactionRefusal(huge, limits: TransactionReceiptLimits(maximumBytes: .max))?.code
        == .base64InvalidLength)
    for negative in [-1, .min] {
      let limits = TransactionReceiptLimits(maximumBytes: negative)
      #expect(transactionRefusal(huge, limits: limits)?.code == .tooLarge)
    }
  }

  @Test
  func `An App Store receipt is named even if it is larger than a transaction receipt may be`() {
    let bytes = Self.app.bytes
    for input in [bytes, Array(Self.base64(bytes).utf8)] {
      let limits = TransactionReceiptLimits(maximumBytes: bytes.count - 1)
      #expect(transactionRefusal(input, limits: limits)?.code == .appReceipt)
    }
    let least = TransactionReceiptLimits(maximumBytes: bytes.count / 2 - 1)
    #expect(transactionRefusal(bytes, limits: least)?.code == .tooLarge)
  }

  @Test(arguments: [
    ("", "the input is empty"),
    ("ewoJ%2B", "this Base64 is percent-encoded at byte 4; decode it first"),
    ("{bid x;}", "bid: unexpected character at byte 5"),
    ("{purchase-info=('');}", "purchase-info: the value is not a string at byte 15"),
    ("{purchase-info='e2JpZD0';}", "purchase-info: bid: truncated at byte 5"),
    (
      "{purchase-info='ewoJI';}",
      "purchase-info: Base64 is truncated or badly padded at byte 21"
    ),
    (
      "{purchase-info='e2E9YjthPWI7fQ';}",
      "purchase-info: a: duplicate key at byte 5"
    ),
  ])
  func `One sentence: part, key, what is wrong, where`(text: String, sentence: String) {
    #expect(transactionRefusal(Array(text.utf8))?.description == sentence)
  }

  @Test func `Codes differ, and each has a name and words of its own`() {
    let codes: [TransactionReceiptError.Code] = [
      .empty, .tooLarge, .notATransactionReceipt, .appReceipt, .jsonWebSignature, .pem, .jsonString,
      .jsonObject, .percentEncoded, .base64WithSpaces, .base64InvalidCharacter,
      .base64InvalidLength, .truncated, .unexpectedCharacter, .invalidEscape, .notUTF8,
      .nestedValue,
      .duplicateKey, .tooManyKeys, .trailingBytes, .purchaseInfoMissing, .signatureMissing,
      .unsupportedSignatureVersion,
    ]
    #expect(Set(codes).count == 23 && Set(codes.map(\.rawValue)).count == 23)
    #expect(Set(codes.map(\.description)).count == 23)
  }
}
