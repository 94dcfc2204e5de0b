import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct AlgorithmIdentifierTests {
  private static let oid = DER.oid("1.2.840.113549.1.1.11")

  struct Accepted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parameters: [UInt8]?
    let identifier: DERIdentifier?
    let hasNoParameters: Bool
  }

  @Test(arguments: [
    Accepted(
      testDescription: "absent", parameters: nil, identifier: nil, hasNoParameters: true),
    Accepted(
      testDescription: "NULL", parameters: DER.null, identifier: .null, hasNoParameters: true),
    Accepted(
      testDescription: "OBJECT IDENTIFIER, as EC keys have",
      parameters: DER.oid("1.2.840.10045.3.1.7"), identifier: .objectIdentifier,
      hasNoParameters: false),
    Accepted(
      testDescription: "SEQUENCE, as RSASSA-PSS has", parameters: DER.sequence(DER.integer(1)),
      identifier: .sequence, hasNoParameters: false),
    Accepted(
      testDescription: "SEQUENCE whose contents are nobody's business here",
      parameters: DER.sequence([0xFF]), identifier: .sequence, hasNoParameters: false),
  ])
  func `Parameters may be NULL, absent or anything (RFC 5280 §4.1.1.2)`(row: Accepted) throws {
    let bytes = DER.sequence(Self.oid, row.parameters ?? [])
    let value = try read(AlgorithmIdentifier.self, bytes)
    #expect(value.algorithm == .sha256WithRSAEncryption)
    #expect(value.encodingRange == 0..<bytes.count)
    #expect(value.parameters?.identifier == row.identifier)
    #expect(value.parameters?.encodingRange == row.parameters.map { 13..<13 + $0.count })
    #expect(value.hasNoParameters == row.hasNoParameters)
  }

  @Test(arguments: [
    Refusal("no members", [], .missingElement, at: 0, expected: .objectIdentifier),
    Refusal(
      "algorithm of another type", [DER.null], .unexpectedIdentifier, at: 0,
      expected: .objectIdentifier, actual: .null),
    Refusal("empty algorithm, §8.19.2", [[0x06, 0x00]], .emptyObjectIdentifier, at: 0),
    Refusal("NULL with contents, §8.8.2", [oid, [0x05, 0x01, 0x00]], .invalidNull, at: 1),
    Refusal("a third member", [oid, DER.null, DER.null], .trailingContents, at: 2),
    Refusal("parameters that run over", [oid, [0x30, 0x05]], .exceedsEnclosing, at: 1),
    Refusal("end-of-contents, §8.1.5", [oid, [0x00, 0x00]], .endOfContents, at: 1),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(AlgorithmIdentifier.self) }

  @Test func `A SET in place of the SEQUENCE is refused`() {
    let error = refusal(AlgorithmIdentifier.self, DER.set(Self.oid))
    #expect(error == DERError(.unexpectedIdentifier, at: 0, expected: .sequence, actual: .set))
  }

  @Test func `A value tells where it stands`() throws {
    let both = DER.sequence(Sample.sha256, Sample.sha256)
    let places = try both.withDERReader { (reader) throws(DERError) in
      var sequence = try reader.readConstructed(.sequence)
      let first: AlgorithmIdentifier = try sequence.read()
      let second: AlgorithmIdentifier = try sequence.read()
      return (first, second)
    }
    #expect(places.0.algorithm == places.1.algorithm)
    #expect(places.0.encodingRange == 2..<17 && places.1.encodingRange == 17..<32)
  }

  @Test func `A public key holds an algorithm and bits`() throws {
    let key = try read(SubjectPublicKeyInfo.self, Sample.key)
    #expect(key.algorithm.algorithm == .rsaEncryption)
    #expect(key.subjectPublicKey.bytesRange == 20..<22)
    #expect(key.subjectPublicKey.unusedBits == 0)
  }

  @Test(arguments: [
    Refusal("no key", [Sample.rsa], .missingElement, at: 1, expected: .bitString),
    Refusal(
      "key in an OCTET STRING", [Sample.rsa, DER.octetString([0])], .unexpectedIdentifier, at: 1,
      expected: .bitString, actual: .octetString),
    Refusal(
      "unused bits that are not zero, §11.2.1", [Sample.rsa, DER.bitString([1], unusedBits: 1)],
      .nonZeroUnusedBits, at: 1),
    Refusal("a third member", [Sample.rsa, DER.bitString([]), DER.null], .trailingContents, at: 2),
  ])
  func `Public keys that are refused`(row: Refusal) { row.check(SubjectPublicKeyInfo.self) }
}
