import AppStoreReceipt
import VerifyReceipt

extension Shape {
  /// An answer of verifyReceipt's about ordinary purchases.
  static let ordinaryAnswer = Shape(name: "an ordinary answer") { count in
    // An answer is about five times as long as the receipt that it is about.
    guard let receipt = try? AppReceipt(ordinaryReceipt.octets(count / 5)) else {
      fatalError("the ordinary receipt is none")
    }
    return VerifyReceiptResponse(unverified: receipt).json()
  }

  /// A transaction receipt with many ordinary keys.
  static let ordinaryTransaction = Shape(name: "an ordinary transaction") {
    transaction(
      list($0 * 3 / 4) { "\"original-purchase-date-\($0)\" = \"2025-04-14 08:30:00 Etc/GMT\";\n" })
  }

  /// Base64, property lists and JSON.
  static let texts: [Shape] = [
    ordinaryAnswer, ordinaryTransaction,
    Shape(name: "line breaks in Base64") { Array("MII".utf8) + repeated("\n", $0) },
    Shape(name: "a line break after each character") { repeated("M\nI\nA\nA\n", $0) },
    Shape(name: "Base64 of zeros") { Array("MII".utf8) + repeated("A", $0) },
    Shape(name: "white space") { repeated(" ", $0) },
    Shape(name: "a brace and no more") { Array("{".utf8) + repeated("a", $0) },
    Shape(name: "braces") { repeated("{", $0) },

    Shape(name: "a list of short keys") { list($0) { "\($0)=a;" } },
    Shape(name: "a list of one key") { list($0) { _ in "a=a;" } },
    Shape(name: "a list with one long value") {
      Array("{a=\"".utf8) + repeated("a", $0) + Array("\";}".utf8)
    },
    Shape(name: "a list of escapes") {
      Array("{a=\"".utf8) + repeated("\\U00e9", $0) + Array("\";}".utf8)
    },
    Shape(name: "a list of surrogates") {
      Array("{a=\"".utf8) + repeated("\\Ud83d\\Ude00", $0) + Array("\";}".utf8)
    },
    Shape(name: "a list of comments") { repeated("/**/", $0) + Array("{}".utf8) },
    Shape(name: "a comment without end") { Array("/*".utf8) + repeated("*", $0) },
    Shape(name: "short keys inside a list") { count in
      transaction(list(count * 3 / 4) { "\($0)=a;" })
    },
    Shape(name: "dates inside a list") { count in
      transaction(list(count * 3 / 4) { "\"cancellation-date-\($0)\"=a;" })
    },
    Shape(name: "escapes inside a list") { count in
      transaction(Array("{a=\"".utf8) + repeated("\\101", count * 3 / 4) + Array("\";}".utf8))
    },

    Shape(name: "brackets") { repeated("[", $0) },
    Shape(name: "an array of arrays") { array("[]", $0) },
    Shape(name: "an array of numbers") { array("0", $0) },
    Shape(name: "an array of empty texts") { array("\"\"", $0) },
    Shape(name: "an array of objects") { array("{}", $0) },
    Shape(name: "an array of objects with a member") { array("{\"\":0}", $0) },
    Shape(name: "one number") { repeated("1", $0) },
    Shape(name: "one number with an exponent") { Array("1e".utf8) + repeated("9", $0) },
    Shape(name: "one text") { Array("\"".utf8) + repeated("a", $0) + Array("\"".utf8) },
    Shape(name: "one text of escapes") {
      Array("\"".utf8) + repeated("\\u00e9", $0) + Array("\"".utf8)
    },
    Shape(name: "one text of surrogates") {
      Array("\"".utf8) + repeated("\\ud83d\\ude00", $0) + Array("\"".utf8)
    },
    Shape(name: "an object of many keys") { object($0) { "\"\($0)\":0" } },
    Shape(name: "an object of equal keys") { object($0) { _ in "\"a\":0" } },
    Shape(name: "an answer with empty purchases") {
      Array("{\"status\":0,\"latest_receipt_info\":".utf8) + array("{}", $0) + Array("}".utf8)
    },
    Shape(name: "an answer with unknown members") {
      object($0) { "\"unknown\($0)\":null" }
    },
    Shape(name: "an answer of wrong types") {
      Array("{\"status\":0,\"latest_receipt_info\":".utf8) + array("0", $0) + Array("}".utf8)
    },
    Shape(name: "an answer with unreadable dates") {
      Array("{\"status\":0,\"latest_receipt_info\":".utf8)
        + array("{\"expires_date_ms\":\"a\"}", $0) + Array("}".utf8)
    },
  ]

  private static func list(_ count: Int, _ entry: (Int) -> String) -> [UInt8] {
    numbered("{", count, "}", entry)
  }

  private static func transaction(_ purchase: [UInt8]) -> [UInt8] {
    Array("{\"purchase-info\"=\"".utf8) + Base64Text.of(purchase) + Array("\";}".utf8)
  }

  private static func array(_ element: String, _ count: Int) -> [UInt8] {
    Array("[\(element)".utf8) + repeated(",\(element)", count) + Array("]".utf8)
  }

  private static func object(_ count: Int, _ member: (Int) -> String) -> [UInt8] {
    numbered("{\"status\":0", count, "}") { ",\(member($0))" }
  }

  private static func numbered(
    _ start: String, _ count: Int, _ end: String, _ part: (Int) -> String
  ) -> [UInt8] {
    var octets = Array(start.utf8)
    octets.reserveCapacity(count + 64)
    var number = 0
    while octets.count < count {
      octets += part(number).utf8
      number += 1
    }
    return octets + end.utf8
  }
}
