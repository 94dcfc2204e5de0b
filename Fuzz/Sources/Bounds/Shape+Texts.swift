extension Shape {
  /// A transaction receipt with many ordinary keys.
  static let ordinaryTransaction = Shape(name: "an ordinary transaction", kind: .transaction) {
    transaction(
      list($0 * 3 / 4) { "\"original-purchase-date-\($0)\" = \"2025-04-14 08:30:00 Etc/GMT\";\n" })
  }

  /// Certificates one behind the other, as a file of roots has them.
  static let ordinaryPEM = Shape(name: "an ordinary PEM text", kind: .pem) {
    let line = String(repeating: "MIIC", count: 16) + "\n"
    let block = String(repeating: line, count: 24)
    return repeated("-----BEGIN CERTIFICATE-----\n" + block + "-----END CERTIFICATE-----\n", $0)
  }

  /// Base64, PEM, property lists and JSON.
  static let texts: [Shape] = [
    ordinaryTransaction,
    ordinaryPEM,
    Shape(name: "empty blocks", kind: .pem) { repeated("-----BEGIN -----\n-----END -----\n", $0) },
    Shape(name: "blocks with a long label", kind: .pem) {
      repeated("-----BEGIN A LONGER LABEL-----\nMA==\n-----END A LONGER LABEL-----\n", $0)
    },
    Shape(name: "BEGIN lines", kind: .pem) { repeated("-----BEGIN A-----\n", $0) },
    Shape(name: "a block without end", kind: .pem) {
      Array("-----BEGIN A-----\n".utf8) + repeated("MIIC\n", $0)
    },
    Shape(name: "a block on one line", kind: .pem) {
      Array("-----BEGIN A-----\n".utf8) + repeated("MIIC", $0) + Array("\n-----END A-----".utf8)
    },
    Shape(name: "empty lines in a block", kind: .pem) {
      Array("-----BEGIN A-----\n".utf8) + repeated("\n", $0)
    },
    Shape(name: "a line of spaces", kind: .pem) { repeated(" ", $0) },
    Shape(name: "a long label", kind: .pem) {
      Array("-----BEGIN ".utf8) + repeated("A", $0) + Array("-----\n".utf8)
    },
    Shape(name: "hyphens", kind: .pem) { repeated("-----\n", $0) },
    Shape(name: "line breaks in Base64", kind: .base64) { Array("MII".utf8) + repeated("\n", $0) },
    Shape(name: "a line break after each character", kind: .base64) {
      repeated("M\nI\nA\nA\n", $0)
    },
    Shape(name: "Base64 of zeros", kind: .base64) { Array("MII".utf8) + repeated("A", $0) },
    Shape(name: "white space", kind: .base64) { repeated(" ", $0) },
    Shape(name: "a brace and no more", kind: .json) { Array("{".utf8) + repeated("a", $0) },
    Shape(name: "braces", kind: .json) { repeated("{", $0) },

    Shape(name: "a list of short keys", kind: .transaction) { list($0) { "\($0)=a;" } },
    Shape(name: "a list of one key", kind: .transaction) { list($0) { _ in "a=a;" } },
    Shape(name: "a list with one long value", kind: .transaction) {
      Array("{a=\"".utf8) + repeated("a", $0) + Array("\";}".utf8)
    },
    Shape(name: "a list of escapes", kind: .transaction) {
      Array("{a=\"".utf8) + repeated("\\U00e9", $0) + Array("\";}".utf8)
    },
    Shape(name: "a list of surrogates", kind: .transaction) {
      Array("{a=\"".utf8) + repeated("\\Ud83d\\Ude00", $0) + Array("\";}".utf8)
    },
    Shape(name: "combining marks inside a list", kind: .transaction) {
      transaction(
        Array("{\"is-trial-period\"=\"aaaaa".utf8) + repeated("\u{301}\u{316}", $0 * 3 / 4)
          + Array("\";}".utf8))
    },
    Shape(name: "a key of combining marks", kind: .transaction) {
      Array("{\"aaaaa".utf8) + repeated("\u{301}\u{316}", $0) + Array("\"}".utf8)
    },
    Shape(name: "a list of comments", kind: .transaction) {
      repeated("/**/", $0) + Array("{}".utf8)
    },
    Shape(name: "a comment without end", kind: .transaction) {
      Array("/*".utf8) + repeated("*", $0)
    },
    Shape(name: "a list inside a list", kind: .transaction) { repeated("{a={", $0) },
    Shape(name: "short keys inside a list", kind: .transaction) { count in
      transaction(list(count * 3 / 4) { "\($0)=a;" })
    },
    Shape(name: "dates inside a list", kind: .transaction) { count in
      transaction(list(count * 3 / 4) { "\"cancellation-date-\($0)\"=a;" })
    },
    Shape(name: "escapes inside a list", kind: .transaction) { count in
      transaction(Array("{a=\"".utf8) + repeated("\\101", count * 3 / 4) + Array("\";}".utf8))
    },

    Shape(name: "brackets", kind: .json) { repeated("[", $0) },
    Shape(name: "an array of arrays", kind: .json) { array("[]", $0) },
    Shape(name: "an array of numbers", kind: .json) { array("0", $0) },
    Shape(name: "an array of empty texts", kind: .json) { array("\"\"", $0) },
    Shape(name: "an array of objects", kind: .json) { array("{}", $0) },
    Shape(name: "an array of objects with a member", kind: .json) { array("{\"\":0}", $0) },
    Shape(name: "one number", kind: .json) { repeated("1", $0) },
    Shape(name: "one number with an exponent", kind: .json) {
      Array("1e".utf8) + repeated("9", $0)
    },
    Shape(name: "one text", kind: .json) {
      Array("\"".utf8) + repeated("a", $0) + Array("\"".utf8)
    },
    Shape(name: "one text of escapes", kind: .json) {
      Array("\"".utf8) + repeated("\\u00e9", $0) + Array("\"".utf8)
    },
    Shape(name: "one text of surrogates", kind: .json) {
      Array("\"".utf8) + repeated("\\ud83d\\ude00", $0) + Array("\"".utf8)
    },
    Shape(name: "an object of many keys", kind: .json) { object($0) { "\"\($0)\":0" } },
    Shape(name: "an object of equal keys", kind: .json) { object($0) { _ in "\"a\":0" } },
    Shape(name: "objects and arrays by turns", kind: .json) { nested($0, "{\"a\":[", "0", "]}") },
    Shape(name: "objects in objects", kind: .json) { nested($0, "{\"a\":", "0", "}") },
    Shape(name: "one key of many characters", kind: .json) { count in
      Array("{\"".utf8) + repeated("k", count) + Array("\":0}".utf8)
    },
    Shape(name: "keys that differ at their end", kind: .json) { count in
      object(count) { "\"\(String(repeating: "k", count: 200))\($0)\":0" }
    },
    Shape(name: "an answer with empty purchases", kind: .answer) {
      Array("{\"status\":0,\"latest_receipt_info\":".utf8) + array("{}", $0) + Array("}".utf8)
    },
    Shape(name: "an answer with unknown members", kind: .answer) {
      object($0) { "\"unknown\($0)\":null" }
    },
    Shape(name: "an answer of wrong types", kind: .answer) {
      Array("{\"status\":0,\"latest_receipt_info\":".utf8) + array("0", $0) + Array("}".utf8)
    },
    Shape(name: "an answer with unreadable dates", kind: .answer) {
      Array("{\"status\":0,\"latest_receipt_info\":".utf8)
        + array("{\"expires_date_ms\":\"a\"}", $0) + Array("}".utf8)
    },
  ]

  private static func list(_ count: Int, _ entry: (Int) -> String) -> [UInt8] {
    enclosed("{", count, "}", entry)
  }

  private static func transaction(_ purchase: [UInt8]) -> [UInt8] {
    Array("{\"purchase-info\"=\"".utf8) + Base64Text.of(purchase) + Array("\";}".utf8)
  }

  static func array(_ element: String, _ count: Int) -> [UInt8] {
    Array("[\(element)".utf8) + repeated(",\(element)", count) + Array("]".utf8)
  }

  static func object(_ count: Int, _ member: (Int) -> String) -> [UInt8] {
    enclosed("{\"status\":0", count, "}") { ",\(member($0))" }
  }

  private static func enclosed(
    _ start: String, _ count: Int, _ end: String, _ part: (Int) -> String
  ) -> [UInt8] {
    Array(start.utf8) + numbered(count) { Array(part($0).utf8) } + Array(end.utf8)
  }
}
