import DERParsing
import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Whatever is given in place of a receipt is named.
@Suite struct ReceiptInputTests {
  struct Recognised: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: [UInt8]
    let complaint: Complaint

    init(_ name: String, _ input: [UInt8], _ code: ReceiptError.Code, at offset: Int = 0) {
      (testDescription, self.input) = (name, input)
      complaint = Complaint(code, at: offset)
    }

    init(_ name: String, _ text: String, _ code: ReceiptError.Code, at offset: Int = 0) {
      self.init(name, Array(text.utf8), code, at: offset)
    }
  }

  private static let plist = "{\n\t\"signature\" = \"AbCd\";\n\t\"purchase-info\" = \"eyJh:\";\n}"
  private static let base64 = base64(
    SampleReceipt(SampleReceipt.attribute(2, [0xFB, 0xEF])).bytes)

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
  private static func utf16(_ text: String) -> [UInt8] { text.utf8.flatMap { [$0, 0] } }

  @Test(arguments: [
    Recognised("nothing", [UInt8](), .empty),
    Recognised("white space", " \t\r\n\u{0B}\u{0C} ", .empty),
    Recognised("a JWS", "eyJhbGciOiJFUzI1NiJ9.eyJidW5kbGVJZCI6ImEifQ.c2ln", .jsonWebSignature),
    Recognised("a JWS after a line break", "\neyJhbGciOiJFUzI1NiJ9.e30.c2ln\n", .jsonWebSignature),
    Recognised("a transaction receipt of iOS 6", plist, .transactionReceipt),
    Recognised("the same in Base64", base64(plist), .transactionReceipt),
    Recognised("the same, with a space in front", " " + plist, .transactionReceipt),
    Recognised("the same, with a comment in front", "// :\n" + plist, .transactionReceipt),
    Recognised("a space and the same in Base64", base64(" " + plist), .transactionReceipt),
    Recognised("a comment and the same in Base64", base64("/* */" + plist), .transactionReceipt),
    Recognised("Base64 that begins as a JWS", base64("{\"a\"=b;}"), .transactionReceipt),
    Recognised("a comment alone in Base64", base64("// {a:b}"), .notAReceipt),
    Recognised("PEM", "-----BEGIN PKCS7-----\nMIIB\n-----END PKCS7-----\n", .pem),
    Recognised("PEM of a certificate", "\r\n-----BEGIN CERTIFICATE-----\n", .pem),
    Recognised("a JSON string", "\"MIIB\\/w==\"", .jsonString),
    Recognised("a request to verifyReceipt", "{\"receipt-data\":\"MIIB=\"}", .jsonObject),
    Recognised("an answer of verifyReceipt", " {\n  \"status\" : 21002\n}", .jsonObject),
    Recognised("a JSON array", "[\"MIIB\"]", .jsonObject),
    Recognised("an empty JSON object", "{}", .jsonObject),
    Recognised("Base64 of a JSON object", base64("{\"a\":1}"), .jsonWebSignature),
    Recognised("Base64 of a JSON object with a space", base64("{ \"a\":1}"), .notAReceipt),
    Recognised("text", "NOT A RECEIPT\n", .notAReceipt),
    Recognised("text that begins like Base64", "MIIB a receipt", .base64WithSpaces, at: 4),
    Recognised("text that begins with M", "Maybe a receipt", .notAReceipt),
    Recognised("text that begins with e", "every receipt", .notAReceipt),
    Recognised("text that begins with the digit 0", "0 receipts", .notAReceipt),
    Recognised("Base64 of text", base64("3 bytes"), .notAReceipt),
    Recognised("XML", "<?xml version=\"1.0\"?>", .markup),
    Recognised("an error page", "\n<!DOCTYPE html><html>", .markup),
    Recognised("a number", "0123456789", .transactionIdentifier),
    Recognised("a line with a number", "0123456789\n", .transactionIdentifier),
    Recognised("a line with hexadecimal digits", "0x3082010A\r\n", .hexadecimal),
    Recognised("a number with 21 digits", "123456789012345678901", .hexadecimal),
    Recognised("a number and more", "1000000 receipts", .notAReceipt),
    Recognised("a ZIP archive", "PK\u{3}\u{4}\u{14}\u{0}", .archive),
    Recognised("a gzip file", [0x1F, 0x8B, 0x08, 0x00], .archive),
    Recognised("a data URL", "data:application/octet-stream;base64,MIIB", .dataURL),
    Recognised("a form", "receipt-data=MIIB&password=a", .formField),
    Recognised("a printed optional", "Optional(\"MIIB\")", .printedDescription),
    Recognised("printed data", "{length = 5, bytes = 0x3003020105}", .printedDescription),
    Recognised("printed data, with a space", "{ length = 5 }", .printedDescription),
    Recognised("Base64 of Base64", base64(base64), .doubleBase64),
    Recognised("Base64 of text that begins as this does", base64("M@B"), .notAReceipt),
    Recognised("Base64 with escapes", "MIIB\\/w==", .jsonEscapes, at: 4),
    Recognised("text with a byte order mark", "\u{FEFF}" + base64, .byteOrderMark),
    Recognised("UTF-16", utf16("MIIB"), .utf16),
    Recognised("UTF-16, the other order", utf16("MIIB").reversed(), .utf16),
    Recognised("UTF-16, one character", [0x4D, 0x00], .utf16),
    Recognised("UTF-16, one character in the other order", [0x00, 0x7E], .utf16),
    Recognised("UTF-16 that begins with a blank", [0x00, 0x20, 0x00, 0x41], .utf16),
    Recognised("half a character of UTF-16", [0x4D], .notAReceipt),
    Recognised("a control character of UTF-16", [0x1F, 0x00], .notAReceipt),
    Recognised("two zero bytes", [0x00, 0x00], .notAReceipt),
    Recognised("UTF-16 with a mark", [0xFF, 0xFE] + utf16("MIIB"), .utf16),
    Recognised("UTF-16 with a mark, the other order", [0xFE, 0xFF, 0, 0x4D], .utf16),
    Recognised("decoded as text", [0x30, 0xEF, 0xBF, 0xBD, 0x0C, 0x5A], .decodedAsText),
    Recognised("decoded as Latin-1", [0x30, 0xC2, 0x82, 0x0C, 0x5A], .decodedAsText),
    Recognised("a binary property list", "bplist00", .notAReceipt),
    Recognised("hexadecimal", "3082010a0609", .hexadecimal),
    Recognised("hexadecimal with 0x", "0x3082010A", .hexadecimal),
    Recognised("hexadecimal with \\x", "\\x3082010a", .hexadecimal),
    Recognised("hexadecimal with colons", "30:82:01:0a", .hexadecimal),
    Recognised("hexadecimal of eight digits", "3082010a", .hexadecimal),
    Recognised("seven digits", "308201a", .notAReceipt),
    Recognised("hexadecimal with a mark in the middle", "3082<010a", .notAReceipt),
    Recognised("hexadecimal with a backslash in the middle", "3082\\010a", .notAReceipt),
    Recognised("hexadecimal with an x in the middle", "3082x010a0609", .notAReceipt),
    Recognised("hexadecimal with an x in front", "x3082010a0609", .notAReceipt),
    Recognised(
      "hexadecimal and something else after 24 characters",
      "3082010a06092a864886f70d!", .hexadecimal),
    Recognised("hexadecimal and something else before", "3082010a06092a864886f70!", .notAReceipt),
    Recognised("old NSData", "<3082010a 0609>", .hexadecimal),
    Recognised("a dump", "00000000: 3082 010a", .hexadecimal),
    Recognised("too few digits", "30 82 01", .notAReceipt),
    Recognised("bytes that are no text", [0x00, 0xFF, 0xFE], .notAReceipt),
    Recognised("a SET", DER.set(DER.integer(1)), .notAReceipt),
    Recognised("a SEQUENCE of something else", DER.sequence(DER.integer(1)), .notAReceipt),
    Recognised(
      "a SEQUENCE of something else, of indefinite length", DER.indefinite(0x30, DER.integer(1)),
      .notAReceipt),
    Recognised("an empty SEQUENCE", DER.sequence(), .notAReceipt),
    Recognised(
      "a large SEQUENCE of something else, whose header has five bytes",
      DER.sequence(DER.integer(1), DER.octetString([UInt8](repeating: 0, count: 70_000))),
      .notAReceipt),
    Recognised(
      "Base64 of a SEQUENCE of something else", base64(DER.sequence(DER.integer(1))), .notAReceipt),
  ])
  func `What is no receipt is named`(row: Recognised) {
    #expect(Complaint(refusal(row.input)) == row.complaint)
  }

  @Test(arguments: ["root", "receipt-signing-sha256", "storekit-test"])
  func `A bare certificate is named, in Base64 too`(name: String) throws {
    let bytes = try Fixtures.certificate(name)
    #expect(Complaint(refusal(bytes)) == Complaint(.certificate, at: 0))
    #expect(
      Complaint(refusal(Array(Self.base64(bytes).utf8))) == Complaint(.certificate, at: 0))
  }

  private static func changed(_ change: (inout SampleReceipt) -> Void) -> SampleReceipt {
    var sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("a.b")))
    change(&sample)
    return sample
  }

  private static let otherType = changed { $0.eContentType = "1.2.840.113549.1.9.16.1.4" }
  private static let detached = changed { $0.eContent = [] }
  private static let enveloped = changed { $0.contentType = "1.2.840.113549.1.7.3" }

  @Test(arguments: [
    Recognised("not signedData", enveloped.bytes, .notSignedData),
    Recognised("not signedData, BER", enveloped.ber, .notSignedData),
    Recognised(
      "another content type", otherType.bytes, .contentTypeNotData,
      at: otherType.bytes.offset(of: DER.oid(otherType.eContentType)) - 2),
    Recognised(
      "another content type, BER", otherType.ber, .contentTypeNotData,
      at: otherType.ber.offset(of: DER.oid(otherType.eContentType)) - 2),
    Recognised(
      "detached", detached.bytes, .detachedContent,
      at: detached.bytes.offset(of: DER.sequence(DER.oid(detached.eContentType)))),
    Recognised(
      "detached, BER", detached.ber, .detachedContent,
      at: detached.ber.offset(of: DER.indefinite(0x30, DER.oid(detached.eContentType)))),
  ])
  func `A message of another kind is named`(row: Recognised) {
    #expect(Complaint(refusal(row.input)) == row.complaint)
  }

  /// App Attest receipts have the same container, and attributes of the same shape with raw values.
  private static func appAttest(_ kind: String, bundle: [UInt8]) -> SampleReceipt {
    SampleReceipt(
      SampleReceipt.attribute(2, bundle), SampleReceipt.attribute(3, [0x30, 0x03, 0x01, 0x02]),
      SampleReceipt.attribute(4, Array(repeating: 7, count: 32)),
      SampleReceipt.attribute(5, Array("token".utf8)),
      SampleReceipt.attribute(6, Array(kind.utf8)),
      SampleReceipt.attribute(12, Array("2020-09-28T01:02:03.456Z".utf8)),
      SampleReceipt.attribute(21, Array("2020-12-28T01:02:03.456Z".utf8)))
  }

  @Test(arguments: ["ATTEST", "RECEIPT"])
  func `An App Attest receipt is named`(kind: String) {
    let sample = Self.appAttest(kind, bundle: Array("ABCDE12345.com.example.app".utf8))
    #expect(Complaint(refusal(sample.bytes)) == Complaint(.appAttestReceipt, at: 0))
    #expect(Complaint(refusal(sample.ber)) == Complaint(.appAttestReceipt, at: 0))
  }

  @Test func `An App Store receipt whose attribute 6 reads so by chance is one`() throws {
    let sample = Self.appAttest("ATTEST", bundle: DER.utf8("com.example.app"))
    #expect(try AppReceipt(sample.bytes).bundleIdentifier == "com.example.app")
    let other = Self.appAttest("ATTEST ", bundle: Array("ABCDE12345.com.example.app".utf8))
    #expect(refusal(other.bytes) == nil)
  }

  @Test func `Text of every length and no meaning is refused with a code`() {
    var generator = SeededGenerator(seed: 20_250_101)
    for count in 0..<400 {
      let text = (0..<count).map { _ in UInt8.random(in: 0x20..<0x7F, using: &generator) }
      #expect(refusal(text) != nil, "\(String(decoding: text, as: UTF8.self))")
    }
  }
}
