import DERParsing
import TestSupport
import Testing

@Suite struct DERCharacterStringTests {
  static let any: [Vector<DERStringType>] = [
    .init("RFC 5280 §4.1.2.4 UTF8String", "0C0141", .utf8),
    .init("RFC 5280 §4.1.2.4 PrintableString", "130141", .printable),
    .init("RFC 5280 §4.1.2.4 TeletexString", "140141", .teletex),
    .init("RFC 5280 §4.1.2.4 UniversalString", "1C0400000041", .universal),
    .init("RFC 5280 §4.1.2.4 BMPString", "1E020041", .bmp),
    .init("X.680 §41 IA5String", "160141", .ia5),
    .init("X.680 §41 NumericString", "120130", .numeric),
    .init("X.680 §41 VisibleString", "1A0141", .visible),
    .init("§8.23.8 BMPString of one byte", "1E0141", fails: .invalidStringLength),
    .init(
      "X.680 §41 GeneralString", "1B0141", fails: .unexpectedIdentifier,
      actual: DERIdentifier(.universal, constructed: false, tagNumber: 27)),
    .init("§8.7 OCTET STRING", "040141", fails: .unexpectedIdentifier, actual: .octetString),
    .init(
      "§10.2 constructed", "2C030C0141", fails: .unexpectedIdentifier,
      actual: .utf8String.togglingConstructed),
    .init("§10.1 indefinite", "2C8004014100 00", fails: .indefiniteLength),
    .init("§8.1.2 nothing", "", fails: .truncated),
  ]

  @Test(arguments: any)
  func `Any of the string types is read as what it is`(vector: Vector<DERStringType>) {
    vector.check { (reader) throws(DERError) in try reader.readAnyString().type }
  }

  @Test(arguments: DERStringType.allCases)
  func `A restricted string is primitive, and of its type`(type: DERStringType) throws {
    let tag = try #require(type.identifier.singleByte)
    let constructed = element(tag | 0x20, element(0x04, bytes("30303030")))
    Vector<Range<Int>>(
      "§10.2", constructed, fails: .unexpectedIdentifier, expected: type.identifier,
      actual: type.identifier.togglingConstructed
    ).check { (reader) throws(DERError) in try reader.readString(type).contentsRange }
    Vector<Range<Int>>(
      "§8.23", "0404 30303030", fails: .unexpectedIdentifier, expected: type.identifier,
      actual: .octetString
    ).check { (reader) throws(DERError) in try reader.readString(type).contentsRange }
  }

  @Test func `Under an IMPLICIT tag the schema says which type it is`() {
    let tag = DERIdentifier.contextSpecific(primitive: 2)
    let vector = Vector("§8.14.3 [2] IMPLICIT IA5String", "820141", 2..<3)
    vector.check { (reader) throws(DERError) in
      try reader.readString(.ia5, tagged: tag).contentsRange
    }
    Vector<Range<Int>>("§8.23 its characters count", "8201C3", fails: .invalidCharacter)
      .check { (reader) throws(DERError) in try reader.readString(.ia5, tagged: tag).contentsRange }
    Vector<Range<Int>>(
      "§8.14.3 the untagged one", "160141", fails: .unexpectedIdentifier, expected: tag,
      actual: .ia5String
    ).check { (reader) throws(DERError) in try reader.readString(.ia5, tagged: tag).contentsRange }
  }

  @Test func `An optional string is there or consumes nothing`() throws {
    let field: DERField = "third field"
    let result = outcome(of: bytes("160141 8101C3")) { (reader) throws(DERError) in
      let absent = try reader.readStringIfPresent(.utf8)
      #expect(absent == nil)
      #expect(reader.offset == 0)
      let string = try reader.readStringIfPresent(.ia5)
      #expect(string?.contentsRange == 2..<3)
      #expect(string?.text(in: reader.bytes) == "A")
      return try reader.readStringIfPresent(
        .ia5, field, tagged: .contextSpecific(primitive: 1))
    }
    #expect(result == .failure(DERError(.invalidCharacter, at: 3, field: field)))
    let atEnd = outcome(of: []) { (reader) throws(DERError) in
      try reader.readStringIfPresent(.ia5)
    }
    #expect(atEnd == .success(nil))
  }

  @Test func `Errors name the field and the offset of the element`() {
    let field: DERField = "outer field"
    let read = outcome(of: bytes("0500 1201 41")) { (reader) throws(DERError) in
      _ = try reader.readElement(.null)
      return try reader.readString(.numeric, field)
    }
    #expect(read == .failure(DERError(.invalidCharacter, at: 2, field: field)))
    let any = outcome(of: bytes("0500")) { (reader) throws(DERError) in
      try reader.readAnyString(field)
    }
    #expect(
      any == .failure(DERError(.unexpectedIdentifier, at: 0, actual: .null, field: field)))
  }
}

@Suite struct DERStringTypeTests {
  /// The characters of the types that have one byte for each, out of X.680 §41.
  static let repertoires: [(type: DERStringType, characters: String)] = [
    (.numeric, " 0123456789"),
    (
      .printable,
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '()+,-./:=?"
    ),
    (.visible, String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))),
    (.ia5, String(String.UnicodeScalarView((0x00...0x7F).compactMap(Unicode.Scalar.init)))),
    (.teletex, String(String.UnicodeScalarView((0x00...0xFF).map { Unicode.Scalar($0) }))),
  ]

  @Test(arguments: repertoires)
  func `Each byte is a character of the type or is refused`(
    type: DERStringType, characters: String
  ) throws {
    let allowed = Set(characters.unicodeScalars)
    let tag = try #require(type.identifier.singleByte)
    for byte in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(byte)
      let input = [tag, 0x03, 0x30, byte, 0x30]
      let result = outcome(of: input) { (reader) throws(DERError) in
        try reader.readString(type).text(in: reader.bytes)
      }
      if allowed.contains(scalar) {
        #expect(result == .success("0" + String(scalar) + "0"))
      } else {
        #expect(result == .failure(DERError(.invalidCharacter, at: 0)))
      }
    }
  }

  static let wide: [(DERStringType, Vector<String>)] = [
    (.bmp, .init("§8.23.8 empty", "1E00", "")),
    (.bmp, .init("§8.23.8 A", "1E020041", "A")),
    (.bmp, .init("§8.23.8 €", "1E0220AC", "€")),
    (.bmp, .init("§8.23.8 U+FFFF", "1E02FFFF", "\u{FFFF}")),
    (.bmp, .init("§8.23.8 U+D7FF and U+E000", "1E04D7FFE000", "\u{D7FF}\u{E000}")),
    (.bmp, .init("§8.23.8 one byte", "1E0141", fails: .invalidStringLength)),
    (.bmp, .init("§8.23.8 three bytes", "1E03004100", fails: .invalidStringLength)),
    (.bmp, .init("§8.23.8 high surrogate", "1E02D800", fails: .invalidCharacter)),
    (.bmp, .init("§8.23.8 low surrogate", "1E02DFFF", fails: .invalidCharacter)),
    (.bmp, .init("§8.23.8 pair of surrogates", "1E04D83DDE97", fails: .invalidCharacter)),
    (.universal, .init("§8.23.7 empty", "1C00", "")),
    (.universal, .init("§8.23.7 A", "1C0400000041", "A")),
    (.universal, .init("§8.23.7 two", "1C080001F69700000041", "🚗A")),
    (.universal, .init("§8.23.7 U+10FFFF", "1C040010FFFF", "\u{10FFFF}")),
    (.universal, .init("§8.23.7 U+110000", "1C0400110000", fails: .invalidCharacter)),
    (.universal, .init("§8.23.7 FFFFFFFF", "1C04FFFFFFFF", fails: .invalidCharacter)),
    (.universal, .init("§8.23.7 surrogate", "1C040000D800", fails: .invalidCharacter)),
    (.universal, .init("§8.23.7 one byte", "1C0141", fails: .invalidStringLength)),
    (.universal, .init("§8.23.7 two bytes", "1C020041", fails: .invalidStringLength)),
    (.universal, .init("§8.23.7 three bytes", "1C03000041", fails: .invalidStringLength)),
    (.universal, .init("§8.23.7 five bytes", "1C050000004100", fails: .invalidStringLength)),
    (.teletex, .init("§8.23.5 ISO 8859-1", "1403E97EFF", "é~ÿ")),
    (.utf8, .init("§8.23.10 UTF-8", "0C0541E282AC00", "A€\0")),
    (.numeric, .init("§8.23.5 NumericString", "1203312030", "1 0")),
    (.ia5, .init("§8.23.5 second character", "16024180", fails: .invalidCharacter)),
    (.printable, .init("§8.23.5 asterisk", "13022A41", fails: .invalidCharacter)),
    (.visible, .init("§8.23.5 DEL", "1A017F", fails: .invalidCharacter)),
  ]

  @Test(arguments: wide)
  func `The text of a string is its characters`(type: DERStringType, vector: Vector<String>) {
    vector.check { (reader) throws(DERError) in
      let string = try reader.readString(type)
      #expect(string.type == type)
      return string.text(in: reader.bytes)
    }
  }

  @Test func `Each type has its identifier and no other has`() {
    for type in DERStringType.allCases {
      #expect(DERStringType(type.identifier) == type)
      #expect(DERStringType(type.identifier.togglingConstructed) == nil)
    }
    #expect(DERStringType.allCases.count == 8)
    for identifier in [.octetString, .utcTime, .contextSpecific(primitive: 12)] as [DERIdentifier] {
      #expect(DERStringType(identifier) == nil)
    }
  }
}

@Suite struct UTF8ValidationTests {
  static let vectors: [(name: String, contents: String, isWellFormed: Bool)] = [
    ("RFC 3629 §3 nothing", "", true), ("RFC 3629 §3 U+0000", "00", true),
    ("RFC 3629 §3 U+007F", "7F", true), ("RFC 3629 §3 U+0080", "C280", true),
    ("RFC 3629 §3 U+07FF", "DFBF", true), ("RFC 3629 §3 U+0800", "E0A080", true),
    ("RFC 3629 §3 U+D7FF", "ED9FBF", true), ("RFC 3629 §3 U+E000", "EE8080", true),
    ("RFC 3629 §3 U+FEFF", "EFBBBF", true), ("RFC 3629 §3 U+FFFF", "EFBFBF", true),
    ("RFC 3629 §3 U+10000", "F0908080", true), ("RFC 3629 §3 U+10FFFF", "F48FBFBF", true),
    ("RFC 3629 §3 four widths", "41C2A9E282ACF09F9A97", true),
    ("RFC 3629 §3 overlong U+0000", "C080", false), ("RFC 3629 §3 overlong U+007F", "C1BF", false),
    ("RFC 3629 §3 overlong U+0000, 3", "E08080", false),
    ("RFC 3629 §3 overlong U+07FF, 3", "E09FBF", false),
    ("RFC 3629 §3 overlong U+FFFF, 4", "F08FBFBF", false),
    ("RFC 3629 §3 overlong U+0000, 4", "F0808080", false),
    ("RFC 3629 §3 surrogate D800", "EDA080", false),
    ("RFC 3629 §3 surrogate DBFF", "EDAFBF", false),
    ("RFC 3629 §3 surrogate DFFF", "EDBFBF", false),
    ("RFC 3629 §3 surrogate pair", "EDA0BDEDB880", false),
    ("RFC 3629 §3 U+110000", "F4908080", false), ("RFC 3629 §3 U+13FFFF", "F4BFBFBF", false),
    ("RFC 3629 §3 F5", "F5808080", false), ("RFC 3629 §3 five bytes", "F888808080", false),
    ("RFC 3629 §3 six bytes", "FC8480808080", false), ("RFC 3629 §3 FE", "FE", false),
    ("RFC 3629 §3 FF", "FF", false), ("RFC 3629 §4 continuation alone", "80", false),
    ("RFC 3629 §4 BF alone", "41BF41", false), ("RFC 3629 §4 truncated, 1 of 2", "C2", false),
    ("RFC 3629 §4 truncated, 1 of 3", "E2", false),
    ("RFC 3629 §4 truncated, 2 of 3", "E282", false),
    ("RFC 3629 §4 truncated, 1 of 4", "F0", false),
    ("RFC 3629 §4 truncated, 2 of 4", "F09F", false),
    ("RFC 3629 §4 truncated, 3 of 4", "F09F9A", false),
    ("RFC 3629 §4 truncated in the middle", "E28241", false),
    ("RFC 3629 §4 second byte wrong", "C241", false),
    ("RFC 3629 §4 third byte wrong", "E282C0", false),
    ("RFC 3629 §4 fourth byte wrong", "F09F9A41", false),
  ]

  private func outcome(_ contents: [UInt8]) -> Result<String, DERError> {
    DERParsingTests.outcome(of: element(0x0C, contents)) { (reader) throws(DERError) in
      try reader.readString(.utf8).text(in: reader.bytes)
    }
  }

  @Test(arguments: vectors)
  func `A UTF8String is well-formed`(name: String, contents: String, isWellFormed: Bool) {
    let contents = bytes(contents)
    let vector =
      isWellFormed
      ? Vector(
        "§8.23.10 \(name)", element(0x0C, contents), String(decoding: contents, as: UTF8.self))
      : Vector("§8.23.10 \(name)", element(0x0C, contents), fails: .invalidCharacter)
    vector.check { (reader) throws(DERError) in
      try reader.readString(.utf8).text(in: reader.bytes)
    }
  }

  @Test func `Every Unicode scalar is accepted`() throws {
    for plane: UInt32 in 0...16 {
      var text = ""
      for value in plane << 16...plane << 16 | 0xFFFF {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let result = outcome(Array(text.utf8))
      #expect(try result.get().utf8.elementsEqual(text.utf8), "plane \(plane)")
    }
  }

  /// Whether the standard library would have to repair them.
  private func isWellFormed(_ contents: [UInt8]) -> Bool {
    String(decoding: contents, as: UTF8.self).utf8.elementsEqual(contents)
  }

  @Test func `All pairs of bytes are judged as by the standard library`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let contents = [first, second]
        let isAccepted = outcome(contents) != .failure(DERError(.invalidCharacter, at: 0))
        guard isAccepted == isWellFormed(contents) else {
          Issue.record("\(contents.hexadecimal)")
          continue
        }
      }
    }
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `Random bytes near the limits are judged as by the standard library`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
      0xED,
      0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...6, using: &generator)
      let contents = (0..<count).map { _ in
        interesting[Int.random(in: 0..<interesting.count, using: &generator)]
      }
      let isAccepted = outcome(contents) != .failure(DERError(.invalidCharacter, at: 0))
      guard isAccepted == isWellFormed(contents) else {
        Issue.record("seed \(seed): \(contents.hexadecimal)")
        continue
      }
    }
  }
}
