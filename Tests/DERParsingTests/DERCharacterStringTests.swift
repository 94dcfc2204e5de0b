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
      actual: .utf8String.withOtherForm),
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
      actual: type.identifier.withOtherForm
    ).check { (reader) throws(DERError) in try reader.readString(type).bytes }
    Vector<Range<Int>>(
      "§8.23", "0404 30303030", fails: .unexpectedIdentifier, expected: type.identifier,
      actual: .octetString
    ).check { (reader) throws(DERError) in try reader.readString(type).bytes }
  }

  @Test func `Under an IMPLICIT tag the schema says which type it is`() {
    let tag = DERIdentifier.contextSpecific(primitive: 2)
    let vector = Vector("§8.14.3 [2] IMPLICIT IA5String", "820141", 2..<3)
    vector.check { (reader) throws(DERError) in
      try reader.readString(.ia5, tagged: tag).bytes
    }
    Vector<Range<Int>>("§8.23 its characters count", "8201C3", fails: .invalidCharacter)
      .check { (reader) throws(DERError) in try reader.readString(.ia5, tagged: tag).bytes }
    Vector<Range<Int>>(
      "§8.14.3 the untagged one", "160141", fails: .unexpectedIdentifier, expected: tag,
      actual: .ia5String
    ).check { (reader) throws(DERError) in try reader.readString(.ia5, tagged: tag).bytes }
  }

  @Test func `An optional string is there or consumes nothing`() throws {
    let field: DERField = "third field"
    let result = outcome(of: bytes("160141 8101C3")) { (reader) throws(DERError) in
      let absent = try reader.readStringIfPresent(.utf8)
      #expect(absent == nil)
      #expect(reader.offset == 0)
      let string = try reader.readStringIfPresent(.ia5)
      #expect(string?.bytes == 2..<3)
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
