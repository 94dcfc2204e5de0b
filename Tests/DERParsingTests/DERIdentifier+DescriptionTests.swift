import DERParsing
import Testing

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
    #expect(DERIdentifier.sequence.withOtherForm.description == "primitive SEQUENCE")
    #expect(DERIdentifier.set.description == "SET")
    #expect(DERIdentifier.set.withOtherForm.description == "primitive SET")
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
