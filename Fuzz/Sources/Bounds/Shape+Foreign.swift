extension Shape {
  /// What people take for a receipt: what the doctor looks into.
  static let foreign: [Shape] = [
    foreign("a receipt in JSON") {
      Array("{\"receipt\":\"".utf8) + Base64Text.of(ordinaryReceipt.bytes($0 * 3 / 4))
        + Array("\"}".utf8)
    },
    foreign("receipts in an array") { count in
      let receipt = String(decoding: Base64Text.of(ordinaryReceipt.bytes(300)), as: UTF8.self)
      return array("\"\(receipt)\"", count)
    },
    foreign("receipts deep in JSON") { count in
      let receipt = String(decoding: Base64Text.of(ordinaryReceipt.bytes(300)), as: UTF8.self)
      let key = String(repeating: "k", count: 1000)
      return Array("{\"\(key)\":{\"\(key)\":".utf8) + array("\"\(receipt)\"", count)
        + Array("}}".utf8)
    },
    foreign("an array below a long key") { count in
      let key = String(repeating: "k", count: count / 2)
      return Array("{\"\(key)\":".utf8) + array("[0]", count / 2) + Array("}".utf8)
    },
    foreign("texts like a receipt below a long key") { count in
      let key = String(repeating: "k", count: count / 2)
      let text = String(repeating: "MIIB", count: 16)
      return Array("{\"\(key)\":".utf8) + array("\"\(text)\"", count / 2) + Array("}".utf8)
    },
    foreign("the numbers of a receipt's bytes") { count in
      Array("{\"data\":[48".utf8) + repeated(",130", count) + Array("]}".utf8)
    },
    foreign("arrays that begin like a receipt") { array("[48]", $0) },
    foreign("Base64 in Base64 in Base64") {
      Base64Text.of(Base64Text.of(Base64Text.of(ordinaryReceipt.bytes($0 * 27 / 64))))
    },
    foreign("hexadecimal") {
      ordinaryReceipt.bytes($0 / 2).flatMap { hexadecimal($0) }
    },
    foreign("bytes as a debugger prints them") {
      Array("<".utf8)
        + ordinaryReceipt.bytes($0 / 9 * 4).enumerated()
        .flatMap { ($0.offset % 4 == 0 ? [0x20] : []) + hexadecimal($0.element) }
        + Array(">".utf8)
    },
    foreign("percent escapes") { repeated("MIIB%2B%2F", $0) },
    foreign("a form") { Array("receipt-data=".utf8) + repeated("MIIB%2B&a=b", $0) },
    foreign("a data URL") {
      Array("data:application/octet-stream;base64,".utf8)
        + Base64Text.of(ordinaryReceipt.bytes($0 * 3 / 4))
    },
    foreign("PEM") {
      Array("-----BEGIN PKCS7-----\n".utf8) + Base64Text.of(ordinaryReceipt.bytes($0 * 3 / 4))
        + Array("\n-----END PKCS7-----\n".utf8)
    },
    foreign("PEM that begins again and again") { repeated("-----BEGIN PKCS7-----\n", $0) },
    foreign("UTF-16") {
      [0xFF, 0xFE] + Base64Text.of(ordinaryReceipt.bytes($0 * 3 / 8)).flatMap { [$0, 0] }
    },
    foreign("spaces in Base64") { Array("MIIB ".utf8) + repeated("MIIB ", $0) },
    foreign("JSON escapes in Base64") { repeated("MIIB\\/MIIB\\n", $0) },
    foreign("a JWS") { count in
      Array("eyJhbGciOiJFUzI1NiJ9.".utf8)
        + Base64Text.of(Array("{\"transactionId\":\"".utf8) + repeated("1", count * 3 / 4))
        + Array(".AAAA".utf8)
    },
    foreign("dots") { Array("eyJ".utf8) + repeated(".", $0) },
    foreign("a JWS with many certificates") { count in
      Base64Text.of(Array("{\"x5c\":".utf8) + array("\"MIIB\"", count * 3 / 4) + Array("}".utf8))
        + Array(".e30.AAAA".utf8)
    },
    foreign("a certificate after the other") { count in
      numbered(count) { tinyCertificate($0) }
    },
    foreign("a receipt and zeros") {
      ordinaryReceipt.bytes(1000) + [UInt8](repeating: 0, count: $0)
    },
    foreign("a receipt cut off") { Array(ordinaryReceipt.bytes($0).dropLast(100)) },
    foreign("markup") { repeated("<html>", $0) },
    foreign("a property list") { Array("bplist00".utf8) + [UInt8](repeating: 0, count: $0) },
    foreign("lines") { repeated("\n", $0) },
    foreign("text") { repeated("receipt ", $0) },
    foreign("bytes that are no text") { [UInt8](repeating: 0xC3, count: $0) },
  ]

  private static func foreign(
    _ name: String, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) -> Shape {
    Shape(name: name, kind: .foreign, bytes: bytes)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
    [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Words that are longer than anybody would write them.
  static let words: [Shape] = [
    word("digits") { repeated("7", $0) },
    word("zeros") { repeated("0", $0) },
    word("numbers and dots") { repeated("1.", $0) + [0x31] },
    word("long numbers and dots") { count in
      let number = String(repeating: "9", count: max(count / 4, 1))
      return repeated(number + ".", count) + [0x31]
    },
    word("an object identifier") { Array("1.2".utf8) + repeated(".3", $0) },
    word("a date with a long fraction") {
      Array("2025-04-14T08:30:00.".utf8) + repeated("1", $0) + [0x5A]
    },
    word("hexadecimal and colons") { repeated("00:", $0) },
    word("white space around nothing") { repeated(" ", $0) },
    word("accents") { repeated("e\u{301}\u{302}", $0) },
    word("controls") { repeated("\u{1B}[2J", $0) },
    word("a name") { Array("Production".utf8) + repeated("x", $0) },
  ]

  private static func word(
    _ name: String, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) -> Shape {
    Shape(name: name, kind: .word, bytes: bytes)
  }
}
