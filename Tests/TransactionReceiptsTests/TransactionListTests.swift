import Foundation
import TestSupport
import Testing
import TransactionReceipts

/// The grammar of property lists: what is read, and what is refused where.
@Suite struct TransactionListTests {
  /// Both lists have the same grammar; here it is that of the purchase.
  private static func read(
    _ list: [UInt8], limits: TransactionReceiptLimits = .default
  ) throws(TransactionReceiptError) -> [PropertyListEntry] {
    let text = "{\"purchase-info\"=\"\(Data(list).base64EncodedString())\";}"
    return try TransactionReceipt(Array(text.utf8), limits: limits).purchaseInfo.entries
  }

  struct Accepted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entries: [String: String]

    init(_ list: String, _ entries: [String: String]) {
      (testDescription, self.entries) = (list, entries)
    }
  }

  @Test(arguments: [
    Accepted("{}", [:]),
    Accepted(" \t\r\n\u{0B}\u{0C}{ } ", [:]),
    Accepted("{\n\t\"bid\" = \"a.b\";\n}", ["bid": "a.b"]),
    Accepted("{\"bid\"=\"a.b\";\"bvrs\"=\"\";}", ["bid": "a.b", "bvrs": ""]),
    Accepted("{bid=a.b_c$d/e:f-9;}", ["bid": "a.b_c$d/e:f-9"]),
    Accepted("{azAZ09=Z;}", ["azAZ09": "Z"]),
    Accepted("{'b\"id'='a\"b';\"x\"=\"it's\";}", ["b\"id": "a\"b", "x": "it's"]),
    Accepted("{\"bid\"=\"a;b=c{}()<>/*d*///e\";}", ["bid": "a;b=c{}()<>/*d*///e"]),
    Accepted("{\"bid\"=\"a\nb\tc\";}", ["bid": "a\nb\tc"]),
    Accepted("// first\r{bid=x;// c\r}// last\r", ["bid": "x"]),
    Accepted("// first\r\n{/* a */bid /**/=/***/x /* b */;// c\n}// last", ["bid": "x"]),
    Accepted("/**/{ bid = x /* =;} */ ; }/* end */", ["bid": "x"]),
    Accepted("{ \"bid\" = \"日本 é 🎟\"; }", ["bid": "日本 é 🎟"]),
    Accepted(
      #"{ "bid" = "\a\b\t\n\v\f\r\"\'\\"; }"#,
      ["bid": "\u{7}\u{8}\t\n\u{B}\u{C}\r\"'\\"]),
    Accepted("{ \"bid\" = \"a\\\nb\"; }", ["bid": "a\nb"]),
    Accepted(#"{ "bid" = "\0\12\101\1011\18"; }"#, ["bid": "\0\nAA1\u{1}8"]),
    Accepted(#"{ "bid" = "\U00e9\U65E5\Ud83c\UdF9f!"; }"#, ["bid": "é日🎟!"]),
    Accepted(
      #"{ "bid" = "\Ud800\Udc00\Udbff\Udfff"; }"#, ["bid": "\u{10000}\u{10FFFF}"]),
    Accepted(#"{ "b\U0069d" = "x"; }"#, ["bid": "x"]),
  ])
  func `Lists in every form that is read`(row: Accepted) throws {
    let list = Array(row.testDescription.utf8)
    let entries = try Self.read(list)
    #expect(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) }) == row.entries)
  }

  /// As in all receipts, names are compared as they are written.
  @Test func `Entries are equal byte by byte, in the same place`() throws {
    let lists =
      ["{a=\"\u{212B}\";}", "{a=\"A\u{30A}\";}", " {a=\"\u{212B}\";}", "{b=\"\u{212B}\";}"]
      + ["{a=\"\u{212B}\";b=c;}"]
    let entries = try lists.map { try Self.read(Array($0.utf8))[0] }
    #expect(Set(entries).count == 4 && entries[0] == entries[4])
    let texts = ["{a=\"\u{212B}\";}", "{a=\"A\u{30A}\";}", "{a=\"\u{212B}\";}"]
    let purchases = try texts.map { text in
      let info = Data(text.utf8).base64EncodedString()
      return try TransactionReceipt(Array("{\"purchase-info\"=\"\(info)\";}".utf8)).purchaseInfo
    }
    #expect(purchases[0] != purchases[1] && purchases[0] == purchases[2])
    #expect(Set(purchases).count == 2)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let list: [UInt8]
    let code: TransactionReceiptError.Code
    let offset: Int
    let key: String?

    init(
      _ list: String, _ code: TransactionReceiptError.Code, at offset: Int, key: String? = nil
    ) {
      self.init(list, Array(list.utf8), code, at: offset, key: key)
    }

    init(
      _ name: String, _ list: [UInt8], _ code: TransactionReceiptError.Code, at offset: Int,
      key: String? = nil
    ) {
      (testDescription, self.list, self.code) = (name, list, code)
      (self.offset, self.key) = (offset, key)
    }
  }

  @Test(arguments: [
    Refused("", .truncated, at: 0),
    Refused("bid", .unexpectedCharacter, at: 0),
    Refused("{\u{E}bid=x;}", .unexpectedCharacter, at: 1),
    Refused("({bid=x;})", .unexpectedCharacter, at: 0),
    Refused("{bid;}", .unexpectedCharacter, at: 4, key: "bid"),
    Refused("{bid x;}", .unexpectedCharacter, at: 5, key: "bid"),
    Refused("{=x;}", .unexpectedCharacter, at: 1),
    Refused("{;}", .unexpectedCharacter, at: 1),
    Refused("{bid=;}", .unexpectedCharacter, at: 5, key: "bid"),
    Refused("{bid=x}", .unexpectedCharacter, at: 6, key: "bid"),
    Refused("{bid=x,}", .unexpectedCharacter, at: 6, key: "bid"),
    Refused("{bid=日本;}", .unexpectedCharacter, at: 5, key: "bid"),
    Refused("{bid=x;;}", .unexpectedCharacter, at: 7),
    Refused("{bid=\"x\"\"y\";}", .unexpectedCharacter, at: 8, key: "bid"),
    Refused("{{}=x;}", .unexpectedCharacter, at: 1),
    Refused("{\"bid\":\"x\"}", .jsonObject, at: 6, key: "bid"),
    Refused("{bid={a=b;};}", .nestedValue, at: 5, key: "bid"),
    Refused("{bid=(a,b);}", .nestedValue, at: 5, key: "bid"),
    Refused("{bid=<0fbd77>;}", .nestedValue, at: 5, key: "bid"),
    Refused("{bid=x;bid=x;}", .duplicateKey, at: 7, key: "bid"),
    Refused(#"{bid=x;"b\151d"=y;}"#, .duplicateKey, at: 7, key: "bid"),
    Refused("{bid=x;}}", .trailingBytes, at: 8),
    Refused("{bid=x;}\n\0", .trailingBytes, at: 9),
    Refused("{bid=x;}{}", .trailingBytes, at: 8),
    Refused("{bid=x;} /", .trailingBytes, at: 9),
    Refused("{bid=x;} /*", .truncated, at: 11),
    Refused("{bid=x;} /*/", .truncated, at: 12),
    Refused(#"{bid="\x41";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="a\u0041";}"#, .invalidEscape, at: 7, key: "bid"),
    Refused(#"{bid="\8";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\200";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\777";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\U004";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\U00G0";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\Ud83c";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\Ud83cx";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\Ud83c\Ud83c";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\Ud83c\n";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{bid="\Udf9f";}"#, .invalidEscape, at: 6, key: "bid"),
    Refused(#"{"\q"=x;}"#, .invalidEscape, at: 2),
    Refused("FF", [0x7B, 0x22, 0xFF, 0x22], .notUTF8, at: 2),
    Refused(
      "C3 alone", Array("{bid=\"".utf8) + [0xC3] + Array("\";}".utf8), .notUTF8, at: 6, key: "bid"),
    Refused(
      "C3 before an escape", Array("{bid=\"".utf8) + [0xC3] + Array("\\U00A9\";}".utf8), .notUTF8,
      at: 6, key: "bid"),
    Refused(
      "a surrogate", Array("{bid='".utf8) + [0xED, 0xA0, 0x80, 0x27], .notUTF8, at: 6, key: "bid"),
  ])
  func `Everything else is refused where the rule is broken`(row: Refused) {
    let error = #expect(throws: TransactionReceiptError.self) { try Self.read(row.list) }
    #expect(error?.code == row.code && error?.offset == row.offset && error?.key == row.key)
    #expect(error?.part == .purchaseInfo)
  }

  @Test(arguments: [
    "{\n\t\"bid\" = \"a.b\";\n\tbvrs = 1;\n}",
    #"{ /* a */ 'b' = "\101\Ud83c\Udf9f\n"; // c"# + "\n}",
  ])
  func `Every proper prefix is truncated at its end`(list: String) throws {
    let bytes = Array(list.utf8)
    #expect(try Self.read(bytes).isEmpty == false)
    for count in bytes.indices {
      let error = #expect(throws: TransactionReceiptError.self) {
        try Self.read(Array(bytes[..<count]))
      }
      #expect(error?.code == .truncated && error?.offset == count, "prefix of \(count)")
    }
  }

  @Test func `The number of keys is bounded`() throws {
    func list(_ count: Int) -> [UInt8] {
      Array(("{" + (0..<count).map { "k\($0)=v;" }.joined() + "}").utf8)
    }
    #expect(try Self.read(list(256)).count == 256)
    let error = #expect(throws: TransactionReceiptError.self) { try Self.read(list(257)) }
    #expect(error?.code == .tooManyKeys && error?.key == "k256")
    #expect(try Self.read(list(2), limits: TransactionReceiptLimits(maximumKeys: 2)).count == 2)
    let third = #expect(throws: TransactionReceiptError.self) {
      try Self.read(list(3), limits: TransactionReceiptLimits(maximumKeys: 2))
    }
    #expect(third?.code == .tooManyKeys && third?.key == "k2")
    // Around the purchase, too.
    let text = Array("{a=b;c=d;purchase-info=e30;}".utf8)
    let around = transactionRefusal(text, limits: TransactionReceiptLimits(maximumKeys: 2))
    #expect(around?.code == .tooManyKeys && around?.key == "purchase-info")
    #expect(transactionRefusal(text, limits: TransactionReceiptLimits(maximumKeys: 3)) == nil)
  }

  @Test func `Keys are told apart by bytes, not by what Unicode calls equal`() throws {
    let entries = try Self.read(Array("{\"A\u{30A}\"=a;\"\u{E9}\"=b;}".utf8))
    #expect(entries.map(\.value) == ["a", "b"])
  }

  @Test(arguments: ["/*", "{a=\"", #"{a="\n"#, "{a=b;/", "{", " "])
  func `Many bytes of one kind are refused`(start: String) {
    let unit = start.hasSuffix("n") ? #"\n"# : String(start.suffix(1))
    let text = start + String(repeating: unit, count: 60_000 / unit.utf8.count)
    #expect(transactionRefusal(Array(text.utf8)) != nil)
  }
}
