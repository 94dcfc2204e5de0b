import Foundation
import TestSupport
import Testing

/// Something that people pass in place of a receipt, and what the doctor has to say about it.
struct WrongInput: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  /// The codes of all problems, each with its byte if it has one: `trailingBytes 5432`.
  let problems: [String]
  /// Whether there is a receipt inside that can be read.
  let holdsReceipt: Bool

  init(_ name: String, _ bytes: [UInt8], _ problems: [String], holdsReceipt: Bool = false) {
    testDescription = name
    self.bytes = bytes
    self.problems = problems
    self.holdsReceipt = holdsReceipt
  }

  init(_ name: String, _ text: String, _ problems: [String], holdsReceipt: Bool = false) {
    self.init(name, Array(text.utf8), problems, holdsReceipt: holdsReceipt)
  }

  static let receipt = (try? Fixtures.receipt("ios-sha256-subscriptions")) ?? []
  static let text = Data(receipt).base64EncodedString()
  private static let certificate = (try? Fixtures.certificate("root")) ?? []

  /// What is wrapped around a receipt, and can be taken off.
  static let wrapped: [WrongInput] = [
    wrapping("a byte order mark", "\u{FEFF}" + text, ["byteOrderMark"]),
    wrapping("UTF-16", utf16(text, [0, 1]), ["utf16"]),
    wrapping("UTF-16, the other order", utf16(text, [1, 0]), ["utf16"]),
    wrapping("UTF-16 with a mark", [0xFF, 0xFE] + utf16(text, [0, 1]), ["utf16"]),
    wrapping(
      "UTF-16 with a mark, the other order", [0xFE, 0xFF] + utf16(text, [1, 0]), ["utf16"]),
    wrapping("PEM", pem("PKCS7", receipt), ["pem"]),
    wrapping("PEM of CMS", "\n" + pem("CMS", receipt), ["pem"]),
    wrapping(
      "as many wrappings as are taken off",
      (0..<8).reduce(text) { text, _ in "Optional(\(text))" },
      Array(repeating: "printedDescription", count: 8)),
    wrapping("a printed optional", "Optional(\"\(text)\")", ["printedDescription"]),
    wrapping("a printed optional without marks", "Optional(\(text))\n", ["printedDescription"]),
    wrapping("hexadecimal", receipt.hexadecimal, ["hexadecimal"]),
    wrapping("hexadecimal of Base64", Array(text.utf8).hexadecimal, ["hexadecimal"]),
    wrapping("hexadecimal with 0x", "0x" + receipt.hexadecimal.uppercased(), ["hexadecimal"]),
    wrapping("bytea", "\\x" + receipt.hexadecimal, ["hexadecimal"]),
    wrapping("hexadecimal with colons", grouped(receipt.hexadecimal, 2, ":"), ["hexadecimal"]),
    wrapping(
      "hexadecimal with 0x each", "0x" + grouped(receipt.hexadecimal, 64, "\n0x"), ["hexadecimal"]),
    wrapping("old NSData", "<\(grouped(receipt.hexadecimal, 8, " "))>", ["hexadecimal"]),
    wrapping("xxd", dump(": ", 4, "  ", ""), ["hexadecimal"]),
    wrapping("hexdump", dump("  ", 2, "  |", "|") + "00001538\n", ["hexadecimal"]),
    wrapping("a form", "receipt-data=\(percent(text))&password=a", ["formField"]),
    wrapping("a data URL", "data:application/octet-stream;base64,\(text)", ["dataURL"]),
    wrapping("apostrophes", "'\(text)'\n", ["quotationMarks"]),
    wrapping("bytes of Python", "b'\(text)'", ["quotationMarks"]),
    wrapping("curly marks", "“\(text)”", ["quotationMarks"]),
    wrapping("a JSON string", "\"\(text.replacing("/", with: "\\/"))\"", ["jsonString"]),
    wrapping("a JSON string that is not closed", "\"\(text)", ["jsonString"]),
    wrapping(
      "escapes without marks", text.replacing("/", with: "\\/"),
      ["jsonEscapes \(first("/"))"]),
    wrapping("a request", "{\"receipt-data\":\"\(text)\"}", ["verifyReceiptRequest"]),
    wrapping(
      "an answer", "{\"status\":0,\"receipt\":{},\"latest_receipt\":\"\(text)\"}",
      ["verifyReceiptAnswer"]),
    wrapping(
      "an old notification",
      "{\"notification_type\":\"CANCEL\",\"unified_receipt\":{\"latest_receipt\":\"\(text)\"}}",
      ["notificationV1"]),
    wrapping("an array", "[1,[\"\(text)\"]]", ["jsonObject"]),
    wrapping(
      "a Buffer",
      "{\"type\":\"Buffer\",\"data\":[\(receipt.map(String.init).joined(separator: ","))]}",
      ["jsonObject"]),
    wrapping(
      "a line of JSON", "\"receipt-data\" : \"\(text)\",", ["jsonString", "surroundings 15"]),
    wrapping("percent-encoded", percent(text), ["percentEncoded \(first("+/="))"]),
    wrapping(
      "spaces for plus signs", text.replacing("+", with: " "),
      ["base64WithSpaces \(first("+"))"]),
    wrapping("spaces between blocks", grouped(text, 64, " "), ["spaces 64"]),
    wrapping("Base64 of Base64", base64(text), ["doubleBase64"]),
    wrapping("Base64 of Base64 of Base64", base64(base64(text)), ["base64", "doubleBase64"]),
    wrapping("Base64 of a JSON string", base64("\"\(text)\""), ["base64", "jsonString"]),
    wrapping(
      "Base64 of a request", base64("{\"receipt-data\":\"\(text)\"}"),
      ["base64", "verifyReceiptRequest"]),
    wrapping("a comma", text + ",", ["base64InvalidCharacter \(text.utf8.count)"]),
    wrapping("a zero at the end", text + "\0", ["base64InvalidCharacter \(text.utf8.count)"]),
    wrapping("a label", "Receipt: \(text) (end)", ["surroundings 9"]),
    wrapping("an e-mail", mail, ["surroundings \(mailHeader.utf8.count)"]),
    wrapping(
      "an e-mail with a short header",
      "MIME-Version: 1.0\n\n\(grouped(text, 76, "\n"))\n--\nA. B.\n", ["surroundings 19"]),
    wrapping("an item of a list", "* \(text)", ["surroundings 2"]),
    wrapping("a line of a log", "[2025-05-01 10:00:00] receipt: \(text)", ["surroundings 31"]),
    wrapping("lines below a label", "Receipt:\n\(grouped(text, 64, "\n"))\n", ["surroundings 9"]),
    wrapping(
      "a word below lines of one length",
      "Receipt:\n\(grouped(text, text.utf8.count / 2, "\n"))\nRegards\n", ["surroundings 9"]),
    wrapping(
      "invalid characters in some lines",
      grouped(text, 64, "\n").replacing("\n", with: ",\n", maxReplacements: 9),
      ["base64InvalidCharacter 64"]),
    wrapping("bytes behind", receipt + [0, 0], ["trailingBytes \(receipt.count)"]),
    wrapping(
      "bytes behind, in Base64", Data(receipt + [7]).base64EncodedString(),
      ["trailingBytes \(receipt.count)"]),
    wrapping(
      "Latin-1", Array(String(String.UnicodeScalarView(receipt.map { Unicode.Scalar($0) })).utf8),
      ["decodedAsText"]),
    wrapping(
      "an HTTP message", Array("POST / HTTP/1.1\r\n\r\n".utf8) + receipt, ["surroundings 19"]),
    wrapping(
      "an HTTP message, and Base64", Array("POST / HTTP/1.1\r\n\r\n".utf8) + receipt + text.utf8,
      ["surroundings 19", "trailingBytes \(receipt.count)"]),
    wrapping(
      "a part of a form", Array("--a\r\n\r\n".utf8) + receipt + Array("\r\n--a--".utf8),
      ["surroundings 7", "trailingBytes \(receipt.count)"]),
  ]

  /// What holds no receipt, or not all of it.
  static let foreign: [WrongInput] = [
    WrongInput("nothing", "", ["empty"]),
    WrongInput("white space", " \n", ["empty"]),
    WrongInput("words", "hello", ["notAReceipt"]),
    WrongInput("a URL", "file:///private/var/StoreKit/receipt", ["path"]),
    WrongInput("a URL of the web", "http://example.com/receipt", ["path"]),
    WrongInput("one that is encrypted", "https://example.com/receipt", ["path"]),
    WrongInput("a path", "/private/var/StoreKit/receipt", ["path"]),
    WrongInput("an order", "MVTLBN5N5K", ["orderIdentifier"]),
    WrongInput("an order like a truncated receipt", "MK5TTTVWJH", ["orderIdentifier"]),
    WrongInput("an order that is Base64", "MIITAAAAAA\n", ["orderIdentifier"]),
    WrongInput("an order in Base64 of bytes", "MA0AAAAAAQ", ["orderIdentifier"]),
    WrongInput(
      "an e-mail without a receipt", "MIME-Version: 1.0\nSubject: Hi\n\nHow are you?\n",
      ["base64InvalidCharacter 12"]),
    WrongInput("a UUID", "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57", ["uuid"]),
    WrongInput("a transaction", "1000000637840752", ["transactionIdentifier"]),
    WrongInput("what Data prints", "5432 bytes", ["printedDescription"]),
    WrongInput(
      "what Data? prints", "Optional(5432 bytes)", ["printedDescription", "printedDescription"]),
    WrongInput(
      "new NSData", "{length = 5432, bytes = 0x30821534 ... 3be42d }", ["printedDescription"]),
    WrongInput("half a byte of hexadecimal", "30821534 06092a864886f", ["hexadecimal"]),
    WrongInput("an error page", "<html><body>502</body></html>", ["markup"]),
    WrongInput("a ZIP archive", "PK\u{3}\u{4}abc", ["archive"]),
    WrongInput(
      "gzip in Base64", Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]).base64EncodedString(),
      ["base64", "archive"]),
    WrongInput("a binary property list", "bplist00", ["propertyList"]),
    WrongInput(
      "an XML property list", "<?xml version=\"1.0\"?><plist><data>MIIT</data></plist>",
      ["propertyList"]),
    WrongInput("bytes as Python prints them", "b'\\x30\\x82\\x15'", ["pythonBytes"]),
    WrongInput("a JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10], ["image"]),
    WrongInput("a PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], ["image"]),
    WrongInput("a GIF", "GIF89a", ["image"]),
    WrongInput("a PDF", "%PDF-1.7", ["pdf"]),
    WrongInput("an SQLite database", "SQLite format 3\0abc", ["database"]),
    WrongInput("zlib's format", [0x78, 0x9C, 0x01, 0x02, 0x03], ["compressed"]),
    WrongInput("zlib's fastest", [0x78, 0x01, 0x01, 0x02, 0x03], ["compressed"]),
    WrongInput("zlib's best", [0x78, 0xDA, 0x01, 0x02, 0x03], ["compressed"]),
    WrongInput("a certificate", certificate, ["certificate"]),
    WrongInput("a certificate in PEM", pem("CERTIFICATE", certificate), ["pem", "certificate"]),
    WrongInput("a private key", pem("PRIVATE KEY", [1, 2, 3]), ["privateKey"]),
    WrongInput("a private key of RSA", pem("RSA PRIVATE KEY", [1, 2, 3]), ["privateKey"]),
    WrongInput("a private key of a curve", pem("EC PRIVATE KEY", [1, 2, 3]), ["privateKey"]),
    WrongInput("an encrypted key", pem("ENCRYPTED PRIVATE KEY", [1, 2, 3]), ["privateKey"]),
    WrongInput(
      "a private key without an end", "-----BEGIN PRIVATE KEY-----\nMIIB", ["privateKey"]),
    WrongInput(
      "parameters before a key",
      pem("EC PARAMETERS", [6, 1, 42]) + "\n" + pem("EC PRIVATE KEY", [1]), ["privateKey"]),
    WrongInput(
      "a private key in DER",
      DER.sequence(DER.integer(0), DER.sequence(DER.oid("1.2.3")), DER.octetString([1])),
      ["privateKey"]),
    WrongInput(
      "a private key of RSA in Base64",
      Data(DER.sequence(DER.integer(0), DER.integer(305_419_896))).base64EncodedString(),
      ["privateKey"]),
    WrongInput(
      "a private key of a curve in DER", DER.sequence(DER.integer(1), DER.octetString([1])),
      ["privateKey"]),
    WrongInput("PEM without an end", "-----BEGIN PKCS7-----\nMIIB", ["pem"]),
    WrongInput("PKCS #12", DER.sequence(DER.integer(3), DER.octetString([1])), ["keyStore"]),
    WrongInput("another message", enveloped.bytes, ["notSignedData"]),
    WrongInput("a provisioning profile", profile.bytes, ["provisioningProfile"]),
    WrongInput("U+FFFD", Array(String(decoding: receipt, as: UTF8.self).utf8), ["decodedAsText"]),
    WrongInput("cut off", Array(receipt.prefix(3000)), ["truncated 3000"]),
    WrongInput("Base64 cut off at a group", String(text.prefix(4000)), ["truncated 3000"]),
    WrongInput(
      "Base64 cut off in a group", String(text.prefix(4001)),
      ["base64InvalidLength 4001", "truncated 3000"]),
    WrongInput(
      "a log with an ellipsis", text.prefix(500) + "..." + text.suffix(500),
      ["base64InvalidCharacter 500"]),
    WrongInput(
      "more wrappings than anybody makes", (0..<9).reduce("a") { text, _ in "Optional(\(text))" },
      Array(repeating: "printedDescription", count: 9) + ["tooManyWrappings"]),
  ]

  // MARK: Making them

  private static func wrapping(
    _ name: String, _ bytes: [UInt8], _ problems: [String]
  ) -> WrongInput {
    WrongInput(name, bytes, problems, holdsReceipt: true)
  }

  private static func wrapping(_ name: String, _ text: String, _ problems: [String]) -> WrongInput {
    wrapping(name, Array(text.utf8), problems)
  }

  private static let mailHeader =
    "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"a\"\r\n\r\n--a\r\n"
    + "Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n"

  private static let mail = "\(mailHeader)\(grouped(text, 76, "\r\n"))\r\n--a--\r\n"

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private static func utf16(_ text: String, _ order: [Int]) -> [UInt8] {
    text.utf8.flatMap { byte in order.map { $0 == 0 ? byte : 0 } }
  }

  private static func pem(_ label: String, _ bytes: [UInt8]) -> String {
    let lines = grouped(Data(bytes).base64EncodedString(), 64, "\n")
    return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
  }

  private static func grouped(_ text: String, _ count: Int, _ separator: String) -> String {
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: count)
      .map { String(characters[$0..<min($0 + count, characters.count)]) }
      .joined(separator: separator)
  }

  /// Lines of sixteen bytes: what stands before them, how many digits a group has, what stands around the characters.
  private static func dump(
    _ before: String, _ group: Int, _ gap: String, _ end: String
  ) -> String {
    var text = ""
    for start in stride(from: 0, to: receipt.count, by: 16) {
      let bytes = Array(receipt[start..<min(start + 16, receipt.count)])
      let offset = String(start, radix: 16)
      let characters = bytes.map { 0x20..<0x7F ~= $0 ? String(Unicode.Scalar($0)) : "." }.joined()
      text += String(repeating: "0", count: 8 - offset.count) + offset + before
      text += grouped(bytes.hexadecimal, group, " ") + gap + characters + end + "\n"
    }
    return text
  }

  private static func percent(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// Where the first of these characters stands in the Base64.
  private static func first(_ characters: String) -> Int {
    text.utf8.enumerated().first { characters.utf8.contains($0.element) }?.offset ?? 0
  }

  private static let enveloped: SampleReceipt = {
    var sample = SampleReceipt(SampleReceipt.attribute(2, DER.utf8("a.b")))
    sample.contentType = "1.2.840.113549.1.7.3"
    return sample
  }()

  private static let profile: SampleReceipt = {
    var sample = SampleReceipt()
    sample.payload = Array("<?xml version=\"1.0\"?><plist/>".utf8)
    return sample
  }()
}
