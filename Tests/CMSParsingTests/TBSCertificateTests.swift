import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct TBSCertificateTests {
  private static let members = Sample.tbsMembers
  private static let v3 = [Sample.version3] + members + [Sample.extensions]

  @Test func `Version 3 with extensions`() throws {
    let bytes = Sample.tbsCertificate
    let value = try read(TBSCertificate.self, bytes)
    #expect(value.version == 2)
    #expect(bytes[value.serialNumber.contentsRange].elementsEqual([7]))
    #expect(value.signature.algorithm == .sha256WithRSAEncryption)
    #expect(bytes[value.issuer.contentsRange].elementsEqual(Sample.issuer[2...]))
    #expect(bytes[value.subject.contentsRange].elementsEqual(Sample.subject[2...]))
    #expect(value.validity.notBefore.secondsSince1970 == 1_585_763_555)
    #expect(value.subjectPublicKeyInfo.algorithm.algorithm == .rsaEncryption)
    #expect(value.issuerUniqueID == nil && value.subjectUniqueID == nil)
    #expect(value.extensions?.contentsRange == bytes.count - Sample.keyUsage.count..<bytes.count)
  }

  @Test func `Version 1 is the default, and extensions are optional`() throws {
    let value = try read(TBSCertificate.self, DER.element(0x30, of: Self.members))
    #expect(value.version == 0)
    #expect(value.extensions == nil)
  }

  @Test(arguments: [Int64(0), 1, 2])
  func `An encoded version is read, the default too, which old certificates have`(
    version: Int64
  ) throws {
    let encoded = DER.constructed(0, DER.integer(version))
    let value = try read(TBSCertificate.self, DER.element(0x30, of: [encoded] + Self.members))
    #expect(value.version == Int32(version))
  }

  struct UniqueIDs: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let members: [[UInt8]]
    let issuerBits: Int?
    let subjectBits: Int?
  }

  @Test(arguments: [
    UniqueIDs(
      testDescription: "the issuer's", members: [DER.primitive(1, [0, 0xFF])], issuerBits: 8,
      subjectBits: nil),
    UniqueIDs(
      testDescription: "the subject's", members: [DER.primitive(2, [4, 0xF0])], issuerBits: nil,
      subjectBits: 4),
    UniqueIDs(
      testDescription: "both and extensions",
      members: [DER.primitive(1, [0]), DER.primitive(2, [0, 1, 2]), Sample.extensions],
      issuerBits: 0, subjectBits: 16),
  ])
  func `Unique identifiers are IMPLICIT BIT STRINGs (RFC 5280 §4.1.2.8)`(row: UniqueIDs) throws {
    let bytes = DER.element(0x30, of: [Sample.version3] + Self.members + row.members)
    let value = try read(TBSCertificate.self, bytes)
    #expect(value.issuerUniqueID?.bitCount == row.issuerBits)
    #expect(value.subjectUniqueID?.bitCount == row.subjectBits)
  }

  @Test(arguments: [[0x00], [0x80], [0xFF, 0x7F], Array(repeating: 0x5A, count: 40)] as [[UInt8]])
  func `Any serial number is read, zero, negative and too long ones too`(
    contents: [UInt8]
  ) throws {
    let bytes = DER.element(
      0x30, of: Self.members.with(0, DER.element(0x02, contents)))
    let value = try read(TBSCertificate.self, bytes)
    #expect(bytes[value.serialNumber.contentsRange].elementsEqual(contents))
    #expect(value.serialNumber.isNegative == (contents[0] >= 0x80))
  }

  @Test(arguments: [
    Refusal(
      "version 4", v3.with(0, DER.constructed(0, DER.integer(3))), .integerOutOfRange, at: 0,
      field: "TBSCertificate.version"),
    Refusal(
      "version −1", v3.with(0, DER.constructed(0, DER.integer(-1))), .integerOutOfRange, at: 0,
      field: "TBSCertificate.version"),
    Refusal(
      "IMPLICIT version, §8.14", v3.with(0, DER.primitive(0, [2])), .unexpectedIdentifier, at: 0,
      expected: .integer, actual: .contextSpecific(primitive: 0),
      field: "TBSCertificate.serialNumber"),
    Refusal(
      "version without a tag is read as the serial number", v3.with(0, DER.integer(2)),
      .unexpectedIdentifier, at: 1, expected: .sequence, actual: .integer,
      field: "TBSCertificate.signature"),
    Refusal(
      "an empty version tag", v3.with(0, DER.constructed(0)), .missingElement, at: 0, plus: 2,
      expected: .integer, field: "TBSCertificate.version"),
    Refusal(
      "two versions", v3.with(0, DER.constructed(0, DER.integer(2), DER.integer(2))),
      .trailingContents, at: 0, plus: 5, field: "TBSCertificate.version"),
    Refusal(
      "non-minimal serial number, §8.3.2", v3.with(1, [2, 2, 0, 7]), .nonMinimalInteger, at: 1,
      field: "TBSCertificate.serialNumber"),
    Refusal(
      "no signature algorithm", v3.without(2), .unexpectedIdentifier, at: 2, plus: 2,
      expected: .objectIdentifier, actual: .set, field: "TBSCertificate.signature"),
    Refusal(
      "issuer of another type", v3.with(3, DER.set()), .unexpectedIdentifier, at: 3,
      expected: .sequence, actual: .set, field: "TBSCertificate.issuer"),
    Refusal(
      "validity that is none", v3.with(4, DER.sequence()), .missingElement, at: 4, plus: 2,
      expected: .generalizedTime, field: "TBSCertificate.validity"),
    Refusal(
      "subject of another type", v3.with(5, DER.null), .unexpectedIdentifier, at: 5,
      expected: .sequence, actual: .null, field: "TBSCertificate.subject"),
    Refusal(
      "no key", members.without(5), .missingElement, at: 5, expected: .sequence,
      field: "TBSCertificate.subjectPublicKeyInfo"),
    Refusal(
      "EXPLICIT unique identifier, §8.14",
      members + [DER.constructed(1, DER.bitString([1]))], .trailingContents, at: 6,
      field: "TBSCertificate.extensions"),
    Refusal(
      "unique identifier without unused bits", members + [DER.primitive(1, [])],
      .invalidUnusedBits, at: 6, field: "TBSCertificate.issuerUniqueID or subjectUniqueID"),
    Refusal(
      "unique identifiers in the wrong order",
      members + [DER.primitive(2, [0]), DER.primitive(1, [0])], .trailingContents, at: 7,
      field: "TBSCertificate.extensions"),
    Refusal(
      "empty extensions (SIZE 1…)", v3.with(7, DER.constructed(3, DER.sequence())),
      .missingElement, at: 7, plus: 4, expected: .sequence, field: "TBSCertificate.extensions"),
    Refusal(
      "an empty extensions tag", v3.with(7, DER.constructed(3)), .missingElement, at: 7, plus: 2,
      expected: .sequence, field: "TBSCertificate.extensions"),
    Refusal(
      "IMPLICIT extensions, §8.14", v3.with(7, DER.constructed(3, Sample.keyUsage)),
      .unexpectedIdentifier, at: 7, plus: 4, expected: .sequence, actual: .objectIdentifier,
      field: "TBSCertificate.extensions"),
    Refusal(
      "extensions without a tag", v3.with(7, DER.sequence(Sample.keyUsage)), .trailingContents,
      at: 7, field: "TBSCertificate.extensions"),
    Refusal(
      "a member too many", v3 + [DER.null], .trailingContents, at: 8,
      field: "TBSCertificate.extensions"),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(TBSCertificate.self) }
}
