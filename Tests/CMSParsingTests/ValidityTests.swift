import CMSParsing
import DERParsing
import TestSupport
import Testing

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
