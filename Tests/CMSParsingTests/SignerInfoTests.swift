import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct SignerInfoTests {
  private static let members = Sample.signerMembers
  private static let signedMembers = Array(members[..<3]) + [signedAttrs] + Array(members[3...])

  private static let contentType = DER.sequence(
    DER.oid("1.2.840.113549.1.9.3"), DER.set(Sample.data))
  private static let messageDigest = DER.sequence(
    DER.oid("1.2.840.113549.1.9.4"), DER.set(DER.octetString([1, 2, 3])))
  private static let signedAttrs = DER.constructed(0, messageDigest, contentType)
  private static let unsignedAttrs = DER.constructed(1, contentType, messageDigest)

  @Test func `Without attributes, as every receipt has it`() throws {
    let bytes = Sample.signerInfo
    let value = try read(SignerInfo.self, bytes)
    #expect(value.version == 1)
    #expect(value.digestAlgorithm.algorithm == .sha256)
    #expect(value.signatureAlgorithm.algorithm == .rsaEncryption)
    #expect(value.signature == bytes.count - 3..<bytes.count)
    #expect(value.signedAttrs == nil)
    #expect(value.unsignedAttrs == nil)
    guard case .issuerAndSerialNumber(let sid) = value.sid else {
      Issue.record("not an issuer and serial number")
      return
    }
    #expect(bytes[sid.issuer.contentsRange].elementsEqual(Sample.issuer[2...]))
    #expect(bytes[sid.serialNumber.contentsRange].elementsEqual([0x12, 0x34]))
  }

  @Test func `A subject key identifier in place of issuer and serial number, version 3`() throws {
    let keyIdentifier = DER.primitive(0, [0xAB, 0xCD])
    let bytes = DER.element(
      0x30, of: Self.members.with(0, DER.integer(3)).with(1, keyIdentifier))
    let value = try read(SignerInfo.self, bytes)
    #expect(value.version == 3)
    #expect(value.sid == .subjectKeyIdentifier(7..<9))
  }

  @Test func `Signed and unsigned attributes`() throws {
    let bytes = DER.element(0x30, of: Self.signedMembers + [Self.unsignedAttrs])
    let value = try read(SignerInfo.self, bytes)
    let start = bytes.offset(of: Self.signedAttrs)
    #expect(value.signedAttrs?.encodingRange == start..<start + Self.signedAttrs.count)
    #expect(value.signedAttrs?.contentsRange == start + 2..<start + Self.signedAttrs.count)
    #expect(
      value.unsignedAttrs?.contentsRange == bytes.count - Self.unsignedAttrs.count + 2..<bytes.count
    )
    #expect(value.signature.count == 3)
  }

  @Test func `Unsigned attributes need not be in ascending order, and may come alone`() throws {
    let bytes = DER.element(0x30, of: Self.members + [Self.unsignedAttrs])
    let value = try read(SignerInfo.self, bytes)
    #expect(value.signedAttrs == nil)
    #expect(
      value.unsignedAttrs?.contentsRange.count == Self.contentType.count + Self.messageDigest.count)
  }

  @Test func `Equal signed attributes are in ascending order`() throws {
    let twice = DER.constructed(0, Self.contentType, Self.contentType)
    let bytes = DER.element(0x30, of: Self.signedMembers.with(3, twice))
    #expect(try read(SignerInfo.self, bytes).signedAttrs?.encodingRange.count == twice.count)
  }

  @Test(arguments: [
    Refusal("nothing", [], .missingElement, at: 0, expected: .integer, field: "SignerInfo.version"),
    Refusal(
      "no version", members.without(0), .unexpectedIdentifier, at: 0, expected: .integer,
      actual: .sequence, field: "SignerInfo.version"),
    Refusal(
      "no sid", members.without(1).without(1), .unexpectedIdentifier, at: 1, plus: 2,
      expected: .sequence, actual: .objectIdentifier, field: "SignerInfo.sid"),
    Refusal(
      "EXPLICIT key identifier, §8.14",
      members.with(1, DER.constructed(0, DER.octetString([0xAB]))), .unexpectedIdentifier, at: 1,
      expected: .sequence, actual: .contextSpecific(constructed: 0), field: "SignerInfo.sid"),
    Refusal(
      "key identifier without a tag", members.with(1, DER.octetString([0xAB])),
      .unexpectedIdentifier, at: 1, expected: .sequence, actual: .octetString,
      field: "SignerInfo.sid"),
    Refusal(
      "issuer without serial number", members.with(1, DER.sequence(Sample.issuer)),
      .missingElement, at: 1, plus: 2 + Sample.issuer.count, expected: .integer,
      field: "SignerInfo.sid"),
    Refusal(
      "issuer and serial number and more",
      members.with(1, DER.sequence(Sample.issuer, DER.integer(1), DER.null)), .trailingContents,
      at: 1, plus: 5 + Sample.issuer.count, field: "SignerInfo.sid"),
    Refusal(
      "empty serial number, §8.3.1",
      members.with(1, DER.sequence(Sample.issuer, [0x02, 0x00])), .emptyInteger, at: 1,
      plus: 2 + Sample.issuer.count, field: "SignerInfo.sid"),
    Refusal(
      "digestAlgorithm of another type", members.with(2, DER.null), .unexpectedIdentifier, at: 2,
      expected: .sequence, actual: .null, field: "SignerInfo.digestAlgorithm"),
    Refusal(
      "signature of another type", members.with(4, DER.bitString([1])), .unexpectedIdentifier,
      at: 4, expected: .octetString, actual: .bitString, field: "SignerInfo.signature"),
    Refusal(
      "no signature", members.without(4), .missingElement, at: 4, expected: .octetString,
      field: "SignerInfo.signature"),
    Refusal(
      "no signatureAlgorithm", members.without(3), .unexpectedIdentifier, at: 3,
      expected: .sequence, actual: .octetString, field: "SignerInfo.signatureAlgorithm"),
    Refusal(
      "a member too many", members + [DER.null], .trailingContents, at: 5,
      field: "SignerInfo.unsignedAttrs"),
  ])
  func `Members that are refused, with the exact error`(row: Refusal) {
    row.check(SignerInfo.self)
  }

  @Test(arguments: [
    Refusal(
      "signed, not ascending, §11.6",
      signedMembers.with(3, DER.constructed(0, contentType, messageDigest)), .unsortedSet, at: 3,
      plus: 2 + contentType.count, field: "SignerInfo.signedAttrs"),
    Refusal(
      "signed, empty (SIZE 1…)", signedMembers.with(3, DER.constructed(0)), .missingElement,
      at: 3, field: "SignerInfo.signedAttrs"),
    Refusal(
      "unsigned, empty (SIZE 1…)", members + [DER.constructed(1)], .missingElement, at: 5,
      field: "SignerInfo.unsignedAttrs"),
    Refusal(
      "EXPLICIT instead of IMPLICIT, §8.14",
      signedMembers.with(3, DER.constructed(0, DER.set(contentType))), .unexpectedIdentifier,
      at: 3, plus: 2, expected: .sequence, actual: .set, field: "SignerInfo.signedAttrs"),
    Refusal(
      "signed, without a tag", signedMembers.with(3, DER.set(contentType)),
      .unexpectedIdentifier, at: 3, expected: .sequence, actual: .set,
      field: "SignerInfo.signatureAlgorithm"),
    Refusal(
      "signed, primitive tag", signedMembers.with(3, DER.primitive(0, [])),
      .unexpectedIdentifier, at: 3, expected: .sequence, actual: .contextSpecific(primitive: 0),
      field: "SignerInfo.signatureAlgorithm"),
    Refusal(
      "signed, a string in chunks under another tag",
      signedMembers.with(
        3,
        DER.constructed(
          0, DER.sequence(Sample.data, DER.set(DER.constructed(0, [0x24, 3, 4, 1, 0x41]))))),
      .unexpectedIdentifier, at: 3, plus: 8 + Sample.data.count, expected: .octetString,
      actual: .octetString.togglingConstructed, field: "SignerInfo.signedAttrs"),
    Refusal(
      "unsigned ones in front of the signature", signedMembers.with(3, unsignedAttrs),
      .unexpectedIdentifier, at: 3, expected: .sequence,
      actual: .contextSpecific(constructed: 1), field: "SignerInfo.signatureAlgorithm"),
    Refusal(
      "EXPLICIT unsigned ones", members + [DER.constructed(1, DER.set(contentType))],
      .unexpectedIdentifier, at: 5, plus: 2, expected: .sequence, actual: .set,
      field: "SignerInfo.unsignedAttrs"),
    Refusal(
      "an attribute without values",
      signedMembers.with(3, DER.constructed(0, DER.sequence(Sample.data))), .missingElement,
      at: 3, plus: 4 + Sample.data.count, expected: .set, field: "SignerInfo.signedAttrs"),
    Refusal(
      "an attribute with a third member",
      signedMembers.with(3, DER.constructed(0, DER.sequence(Sample.data, DER.set(), DER.null))),
      .trailingContents, at: 3, plus: 6 + Sample.data.count, field: "SignerInfo.signedAttrs"),
  ])
  func `Attributes that are refused, with the exact error`(row: Refusal) {
    row.check(SignerInfo.self)
  }

  @Test func `An attribute gives its type and where its values are`() throws {
    let value = try read(CMSAttribute.self, Self.messageDigest)
    #expect(value.attrType == .messageDigest)
    #expect(value.attrValues.contentsRange == 15..<20)
  }

  /// EXTERNAL, EMBEDDED PDV and CHARACTER STRING.
  @Test(arguments: [8, 11, 29] as [UInt8])
  func `Types that are always constructed are no strings in chunks`(tagNumber: UInt8) throws {
    let value = DER.element(0x20 | tagNumber, DER.integer(1))
    let signed = DER.constructed(0, DER.sequence(Sample.data, DER.set(value)))
    let bytes = DER.element(0x30, of: Self.signedMembers.with(3, signed))
    #expect(try read(SignerInfo.self, bytes).signedAttrs != nil)
    let name = DER.sequence(DER.set(Sample.attribute("2.5.4.45", value)))
    #expect(try read(Name.self, name).contentsRange == 2..<name.count)
  }
}
