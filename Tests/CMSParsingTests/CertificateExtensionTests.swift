import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct CertificateExtensionTests {
  private static let oid = DER.oid("2.5.29.19")
  private static let value = DER.octetString(DER.sequence())

  struct Accepted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let encoded: [UInt8]
    let critical: Bool
  }

  @Test(arguments: [
    Accepted(testDescription: "absent: FALSE", encoded: [], critical: false),
    Accepted(testDescription: "TRUE", encoded: DER.boolean(true), critical: true),
    Accepted(
      testDescription: "FALSE encoded, as old certificates have it, against §11.5",
      encoded: DER.boolean(false), critical: false),
  ])
  func `critical has a default`(row: Accepted) throws {
    let bytes = DER.sequence(Self.oid, row.encoded, Self.value)
    let value = try read(CertificateExtension.self, bytes)
    #expect(value.extnID == .basicConstraints)
    #expect(value.critical == row.critical)
    #expect(value.extnValue.identifier == .octetString)
    #expect(value.extnValue.encodingRange == bytes.count - 4..<bytes.count)
    #expect(value.extnValue.contentsRange == bytes.count - 2..<bytes.count)
  }

  @Test(arguments: [
    Refusal("nothing", [], .missingElement, at: 0, expected: .objectIdentifier),
    Refusal("TRUE as 01, §11.1", [oid, [0x01, 0x01, 0x01], value], .invalidBoolean, at: 1),
    Refusal(
      "BOOLEAN of two bytes, §8.2.1", [oid, [0x01, 0x02, 0, 0], value], .invalidBoolean, at: 1),
    Refusal(
      "no value", [oid, DER.boolean(true)], .missingElement, at: 2, expected: .octetString),
    Refusal(
      "value of another type", [oid, DER.sequence()], .unexpectedIdentifier, at: 1,
      expected: .octetString, actual: .sequence),
    Refusal(
      "criticality twice", [oid, DER.boolean(true), DER.boolean(true), value],
      .unexpectedIdentifier, at: 2, expected: .octetString, actual: .boolean),
    Refusal(
      "a fourth member", [oid, DER.boolean(true), value, DER.null], .trailingContents, at: 3),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(CertificateExtension.self) }
}
