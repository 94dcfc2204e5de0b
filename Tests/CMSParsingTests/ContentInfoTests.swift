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
      "other type, an empty EXPLICIT tag, §8.14.2", [Sample.data, DER.constructed(0)],
      .missingElement, at: 1, plus: 2, field: "ContentInfo.content"),
    Refusal(
      "other type, two values in the EXPLICIT tag, §8.14.2",
      [Sample.data, DER.constructed(0, DER.null, DER.null)], .trailingContents, at: 1, plus: 4,
      field: "ContentInfo.content"),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(ContentInfo.self) }
}
