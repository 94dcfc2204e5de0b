import DERParsing
import TestSupport
import Testing

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
      #expect(DERStringType(type.identifier.withOtherForm) == nil)
    }
    #expect(DERStringType.allCases.count == 8)
    for identifier in [.octetString, .utcTime, .contextSpecific(primitive: 12)] as [DERIdentifier] {
      #expect(DERStringType(identifier) == nil)
    }
  }
}
