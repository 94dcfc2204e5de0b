import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct SignedDataTests {
  private static let members = Sample.signedDataMembers

  @Test func `Every member is found where it stands`() throws {
    let bytes = Sample.signedData
    let value = try read(SignedData.self, bytes)
    #expect(value.version == 1)
    #expect(value.digestAlgorithms.contentsRange == range(of: Sample.sha256, in: bytes))
    #expect(value.encapContentInfo.offset == bytes.offset(of: Sample.encapContentInfo))
    #expect(value.certificates?.contentsRange == range(of: Sample.certificate, in: bytes))
    #expect(value.crls?.contentsRange == range(of: DER.sequence(DER.integer(5)), in: bytes))
    #expect(value.signerInfos.contentsRange == range(of: Sample.signerInfo, in: bytes))
  }

  private func range(of part: [UInt8], in bytes: [UInt8]) -> Range<Int> {
    let start = bytes.offset(of: part)
    return start..<start + part.count
  }

  @Test func `Certificates and crls may be absent, SETs may be empty`() throws {
    let bytes = DER.sequence(
      DER.integer(1), DER.set(), Sample.encapContentInfo, DER.set())
    let value = try read(SignedData.self, bytes)
    #expect(value.certificates == nil)
    #expect(value.crls == nil)
    #expect(value.digestAlgorithms.isEmpty)
    #expect(value.signerInfos.isEmpty)
  }

  @Test func `An empty set of certificates is not an absent one`() throws {
    let value = try read(
      SignedData.self, DER.element(0x30, of: Self.members.with(3, DER.constructed(0))))
    #expect(value.certificates?.isEmpty == true)
  }

  @Test func `crls may come without certificates`() throws {
    let value = try read(SignedData.self, DER.element(0x30, of: Self.members.without(3)))
    #expect(value.certificates == nil)
    #expect(value.crls?.contentsRange.count == 5)
  }

  @Test(arguments: [-1, 0, 1, 3, 5, 2_147_483_647])
  func `Any version is read, that of CMS with other certificates too (RFC 5652 §5.1)`(
    version: Int32
  ) throws {
    let bytes = DER.element(0x30, of: Self.members.with(0, DER.integer(Int64(version))))
    #expect(try read(SignedData.self, bytes).version == version)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `Certificates of other kinds stand under context tags (RFC 5652 §10.2.2)`(
    tagNumber: UInt8
  ) throws {
    let choice = DER.constructed(tagNumber, DER.integer(1))
    let set = DER.constructed(0, Sample.certificate, choice)
    let bytes = DER.element(0x30, of: Self.members.with(3, set))
    let value = try read(SignedData.self, bytes)
    #expect(value.certificates?.contentsRange.count == Sample.certificate.count + choice.count)
  }

  @Test func `The order of the SETs is not checked`() throws {
    // Every receipt's certificates stand leaf first, in no ascending order.
    let digests = DER.set(Sample.sha256WithRSA, Sample.sha256)
    let value = try read(SignedData.self, DER.element(0x30, of: Self.members.with(1, digests)))
    #expect(value.digestAlgorithms.contentsRange.count == 30)
  }

  @Test(arguments: [
    Refusal(
      "nothing", [], .missingElement, at: 0, expected: .integer, field: "SignedData.version"),
    Refusal(
      "version above 2³¹ − 1", members.with(0, DER.integer(1 << 31)), .integerOutOfRange, at: 0,
      field: "SignedData.version"),
    Refusal(
      "non-minimal version, §8.3.2", members.with(0, [2, 2, 0, 1]), .nonMinimalInteger, at: 0,
      field: "SignedData.version"),
    Refusal(
      "no version", members.without(0), .unexpectedIdentifier, at: 0, expected: .integer,
      actual: .set, field: "SignedData.version"),
    Refusal(
      "digestAlgorithms in a SEQUENCE", members.with(1, DER.sequence(Sample.sha256)),
      .unexpectedIdentifier, at: 1, expected: .set, actual: .sequence,
      field: "SignedData.digestAlgorithms"),
    Refusal(
      "a digest algorithm that is none", members.with(1, DER.set(DER.null)),
      .unexpectedIdentifier, at: 1, plus: 2, expected: .sequence, actual: .null,
      field: "SignedData.digestAlgorithms"),
    Refusal(
      "no digestAlgorithms", members.without(1), .unexpectedIdentifier, at: 1, expected: .set,
      actual: .sequence, field: "SignedData.digestAlgorithms"),
    Refusal(
      "no encapContentInfo", members.without(2), .unexpectedIdentifier, at: 2,
      expected: .sequence, actual: .contextSpecific(constructed: 0),
      field: "SignedData.encapContentInfo"),
    Refusal(
      "certificates as an untagged SET", members.with(3, DER.set(Sample.certificate)),
      .unexpectedIdentifier, at: 3, plus: 6, expected: .integer, actual: .sequence,
      field: "SignerInfo.version"),
    Refusal(
      "primitive certificates tag", members.with(3, DER.primitive(0, [])),
      .unexpectedIdentifier, at: 3, expected: .set, actual: .contextSpecific(primitive: 0),
      field: "SignedData.signerInfos"),
    Refusal(
      "crls before certificates",
      [members[0], members[1], members[2], members[4], members[3], members[5]],
      .unexpectedIdentifier, at: 4, expected: .set, actual: .contextSpecific(constructed: 0),
      field: "SignedData.signerInfos"),
    Refusal(
      "a certificate that runs over", members.with(3, DER.constructed(0, [0x30, 0x05])),
      .exceedsEnclosing, at: 3, plus: 2, field: "SignedData.certificates"),
    Refusal(
      "a CRL that runs over", members.with(4, DER.constructed(1, [0x30, 0x05])),
      .exceedsEnclosing, at: 4, plus: 2, field: "SignedData.crls"),
    Refusal(
      "no signerInfos", members.without(5), .missingElement, at: 5, expected: .set,
      field: "SignedData.signerInfos"),
    Refusal(
      "a seventh member", members + [DER.null], .trailingContents, at: 6,
      field: "SignedData.signerInfos"),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(SignedData.self) }
}
