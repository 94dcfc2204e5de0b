import ReceiptJSON
import Testing

/// What is read, what is refused, and where.
@Suite struct JSONReaderTests {
  private static func failure(
    _ text: String, _ limits: JSONLimits = .default
  ) -> JSONError? {
    do {
      _ = try JSON(text: Array(text.utf8), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  /// What a member is read and written as.
  private static func member(_ text: String) throws -> (JSON?, String) {
    let json = try JSON(text: Array("{\"x\":\(text)}".utf8))
    guard case .object(let object) = json else { return (nil, "") }
    return (object["x"], String(decoding: json.json(), as: UTF8.self))
  }

  @Test(arguments: [
    ("null", JSON.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ("\"\"", .string("")), ("\"a b\"", .string("a b")), ("\"é€😀\"", .string("é€😀")),
    (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
    (#""\u00e9\u20AC\ud83d\uDE00\u0000""#, .string("é€😀\u{0}")), (" [ ] ", .array([])),
    ("[1,[null]]", .array([.number(.init(1)), .array([.null])])), (" { } ", .object(.init())),
  ])
  func `Every kind of value is read`(text: String, value: JSON) throws {
    let (read, written) = try Self.member(text)
    #expect(read == value)
    #expect(try JSON(text: Array(written.utf8)) == JSON(text: Array("{\"x\":\(text)}".utf8)))
  }

  @Test func `Four characters are white space, wherever it may be`() throws {
    let space = " \t\r\n"
    let text = ["", "{", "\"a\"", ":", "[", "1", ",", "true", "]", "}", ""].joined(separator: space)
    #expect(try JSON(text: text.utf8) == JSON(text: #"{"a":[1,true]}"#.utf8))
    for other in ["\u{B}", "\u{C}", "\u{0}", "\u{A0}", "\u{2028}"] {
      #expect(Self.failure("\(other){}")?.code == .unexpectedCharacter)
      #expect(Self.failure("{\(other)}")?.code == .unexpectedCharacter)
      #expect(Self.failure("{}\(other)")?.code == .trailingCharacters)
    }
  }

  @Test(arguments: [
    "0", "-0", "12", "-12", "0.5", "1e5", "1E+5", "-1.25e-10", "504427454456956077",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e999999",
    "0.1000000000000000055511151231257827", String(repeating: "7", count: 400),
  ])
  func `Numbers keep every digit`(number: String) throws {
    let (read, written) = try Self.member(number)
    guard case .number(let value) = read else {
      Issue.record("not a number")
      return
    }
    #expect(value.text == number && value.description == number)
    #expect(value.int64 == Int64(number))
    #expect(written == "{\"x\":\(number)}")
  }

  @Test(arguments: [
    // (text, code, path, byte)
    ("", JSONError.Code.truncated, "", 0), ("  ", .truncated, "", 2),
    ("{", .truncated, "", 1), ("{\"a", .truncated, "", 3), ("{\"a\"", .truncated, "a", 4),
    ("{\"a\":", .truncated, "a", 5), ("{\"a\":[1,", .truncated, "a[1]", 8),
    ("{\"a\":-", .truncated, "a", 6), ("{\"a\":1.", .truncated, "a", 7),
    ("{\"a\":1e", .truncated, "a", 7), ("{\"a\":1e+", .truncated, "a", 8),
    ("{\"a\":tru", .truncated, "a", 8), (#"{"a":"\"#, .truncated, "a", 7),
    (#"{"a":"\u12"#, .truncated, "a", 10), (#"{"a":"\ud83d"#, .truncated, "a", 12),
    ("x", .unexpectedCharacter, "", 0), ("{,}", .unexpectedCharacter, "", 1),
    ("{\"a\" 1}", .unexpectedCharacter, "a", 5), ("{\"a\":1,}", .unexpectedCharacter, "", 7),
    ("{\"a\":[1,]}", .unexpectedCharacter, "a[1]", 8),
    ("{\"a\":1 \"b\":2}", .unexpectedCharacter, "", 7), ("{'a':1}", .unexpectedCharacter, "", 1),
    ("{\"a\":trve}", .unexpectedCharacter, "a", 7), ("{\"a\":+1}", .unexpectedCharacter, "a", 5),
    ("{\"a\":01}", .unexpectedCharacter, "", 6), ("{\"a\":.5}", .unexpectedCharacter, "a", 5),
    ("{\"a\":NaN}", .unexpectedCharacter, "a", 5), ("{/**/}", .unexpectedCharacter, "", 1),
    ("\u{FEFF}{}", .unexpectedCharacter, "", 0),
    ("{\"a\":-x}", .invalidNumber, "a", 5), ("{\"a\":1.x}", .invalidNumber, "a", 5),
    ("{\"a\":1ex}", .invalidNumber, "a", 5),
    ("{\"a\":\"\n\"}", .invalidString, "a", 6), (#"{"a":"\x"}"#, .invalidString, "a", 6),
    (#"{"a":"\u12G4"}"#, .invalidString, "a", 6), (#"{"a":"\udc00"}"#, .invalidString, "a", 6),
    (#"{"a":"\ud83dx"}"#, .invalidString, "a", 6), (#"{"a":"\udc00"#, .invalidString, "a", 6),
    (#"{"a":"\ud83d\n"}"#, .invalidString, "a", 6),
    (#"{"a":"\ud83d\u0041"}"#, .invalidString, "a", 6),
    ("{} {}", .trailingCharacters, "", 3), ("{}x", .trailingCharacters, "", 2),
    ("{\"a\":1,\"b\":2,\"a\":3}", .duplicateKey, "a", 13),
    (#"{"a":{"b":1,"\u0062":2}}"#, .duplicateKey, "a.b", 12),
  ])
  func `What is no JSON is refused where it stops being JSON`(
    text: String, code: JSONError.Code, path: String, offset: Int
  ) {
    let error = Self.failure(text)
    #expect(error?.code == code)
    #expect(error?.path.description == path)
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
      [0x22, 0x5C, 0x6E, 0xFF, 0x22],
    ] as [[UInt8]])
  func `Strings are UTF-8`(bytes: [UInt8]) {
    let text = Array("{\"x\":".utf8) + bytes + Array("}".utf8)
    let error = #expect(throws: JSONError.self) { try JSON(text: text) }
    #expect(error?.code == .invalidString)
    #expect(error?.path.description == "x")
  }

  /// Only combining marks in a row are counted.
  @Test(arguments: ["\u{65E5}", "\u{E9}", "e\u{301}", "\u{1F39F}"])
  func `Strings of any language are read`(letter: String) {
    #expect(Self.failure("{\"x\":\"\(String(repeating: letter, count: 100))\"}") == nil)
  }

  @Test(arguments: ["\u{301}", #"\u0301"#])
  func `A run of combining marks has a limit, however it is written`(mark: String) {
    #expect(Self.failure("[\"\(String(repeating: mark, count: 30))\"]") == nil)
    let error = Self.failure("[\"\(String(repeating: mark, count: 31))\"]")
    #expect(error?.code == .invalidString)
  }

  @Test func `Keys that only Unicode calls equal are two keys`() throws {
    guard case .object(let object) = try JSON(text: "{\"\u{E9}\":1,\"e\u{301}\":2}".utf8) else {
      Issue.record("not an object")
      return
    }
    #expect(object.members.count == 2)
  }

  @Test(arguments: [2, 33, 100, 5000])
  func `A key that stands twice is found among many`(count: Int) {
    let members = (0..<count).map { "\"key \($0)\":\($0)" }
    #expect(Self.failure("{" + members.joined(separator: ",") + "}") == nil)
    let twice = members + ["\"key 1\":0"]
    #expect(Self.failure("{" + twice.joined(separator: ",") + "}")?.code == .duplicateKey)
  }

  @Test func `The default limits are those that are documented`() {
    #expect(
      JSONLimits.default
        == JSONLimits(maximumBytes: 33_554_432, maximumDepth: 32, maximumValues: 1_048_576))
  }

  @Test func `Limits hold at n and n + 1`() {
    let text = "{\"a\":[[1],2]}"
    let count = text.utf8.count
    #expect(
      Self.failure(text, JSONLimits(maximumBytes: count, maximumDepth: 3, maximumValues: 20)) == nil
    )
    #expect(Self.failure(text, JSONLimits(maximumBytes: count - 1))?.code == .tooLarge)
    let tooDeep = Self.failure(text, JSONLimits(maximumDepth: 2))
    #expect(tooDeep?.code == .tooDeep && tooDeep?.path.description == "a[0]")
    #expect(tooDeep?.offset == 6)
    let tooMany = Self.failure(text, JSONLimits(maximumValues: 19))
    #expect(tooMany?.code == .tooManyValues && tooMany?.path.description == "a[1]")
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"receipt\":"])
  func `Deep nesting is refused, whatever the limit`(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    #expect(Self.failure(text)?.code == .tooDeep)
    #expect(Self.failure(text, JSONLimits(maximumDepth: .max))?.code == .tooDeep)
    let nested = String(repeating: "[", count: 128)
    #expect(Self.failure(nested, JSONLimits(maximumDepth: .max))?.code == .truncated)
    #expect(Self.failure(nested + "[", JSONLimits(maximumDepth: .max))?.code == .tooDeep)
  }

  @Test func `An error is a sentence`() {
    #expect(
      Self.failure("{\"a\":[1,]}")?.description
        == "a[1]: unexpected character, expected a value, at byte 8")
    #expect(Self.failure("")?.description == "the JSON is truncated at byte 0")
    #expect(
      JSONPath([.key("a b"), .key(""), .index(0), .key("c-d_E9")]).description
        == "[\"a b\"][\"\"][0].c-d_E9")
  }

  @Test(arguments: [
    ("[1 2]", "a comma or ]"), ("{\"a\":1 2}", "a comma or }"), ("{1", "a key"),
    ("{\"a\" 1}", "a colon"), ("trve", "true"), ("nul_", "null"), ("x", "a value"),
  ])
  func `What was expected is said`(text: String, expected: String) {
    #expect(Self.failure(text)?.expected == expected)
  }
}
