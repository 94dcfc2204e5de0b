import DERParsing
import TestSupport
import Testing

@Suite struct DERTimeTests {
  struct Instant: Equatable, Sendable {
    let seconds: Int64
    let nanoseconds: Int32

    init(_ seconds: Int64, _ nanoseconds: Int32 = 0) {
      (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    init(_ time: DERTime) { self.init(time.secondsSince1970, time.nanoseconds) }
  }

  /// A row: the clause, the characters of the contents, and the instant unless it is refused.
  typealias Row = (name: String, text: String, instant: Instant?)

  static let utcTimes: [Row] = [
    ("§11.8 example", "910506234540Z", Instant(673_573_540)),
    ("§11.8 the epoch", "700101000000Z", Instant(0)),
    ("§11.8 a second before", "691231235959Z", Instant(-1)),
    ("§11.8 last second of a day", "211231235959Z", Instant(1_640_995_199)),
    ("RFC 5280 §4.1.2.5.1 year 49", "491231235959Z", Instant(2_524_607_999)),
    ("RFC 5280 §4.1.2.5.1 year 50", "500101000000Z", Instant(-631_152_000)),
    ("RFC 5280 §4.1.2.5.1 year 99", "991231235959Z", Instant(946_684_799)),
    ("RFC 5280 §4.1.2.5.1 year 00", "000101000000Z", Instant(946_684_800)),
    ("X.680 §47 leap day of 2000", "000229000000Z", Instant(951_782_400)),
    ("X.680 §47 leap day of 1996", "960229000000Z", Instant(825_552_000)),
    ("X.680 §47 no leap day in 2001", "010229000000Z", nil),
    ("X.680 §47 month 00", "210001000000Z", nil), ("X.680 §47 month 13", "211301000000Z", nil),
    ("X.680 §47 day 00", "210100000000Z", nil), ("X.680 §47 day 32", "210132000000Z", nil),
    ("X.680 §47 30 February", "200230000000Z", nil), ("X.680 §47 31 April", "210431000000Z", nil),
    ("X.680 §47 31 November", "211131000000Z", nil), ("X.680 §47 hour 24", "210101240000Z", nil),
    ("X.680 §47 minute 60", "210101006000Z", nil), ("X.680 §47 second 60", "161231235960Z", nil),
    ("X.680 §47 second 61", "161231235961Z", nil), ("§11.8.1 without seconds", "9105062345Z", nil),
    ("§11.8.2 without Z", "910506234540", nil), ("§11.8.2 small z", "910506234540z", nil),
    ("§11.8.2 offset", "910506164540-0700", nil), ("§11.8.2 offset 0", "910506234540+0000", nil),
    ("§11.8.2 Z and offset", "910506234540Z0000", nil), ("§11.8 fraction", "910506234540.5Z", nil),
    ("§11.8 four digits of a year", "19910506234540Z", nil), ("§11.8 nothing", "", nil),
    ("§11.8 Z only", "Z", nil), ("§11.8 a letter in the year", "9A0506234540Z", nil),
    ("§11.8 a letter in the second", "91050623454AZ", nil), ("§11.8 minus", "-10506234540Z", nil),
    ("§11.8 minus in the month", "91-506234540Z", nil), ("§11.8 space", "9105 6234540Z", nil),
    ("§11.8 slash", "9105/6234540Z", nil), ("§11.8 colon", "91050:234540Z", nil),
    ("§11.8 a byte too many", "910506234540ZZ", nil), ("§11.8 NUL", "910506234540Z\0", nil),
    ("§11.8 NUL for Z", "910506234540\0", nil),
  ]

  static let generalizedTimes: [Row] = [
    ("§11.7 example", "19851106210627Z", Instant(500_159_187)),
    ("§11.7 the epoch", "19700101000000Z", Instant(0)),
    ("§11.7 year 0", "00000101000000Z", Instant(-62_167_219_200)),
    ("§11.7 leap day of year 0", "00000229000000Z", Instant(-62_162_121_600)),
    ("§11.7 year 1", "00010101000000Z", Instant(-62_135_596_800)),
    ("RFC 5280 §4.1.2.5 year 2050", "20500101000000Z", Instant(2_524_608_000)),
    ("RFC 5280 §4.1.2.5 no expiry", "99991231235959Z", Instant(253_402_300_799)),
    ("X.680 §46 leap day of 2024", "20240229123456Z", Instant(1_709_210_096)),
    ("X.680 §46 leap day of 2400", "24000229000000Z", Instant(13_574_563_200)),
    ("X.680 §46 2³¹", "20380119031408Z", Instant(2_147_483_648)),
    ("§11.7.3 one digit", "19851106210627.3Z", Instant(500_159_187, 300_000_000)),
    ("§11.7.3 three digits", "19851106210627.312Z", Instant(500_159_187, 312_000_000)),
    ("§11.7.3 nine digits", "19851106210627.000000001Z", Instant(500_159_187, 1)),
    ("§11.7.3 all nines", "19851106210627.999999999Z", Instant(500_159_187, 999_999_999)),
    ("§11.7.3 ten digits", "19851106210627.1234567891Z", Instant(500_159_187, 123_456_789)),
    (
      "§11.7.3 thirty digits", "19851106210627.000000000000000000000000000009Z",
      Instant(500_159_187)
    ),
    ("§11.7.3 before 1970", "19691231235959.5Z", Instant(-1, 500_000_000)),
    ("§11.7.3 trailing zero", "19851106210627.30Z", nil),
    ("§11.7.3 only a zero", "19851106210627.0Z", nil),
    ("§11.7.3 trailing zero after nine", "19851106210627.1234567890Z", nil),
    ("§11.7.3 a letter after nine", "19851106210627.123456789AZ", nil),
    ("§11.7.3 a letter", "19851106210627.A1Z", nil), ("§11.7.3 sign", "19851106210627.-1Z", nil),
    ("§11.7.3 no digit", "19851106210627.Z", nil), ("§11.7.4 comma", "19851106210627,3Z", nil),
    ("§11.7.4 two points", "19851106210627..3Z", nil),
    ("§11.7.4 digits only", "198511062106273Z", nil),
    ("§11.7.2 without seconds", "198511062106Z", nil), ("§11.7.2 hours only", "1985110621Z", nil),
    ("§11.7.2 fraction of a minute", "198511062106.5Z", nil),
    ("§11.7.1 local time", "19851106210627", nil),
    ("§11.7.1 local, fraction", "19851106210627.3", nil),
    ("§11.7.1 offset", "19851106210627-0500", nil), ("§11.7.1 z", "19851106210627z", nil),
    ("§11.7.1 fraction and offset", "19851106210627.3-0500", nil),
    ("X.680 §46 no leap day in 1900", "19000229000000Z", nil),
    ("X.680 §46 no leap day in 2100", "21000229000000Z", nil),
    ("X.680 §46 no leap day in 2023", "20230229000000Z", nil),
    ("X.680 §46 month 00", "20210001000000Z", nil), ("X.680 §46 month 13", "20211301000000Z", nil),
    ("X.680 §46 day 00", "20210100000000Z", nil), ("X.680 §46 31 June", "20210631000000Z", nil),
    ("X.680 §46 31 September", "20210931000000Z", nil), ("X.680 §46 32nd", "20211232000000Z", nil),
    ("X.680 §46 hour 24", "20210101240000Z", nil), ("X.680 §46 minute 60", "20210101236000Z", nil),
    ("X.680 §46 second 60", "20161231235960Z", nil), ("X.680 §46 nothing", "", nil),
    ("X.680 §46 year of two digits", "851106210627Z", nil),
    ("X.680 §46 year of five digits", "100000101000000Z", nil),
    ("X.680 §46 a letter in the year", "198A1106210627Z", nil),
    ("X.680 §46 minus in front", "-9851106210627Z", nil),
    ("X.680 §46 space", " 9851106210627Z", nil),
    ("X.680 §46 full-width digit bytes", "１9851106210627Z", nil),
  ]

  private func vector(_ tag: UInt8, _ row: Row) -> Vector<Instant> {
    let input = element(tag, Array(row.text.utf8))
    let name = "\(row.name), \(row.text)"
    guard let instant = row.instant else { return .init(name, input, fails: .invalidTime) }
    return .init(name, input, instant)
  }

  @Test(arguments: utcTimes)
  func `A UTCTime is YYMMDDhhmmssZ`(row: Row) {
    vector(0x17, row).check { (reader) throws(DERError) in Instant(try reader.readUTCTime()) }
  }

  @Test(arguments: generalizedTimes)
  func `A GeneralizedTime is YYYYMMDDhhmmssZ, with a minimal fraction`(row: Row) {
    vector(0x18, row).check { (reader) throws(DERError) in
      Instant(try reader.readGeneralizedTime())
    }
  }

  @Test(arguments: utcTimes + generalizedTimes)
  func `The two types are not mistaken for each other`(row: Row) {
    let utc = outcome(of: element(0x18, Array(row.text.utf8))) { (reader) throws(DERError) in
      Instant(try reader.readUTCTime())
    }
    #expect(
      utc
        == .failure(
          DERError(.unexpectedIdentifier, at: 0, expected: .utcTime, actual: .generalizedTime)))
    let generalized = outcome(of: element(0x17, Array(row.text.utf8))) {
      (reader) throws(DERError) in Instant(try reader.readGeneralizedTime())
    }
    #expect(
      generalized
        == .failure(
          DERError(.unexpectedIdentifier, at: 0, expected: .generalizedTime, actual: .utcTime)))
  }

  @Test func `Tags, fields and offsets are those of the element`() {
    let field: DERField = "outer field"
    let tag = DERIdentifier.contextSpecific(primitive: 1)
    let utc = outcome(of: bytes("0500 810130")) { (reader) throws(DERError) in
      _ = try reader.readElement(.null)
      return try reader.readUTCTime(field, tagged: tag)
    }
    #expect(utc == .failure(DERError(.invalidTime, at: 2, field: field)))
    let generalized = outcome(of: bytes("0500 810130")) { (reader) throws(DERError) in
      _ = try reader.readElement(.null)
      return try reader.readGeneralizedTime(field, tagged: tag)
    }
    #expect(generalized == .failure(DERError(.invalidTime, at: 2, field: field)))
    let text = element(0x81, Array("19700101000000.25Z".utf8))
    Vector("§8.14.3 [1] IMPLICIT", text, Instant(0, 250_000_000))
      .check { (reader) throws(DERError) in Instant(try reader.readGeneralizedTime(tagged: tag)) }
  }

  @Test func `Times are in the order of the instants, and are written out`() throws {
    let texts = [
      "00000101000000Z", "19691231235959Z", "19691231235959.5Z", "19700101000000Z",
      "19700101000000.000000001Z", "19700101000000.1Z", "20380119031408Z", "99991231235959Z",
    ]
    let times = try texts.map { text in
      try element(0x18, Array(text.utf8)).withDERReader { (reader) throws(DERError) in
        try reader.readGeneralizedTime()
      }
    }
    #expect(times == times.sorted())
    for (first, second) in zip(times, times.dropFirst()) {
      #expect(first < second)
      #expect(!(second < first))
    }
    #expect(
      times.map(\.description) == [
        "0000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.500000000Z",
        "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000001Z", "1970-01-01T00:00:00.100000000Z",
        "2038-01-19T03:14:08Z", "9999-12-31T23:59:59Z",
      ])
  }
}
