import CMSParsing
import DERParsing
import TestSupport
import Testing

@Suite struct CertificateTests {
  private static let members = [
    Sample.tbsCertificate, Sample.sha256WithRSA, DER.bitString([0x5A, 0xA5]),
  ]

  @Test func `The bytes that are signed are found where they stand`() throws {
    let bytes = Sample.certificate
    let value = try read(Certificate.self, bytes)
    #expect(value.encodingRange == 0..<bytes.count)
    #expect(bytes[value.tbsCertificateEncoding].elementsEqual(Sample.tbsCertificate))
    #expect(value.tbsCertificate.version == 2)
    #expect(value.signatureAlgorithm.algorithm == .sha256WithRSAEncryption)
    #expect(value.signatureValue.bytesRange == bytes.count - 2..<bytes.count)
    #expect(value.signatureAlgorithmsAgree)
  }

  @Test func `Inside another input the places count from its beginning`() throws {
    let bytes = DER.sequence(DER.null, Sample.certificate)
    let value = try bytes.withDERReader { (reader) throws(DERError) in
      var sequence = try reader.readConstructed(.sequence)
      _ = try sequence.readElement()
      return try sequence.read(as: Certificate.self)
    }
    #expect(bytes[value.encodingRange].elementsEqual(Sample.certificate))
    #expect(bytes[value.tbsCertificateEncoding].elementsEqual(Sample.tbsCertificate))
    #expect(value.signatureAlgorithmsAgree)
  }

  struct Disagreement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outer: [UInt8]
  }

  @Test(arguments: [
    Disagreement(testDescription: "another algorithm", outer: Sample.sha256),
    Disagreement(
      testDescription: "the same without NULL",
      outer: DER.sequence(DER.oid("1.2.840.113549.1.1.11"))),
    Disagreement(
      testDescription: "the same with other parameters",
      outer: DER.sequence(DER.oid("1.2.840.113549.1.1.11"), DER.integer(0))),
  ])
  func `Algorithms that disagree are told, not refused (RFC 5280 §4.1.1.2)`(
    row: Disagreement
  ) throws {
    let value = try read(Certificate.self, DER.element(0x30, of: Self.members.with(1, row.outer)))
    #expect(!value.signatureAlgorithmsAgree)
  }

  @Test(arguments: [
    Refusal(
      "nothing", [], .missingElement, at: 0, expected: .sequence,
      field: "Certificate.tbsCertificate"),
    Refusal(
      "an error inside keeps the inner field",
      members.with(0, DER.element(0x30, of: Sample.tbsMembers.with(0, DER.null))),
      .unexpectedIdentifier, at: 0, plus: 2, expected: .integer, actual: .null,
      field: "TBSCertificate.serialNumber"),
    Refusal(
      "no algorithm", members.without(1), .unexpectedIdentifier, at: 1, expected: .sequence,
      actual: .bitString, field: "Certificate.signatureAlgorithm"),
    Refusal(
      "no signature", members.without(2), .missingElement, at: 2, expected: .bitString,
      field: "Certificate.signatureValue"),
    Refusal(
      "signature in an OCTET STRING", members.with(2, DER.octetString([1])),
      .unexpectedIdentifier, at: 2, expected: .bitString, actual: .octetString,
      field: "Certificate.signatureValue"),
    Refusal(
      "eight unused bits, §8.6.2.2", members.with(2, DER.bitString([0], unusedBits: 8)),
      .invalidUnusedBits, at: 2, field: "Certificate.signatureValue"),
    Refusal(
      "a fourth member", members + [DER.null], .trailingContents, at: 3,
      field: "Certificate.signatureValue"),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(Certificate.self) }

  @Test(arguments: [
    ("root", "CN=Example Test Root CA"),
    ("developer-relations-sha1", "OU=Example Worldwide Developer Relations"),
    ("developer-relations-sha256", "OU=T5"),
    ("receipt-signing-sha1", "CN=Example App Store Receipt Signing"),
    ("receipt-signing-sha256", "CN=Example App Store Receipt Signing"),
    ("storekit-test", "CN=StoreKit Test Example"),
  ])
  func `The certificates of the test authority are read`(
    name: String, part: String
  ) throws {
    let bytes = try Fixtures.certificate(name)
    let (value, subject) = try withExactlySized(bytes) { (bytes) throws(DERError) in
      let value = try Certificate(derEncoded: bytes)
      return (value, try value.tbsCertificate.subject.text(in: bytes))
    }
    #expect(value.tbsCertificate.version == 2)
    #expect(value.signatureAlgorithmsAgree)
    #expect(value.tbsCertificate.extensions?.isEmpty == false)
    #expect(value.signatureValue.bitCount == 2048)
    #expect(subject.contains(part), "\(subject)")
    #expect(bytes.indices.allSatisfy { refusal(Certificate.self, Array(bytes[..<$0])) != nil })
  }
}

@Suite struct ValidityTests {
  struct Accepted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let notBefore: [UInt8]
    let notAfter: [UInt8]
    let first: Int64
    let last: Int64

    init(
      _ name: String, _ notBefore: [UInt8], _ notAfter: [UInt8], _ first: Int64, _ last: Int64
    ) {
      testDescription = name
      (self.notBefore, self.notAfter, self.first, self.last) = (notBefore, notAfter, first, last)
    }
  }

  @Test(arguments: [
    Accepted(
      "UTCTime", DER.utcTime("200401175235Z"), DER.utcTime("400327175235Z"), 1_585_763_555,
      2_216_483_555),
    Accepted(
      "UTCTime's century turns at 50 (RFC 5280 §4.1.2.5.1)", DER.utcTime("500101000000Z"),
      DER.utcTime("491231235959Z"), -631_152_000, 2_524_607_999),
    Accepted(
      "GeneralizedTime", DER.generalizedTime("20500101000000Z"),
      DER.generalizedTime("99991231235959Z"), 2_524_608_000, 253_402_300_799),
    Accepted(
      "one of each", DER.utcTime("700101000000Z"), DER.generalizedTime("20500101000000Z"), 0,
      2_524_608_000),
    Accepted(
      "GeneralizedTime before 2050, which the standard would have in UTCTime",
      DER.generalizedTime("20200401175235Z"), DER.utcTime("200401175235Z"), 1_585_763_555,
      1_585_763_555),
  ])
  func `Both forms of time are read`(row: Accepted) throws {
    let value = try read(Validity.self, DER.sequence(row.notBefore, row.notAfter))
    #expect(value.notBefore.secondsSince1970 == row.first)
    #expect(value.notAfter.secondsSince1970 == row.last)
    #expect(value.notBefore.nanoseconds == 0 && value.notAfter.nanoseconds == 0)
  }

  private static let start = DER.utcTime("200401175235Z")

  @Test(arguments: [
    Refusal(
      "a fraction (RFC 5280 §4.1.2.5.2)", [start, DER.generalizedTime("20400327175235.5Z")],
      .invalidTime, at: 1),
    Refusal(
      "a tenth of a nanosecond", [DER.generalizedTime("20200401175235.0000000001Z"), start],
      .invalidTime, at: 0),
    Refusal("no seconds, §11.8.2", [DER.utcTime("2004011752Z"), start], .invalidTime, at: 0),
    Refusal(
      "a time zone, §11.8.1", [DER.utcTime("200401175235+0100"), start], .invalidTime, at: 0),
    Refusal("30 February", [DER.utcTime("200230000000Z"), start], .invalidTime, at: 0),
    Refusal("second 60", [start, DER.utcTime("161231235960Z")], .invalidTime, at: 1),
    Refusal(
      "four digits of year in UTCTime", [DER.utcTime("20200401175235Z"), start], .invalidTime, at: 0
    ),
    Refusal(
      "two in GeneralizedTime", [DER.generalizedTime("200401175235Z"), start], .invalidTime, at: 0),
    Refusal(
      "text that is no time", [DER.ia5("200401175235Z"), start], .unexpectedIdentifier, at: 0,
      expected: .generalizedTime, actual: .ia5String),
    Refusal("one time only", [start], .missingElement, at: 1, expected: .generalizedTime),
    Refusal("three times", [start, start, start], .trailingContents, at: 2),
  ])
  func `Refused, with the exact error`(row: Refusal) { row.check(Validity.self) }

  @Test func `Both ends belong to the validity`() throws {
    let validity = try Validity(derEncoded: Sample.validity)
    let around = try [
      "200401175234Z", "200401175235Z", "300101000000Z", "400327175235Z", "400327175236Z",
    ].map { text in
      try DER.utcTime(text).withDERReader { (reader) throws(DERError) in try reader.readUTCTime() }
    }
    #expect(around.map { validity.contains($0) } == [false, true, true, true, false])
  }
}
