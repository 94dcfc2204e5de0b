import ReceiptJSON
import Testing

@Suite struct JSONWriterTests {
  private static let json = #"{"a":[1,2],"b":{},"c":"{[,:\"\\","d":[],"e":{"f":null}}"#

  private static func written(isIndented: Bool) throws -> String {
    var writer = JSONWriter(isIndented: isIndented)
    writer.value(try JSON(text: json.utf8))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `Compact text has no white space`() throws {
    #expect(try Self.written(isIndented: false) == Self.json)
  }

  @Test func `Indented text has one member or element a line`() throws {
    #expect(
      try Self.written(isIndented: true) == #"""
        {
          "a": [
            1,
            2
          ],
          "b": {},
          "c": "{[,:\"\\",
          "d": [],
          "e": {
            "f": null
          }
        }
        """#)
  }

  @Test func `Only what JSON demands is escaped`() {
    let short: [UInt8: String] = [0x22: "\\\"", 0x5C: "\\\\"]
    for byte in UInt8.min...0x7F {
      let character = String(UnicodeScalar(byte))
      var writer = JSONWriter()
      writer.value(.string("a" + character + "b\"c"))
      let escape = byte < 0x10 ? "\\u000" : byte < 0x20 ? "\\u00" : nil
      let digits = String(byte, radix: 16)
      let expected = short[byte] ?? escape.map { $0 + digits } ?? character
      #expect(String(decoding: writer.bytes, as: UTF8.self) == "\"a\(expected)b\\\"c\"")
    }
  }

  @Test func `Members without a value are omitted`() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("text", String?.none)
      writer.member("number", Int?.none)
      writer.member("flag", Bool?.none)
      writer.member("value", JSON?.none)
      writer.strings("empty", [], omitsEmpty: true)
      writer.objects("none", [Int](), omitsEmpty: true) { $0.member("n", $1) }
      writer.strings("strings", [])
      writer.objects("objects", [1]) { $0.member("n", $1) }
      writer.member("null", JSON.null)
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"strings":[],"objects":[{"n":1}],"null":null}"#)
  }

  @Test func `The keys of an object are known after one inside it`() {
    var writer = JSONWriter()
    writer.object(recordsKeys: true) { writer in
      writer.member("a", 1)
      writer.object("b") { $0.member("c", 2) }
      #expect(writer.hasWritten("a") && writer.hasWritten("b") && !writer.hasWritten("c"))
    }
  }

  @Test(
    arguments: [
      (9_007_199_254_740_991, "9007199254740991", "9007199254740991"),
      (9_007_199_254_740_992, "9007199254740992", #""9007199254740992""#),
      (-9_007_199_254_740_992, "-9007199254740992", #""-9007199254740992""#),
      (Int64.min, "-9223372036854775808", #""-9223372036854775808""#), (0, "0", "0"),
    ] as [(Int64, String, String)])
  func `Integers that JavaScript would round become strings on demand`(
    number: Int64, plain: String, quoted: String
  ) {
    for (quotes, expected) in [(false, plain), (true, quoted)] {
      var writer = JSONWriter(quotesLargeIntegers: quotes)
      writer.integer(number)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }
  }
}
