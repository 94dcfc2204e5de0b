import DERParsing
import Testing

@Suite struct DERIdentifierTests {
  /// The parts of an identifier.
  struct Tag: Equatable, Sendable {
    let tagClass: DERIdentifier.TagClass
    let isConstructed: Bool
    let number: UInt32

    init(_ tagClass: DERIdentifier.TagClass, _ form: Form, _ number: UInt32) {
      self.tagClass = tagClass
      isConstructed = form == .constructed
      self.number = number
    }

    enum Form { case primitive, constructed }
  }

  static let vectors: [Vector<Tag>] = [
    .init("§8.1.2.2 universal", "0200", Tag(.universal, .primitive, 2)),
    .init("§8.1.2.2 application", "4100", Tag(.application, .primitive, 1)),
    .init("§8.1.2.2 context-specific", "8000", Tag(.contextSpecific, .primitive, 0)),
    .init("§8.1.2.2 private", "C000", Tag(.private, .primitive, 0)),
    .init("§8.1.2.5 constructed universal", "3000", Tag(.universal, .constructed, 16)),
    .init("§8.1.2.5 constructed application", "6000", Tag(.application, .constructed, 0)),
    .init("§8.1.2.5 constructed [0]", "A000", Tag(.contextSpecific, .constructed, 0)),
    .init("§8.1.2.5 constructed private", "FE00", Tag(.private, .constructed, 30)),
    .init("§8.1.2.5 constructed INTEGER", "2200", Tag(.universal, .constructed, 2)),
    .init("§8.1.2.3 lowest tag number 1", "0100", Tag(.universal, .primitive, 1)),
    .init("§8.1.2.3 highest low tag number 30", "1E00", Tag(.universal, .primitive, 30)),
    .init("§8.1.2.4 lowest high tag number 31", "1F1F 00", Tag(.universal, .primitive, 31)),
    .init("§8.1.2.4 one digit, 127", "9F7F 00", Tag(.contextSpecific, .primitive, 127)),
    .init("§8.1.2.4 two digits, 128", "9F8100 00", Tag(.contextSpecific, .primitive, 128)),
    .init("§8.1.2.4 two digits, 16383", "BFFF7F 00", Tag(.contextSpecific, .constructed, 16_383)),
    .init("§8.1.2.4 three digits, 16384", "5F818000 00", Tag(.application, .primitive, 16_384)),
    .init(
      "§8.1.2.4 largest number read, 2²⁹ − 1", "FF81FFFFFF7F 00",
      Tag(.private, .constructed, 0x1FFF_FFFF)),
    .init("§8.1.2.4 number 2²⁹", "FF8280808000 00", fails: .tagNumberTooLarge),
    .init("§8.1.2.4 number 2³²", "1F9080808000 00", fails: .tagNumberTooLarge),
    .init("§8.1.2.4 number 2⁶³", "1F81808080808080808000 00", fails: .tagNumberTooLarge),
    .init("§8.1.2.4 number without end", "1FFFFFFFFFFFFFFF", fails: .tagNumberTooLarge),
    .init("§8.1.2.4.2 c leading zero, 31", "1F801F 00", fails: .nonMinimalTagNumber),
    .init("§8.1.2.4.2 c leading zero, 128", "9F808100 00", fails: .nonMinimalTagNumber),
    .init("§8.1.2.4.2 c zeros only", "BF8080808080 00", fails: .nonMinimalTagNumber),
    .init("§8.1.2.2 high form of 30", "1F1E 00", fails: .nonMinimalTagNumber),
    .init("§8.1.2.2 high form of 1", "DF01 00", fails: .nonMinimalTagNumber),
    .init("§8.1.2.2 high form of 0", "1F00 00", fails: .nonMinimalTagNumber),
    .init("§8.1.5 end-of-contents", "0000", fails: .endOfContents),
    .init("§8.1.5 universal 0 with contents", "000100", fails: .endOfContents),
    .init("§8.1.5 universal 0, indefinite", "00800000", fails: .endOfContents),
    .init("§8.1.5 universal 0, constructed", "2000", fails: .endOfContents),
    .init("§8.1.2 nothing", "", fails: .truncated, at: 0),
    .init("§8.1.2.4 without a number", "1F", fails: .truncated, at: 1),
    .init("§8.1.2.4 inside the number", "BF81", fails: .truncated, at: 2),
    .init("§8.1.3 without a length", "02", fails: .truncated, at: 1),
  ]

  @Test(arguments: vectors)
  func `Identifier octets give class, form and number`(vector: Vector<Tag>) {
    vector.check { (reader) throws(DERError) in
      let identifier = try reader.readElement().identifier
      let form: Tag.Form = identifier.isConstructed ? .constructed : .primitive
      return Tag(identifier.tagClass, form, identifier.tagNumber)
    }
  }

  @Test(arguments: vectors)
  func `Peeking gives what reading gives and consumes nothing`(vector: Vector<Tag>) {
    let peeked = outcome(of: vector.input) { (reader) throws(DERError) in
      let identifier = try reader.peekIdentifier()
      #expect(reader.offset == 0)
      _ = reader.readRemaining()
      return identifier
    }
    switch (vector.expected, vector.input.isEmpty) {
    case (.success(let tag), _):
      let identifier = DERIdentifier(
        tag.tagClass, constructed: tag.isConstructed, tagNumber: tag.number)
      #expect(peeked == .success(identifier))
    case (.failure, true): #expect(peeked == .success(nil))
    // Peeking does not look at the length.
    case (.failure, false) where vector.input.count == 1 && vector.input[0] == 2:
      #expect(peeked == .success(.integer))
    case (.failure(let error), false): #expect(peeked == .failure(error))
    }
  }

  @Test(
    arguments: [
      (DERIdentifier.boolean, 0x01), (.integer, 0x02), (.bitString, 0x03), (.octetString, 0x04),
      (.null, 0x05), (.objectIdentifier, 0x06), (.enumerated, 0x0A), (.utf8String, 0x0C),
      (.sequence, 0x30), (.set, 0x31), (DERStringType.numeric.identifier, 0x12),
      (.printableString, 0x13),
      (DERStringType.teletex.identifier, 0x14), (.ia5String, 0x16), (.utcTime, 0x17),
      (.generalizedTime, 0x18),
      (DERStringType.visible.identifier, 0x1A), (DERStringType.universal.identifier, 0x1C),
      (DERStringType.bmp.identifier, 0x1E),
      (.contextSpecific(primitive: 0), 0x80), (.contextSpecific(constructed: 30), 0xBE),
    ] as [(DERIdentifier, UInt8)])
  func `The named identifiers have the bytes of X.680 §8.6`(
    identifier: DERIdentifier, byte: UInt8
  ) {
    #expect(identifier.singleByte == byte)
    #expect(identifier.togglingConstructed.singleByte == byte ^ 0x20)
    #expect(identifier.togglingConstructed.togglingConstructed == identifier)
    #expect(identifier.togglingConstructed.tagNumber == identifier.tagNumber)
    #expect(identifier.togglingConstructed.tagClass == identifier.tagClass)
  }

  @Test func `Tag numbers end at 2²⁹ − 1`() {
    let maximum = DERIdentifier.maximumTagNumber
    #expect(maximum == 536_870_911)
    #expect(DERIdentifier(.private, constructed: true, tagNumber: maximum)?.tagNumber == maximum)
    #expect(DERIdentifier(.private, constructed: true, tagNumber: maximum + 1) == nil)
    #expect(DERIdentifier(.universal, constructed: false, tagNumber: .max) == nil)
    #expect(DERIdentifier.contextSpecific(primitive: .max).tagNumber == maximum)
    #expect(DERIdentifier.contextSpecific(constructed: .max).tagNumber == maximum)
    #expect(DERIdentifier.contextSpecific(constructed: .max).tagClass == .contextSpecific)
    #expect(DERIdentifier.contextSpecific(constructed: .max).isConstructed)
  }

  @Test func `Only tag numbers below 31 fit one byte`() {
    #expect(DERIdentifier.contextSpecific(primitive: 30).singleByte == 0x9E)
    #expect(DERIdentifier.contextSpecific(primitive: 31).singleByte == nil)
    #expect(DERIdentifier.contextSpecific(primitive: 128).singleByte == nil)
  }
}

@Suite struct DERIdentifierDescriptionTests {
  static let universalNames: [(UInt32, String)] = [
    (0, "end-of-contents"), (1, "BOOLEAN"), (2, "INTEGER"), (3, "BIT STRING"),
    (4, "OCTET STRING"), (5, "NULL"), (6, "OBJECT IDENTIFIER"), (7, "ObjectDescriptor"),
    (8, "EXTERNAL"), (9, "REAL"), (10, "ENUMERATED"), (11, "EMBEDDED PDV"), (12, "UTF8String"),
    (13, "RELATIVE-OID"), (18, "NumericString"), (19, "PrintableString"), (20, "TeletexString"),
    (21, "VideotexString"), (22, "IA5String"), (23, "UTCTime"), (24, "GeneralizedTime"),
    (25, "GraphicString"), (26, "VisibleString"), (27, "GeneralString"),
    (28, "UniversalString"), (30, "BMPString"),
  ]

  @Test(arguments: universalNames)
  func `Universal types have the names of X.680 table 1`(number: UInt32, name: String) {
    let primitive = DERIdentifier(.universal, constructed: false, tagNumber: number)
    let constructed = DERIdentifier(.universal, constructed: true, tagNumber: number)
    #expect(primitive?.description == name)
    #expect(constructed?.description == "constructed " + name)
  }

  @Test func `The usual form of SEQUENCE and SET is the constructed one`() {
    #expect(DERIdentifier.sequence.description == "SEQUENCE")
    #expect(DERIdentifier.sequence.togglingConstructed.description == "primitive SEQUENCE")
    #expect(DERIdentifier.set.description == "SET")
    #expect(DERIdentifier.set.togglingConstructed.description == "primitive SET")
  }

  @Test(
    arguments: [
      (.universal, false, 15, "[UNIVERSAL 15] primitive"),
      (.universal, true, 29, "[UNIVERSAL 29] constructed"),
      (.universal, false, 31, "[UNIVERSAL 31] primitive"),
      (.application, true, 3, "[APPLICATION 3] constructed"),
      (.contextSpecific, false, 0, "[0] primitive"),
      (.contextSpecific, true, 536_870_911, "[536870911] constructed"),
      (.private, false, 1, "[PRIVATE 1] primitive"),
    ] as [(DERIdentifier.TagClass, Bool, UInt32, String)])
  func `Other identifiers are written as in a schema`(
    tagClass: DERIdentifier.TagClass, constructed: Bool, number: UInt32, text: String
  ) {
    let identifier = DERIdentifier(tagClass, constructed: constructed, tagNumber: number)
    #expect(identifier?.description == text)
  }
}
