import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct EncapsulatedContentInfoTests {
  @Test func `The content is the OCTET STRING inside the EXPLICIT tag`() throws {
    let value = try read(EncapsulatedContentInfo.self, Sample.encapContentInfo)
    #expect(value.offset == 0)
    #expect(value.eContentType == .data)
    #expect(value.eContent?.identifier == .octetString)
    #expect(value.eContent?.encoding == 15..<19)
    #expect(value.eContent?.contents == 17..<19)
  }

  @Test func `Detached content is nil`() throws {
    let value = try read(EncapsulatedContentInfo.self, DER.sequence(Sample.data))
    #expect(value.eContent == nil)
  }

  @Test func `An empty OCTET STRING is content, not detached`() throws {
    let bytes = DER.sequence(Sample.data, DER.constructed(0, DER.octetString([])))
    let value = try read(EncapsulatedContentInfo.self, bytes)
    #expect(value.eContent?.contents == 17..<17)
  }

  struct Other: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let content: [UInt8]
    let identifier: DERIdentifier
  }

  @Test(arguments: [
    Other(
      testDescription: "CMS: OCTET STRING", content: DER.octetString([1]),
      identifier: .octetString),
    Other(
      testDescription: "PKCS #7: any type", content: DER.sequence(DER.integer(1)),
      identifier: .sequence),
  ])
  func `Another type may have any content (RFC 2315 §9.1)`(row: Other) throws {
    let bytes = DER.sequence(
      DER.oid("1.2.840.113549.1.9.16.1.4"), DER.constructed(0, row.content))
    let value = try read(EncapsulatedContentInfo.self, bytes)
    #expect(value.eContentType.description == "1.2.840.113549.1.9.16.1.4")
    #expect(value.eContent?.identifier == row.identifier)
    #expect(value.eContent?.encoding == bytes.count - row.content.count..<bytes.count)
  }

  private static let field = "EncapsulatedContentInfo.eContent"

  @Test(arguments: [
    Refusal(
      "nothing", [], .missingElement, at: 0, expected: .objectIdentifier,
      field: "EncapsulatedContentInfo.eContentType"),
    Refusal(
      "data that is no OCTET STRING", [Sample.data, DER.constructed(0, DER.sequence())],
      .unexpectedIdentifier, at: 1, plus: 2, expected: .octetString, actual: .sequence,
      field: field),
    Refusal(
      "constructed OCTET STRING, §10.2",
      [Sample.data, DER.constructed(0, DER.element(0x24, DER.octetString([1])))],
      .unexpectedIdentifier, at: 1, plus: 2, expected: .octetString,
      actual: DERIdentifier(.universal, constructed: true, tagNumber: 4), field: field),
    Refusal(
      "IMPLICIT instead of EXPLICIT, §8.14", [Sample.data, DER.primitive(0, [0x31, 0x00])],
      .unexpectedIdentifier, at: 1, expected: .contextSpecific(constructed: 0),
      actual: .contextSpecific(primitive: 0), field: field),
    Refusal(
      "no tag", [Sample.data, DER.octetString([0x31, 0x00])], .unexpectedIdentifier, at: 1,
      expected: .contextSpecific(constructed: 0), actual: .octetString, field: field),
    Refusal(
      "an empty EXPLICIT tag", [Sample.data, DER.constructed(0)], .missingElement, at: 1, plus: 2,
      expected: .octetString, field: field),
    Refusal(
      "two values in the EXPLICIT tag",
      [Sample.data, DER.constructed(0, DER.octetString([]), DER.octetString([]))],
      .trailingContents, at: 1, plus: 4, field: field),
    Refusal(
      "a third member", [Sample.data, DER.constructed(0, DER.octetString([])), DER.null],
      .trailingContents, at: 2, field: field),
    Refusal(
      "indefinite EXPLICIT tag, §10.1",
      [Sample.data, DER.indefinite(0xA0, DER.octetString([1]))], .indefiniteLength, at: 1,
      field: field),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(EncapsulatedContentInfo.self) }
}
