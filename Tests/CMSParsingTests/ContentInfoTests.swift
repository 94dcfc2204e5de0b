import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct ContentInfoTests {
  private static let explicit = DER.constructed(0, Sample.signedData)

  @Test func `A signed message gives its SignedData`() throws {
    let bytes = DER.sequence(Sample.signedDataType, Self.explicit)
    let contentInfo = try read(ContentInfo.self, bytes)
    #expect(contentInfo.contentType == .signedData)
    #expect(contentInfo.signedData?.version == 1)
    #expect(
      contentInfo.signedData?.encapContentInfo.offset
        == bytes.offset(of: Sample.encapContentInfo))
  }

  struct Other: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let contentType: String
    let content: [UInt8]
  }

  @Test(arguments: [
    Other(
      testDescription: "data", contentType: "1.2.840.113549.1.7.1",
      content: DER.constructed(0, DER.octetString([1]))),
    Other(
      testDescription: "envelopedData", contentType: "1.2.840.113549.1.7.3",
      content: DER.constructed(0, DER.sequence(DER.integer(0)))),
    Other(testDescription: "no content", contentType: "1.2.3", content: []),
  ])
  func `Another content type is read, and has no SignedData`(row: Other) throws {
    let bytes = DER.sequence(DER.oid(row.contentType), row.content)
    let contentInfo = try read(ContentInfo.self, bytes)
    #expect(contentInfo.contentType.description == row.contentType)
    #expect(contentInfo.signedData == nil)
  }

  @Test(arguments: [
    Refusal(
      "nothing", [], .missingElement, at: 0, expected: .objectIdentifier,
      field: "ContentInfo.contentType"),
    Refusal(
      "content type of another type", [DER.utf8("1.2")], .unexpectedIdentifier, at: 0,
      expected: .objectIdentifier, actual: .utf8String, field: "ContentInfo.contentType"),
    Refusal(
      "signedData without content", [Sample.signedDataType], .missingElement, at: 1,
      expected: .contextSpecific(constructed: 0), field: "ContentInfo.content"),
    Refusal(
      "IMPLICIT instead of EXPLICIT, §8.14",
      [Sample.signedDataType, DER.element(0xA0, of: Sample.signedDataMembers)],
      .unexpectedIdentifier, at: 1, plus: 4, expected: .sequence, actual: .integer,
      field: "ContentInfo.content"),
    Refusal(
      "no tag at all", [Sample.signedDataType, Sample.signedData], .unexpectedIdentifier, at: 1,
      expected: .contextSpecific(constructed: 0), actual: .sequence, field: "ContentInfo.content"),
    Refusal(
      "another tag", [Sample.signedDataType, DER.constructed(1, Sample.signedData)],
      .unexpectedIdentifier, at: 1, expected: .contextSpecific(constructed: 0),
      actual: .contextSpecific(constructed: 1), field: "ContentInfo.content"),
    Refusal(
      "primitive tag", [Sample.signedDataType, DER.primitive(0, [])], .unexpectedIdentifier,
      at: 1, expected: .contextSpecific(constructed: 0), actual: .contextSpecific(primitive: 0),
      field: "ContentInfo.content"),
    Refusal(
      "an empty EXPLICIT tag", [Sample.signedDataType, DER.constructed(0)], .missingElement,
      at: 1, plus: 2, expected: .sequence, field: "ContentInfo.content"),
    Refusal(
      "two values in the EXPLICIT tag",
      [Sample.signedDataType, DER.constructed(0, Sample.signedData, DER.null)],
      .trailingContents, at: 1, plus: 4 + Sample.signedData.count, field: "ContentInfo.content"),
    Refusal(
      "a third member", [Sample.signedDataType, explicit, DER.null], .trailingContents, at: 2,
      field: "ContentInfo.content"),
    Refusal(
      "other type, a third member", [Sample.data, DER.constructed(0, DER.null), DER.null],
      .trailingContents, at: 2, field: "ContentInfo.content"),
    Refusal(
      "other type, no tag", [Sample.data, DER.octetString([])], .unexpectedIdentifier, at: 1,
      expected: .contextSpecific(constructed: 0), actual: .octetString,
      field: "ContentInfo.content"),
    Refusal(
      "other type, an empty EXPLICIT tag, §8.14.3", [Sample.data, DER.constructed(0)],
      .missingElement, at: 1, plus: 2, field: "ContentInfo.content"),
    Refusal(
      "other type, two values in the EXPLICIT tag, §8.14.3",
      [Sample.data, DER.constructed(0, DER.null, DER.null)], .trailingContents, at: 1, plus: 4,
      field: "ContentInfo.content"),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(ContentInfo.self) }
}

@Suite struct EncapsulatedContentInfoTests {
  @Test func `The content is the OCTET STRING inside the EXPLICIT tag`() throws {
    let value = try read(EncapsulatedContentInfo.self, Sample.encapContentInfo)
    #expect(value.offset == 0)
    #expect(value.eContentType == .data)
    #expect(value.eContent?.identifier == .octetString)
    #expect(value.eContent?.encodingRange == 15..<19)
    #expect(value.eContent?.contentsRange == 17..<19)
  }

  @Test func `Detached content is nil`() throws {
    let value = try read(EncapsulatedContentInfo.self, DER.sequence(Sample.data))
    #expect(value.eContent == nil)
  }

  @Test func `An empty OCTET STRING is content, not detached`() throws {
    let bytes = DER.sequence(Sample.data, DER.constructed(0, DER.octetString([])))
    let value = try read(EncapsulatedContentInfo.self, bytes)
    #expect(value.eContent?.contentsRange == 17..<17)
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
    #expect(value.eContent?.encodingRange == bytes.count - row.content.count..<bytes.count)
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
