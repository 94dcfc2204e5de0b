import Foundation
import ReceiptParsing
import TestSupport
import Testing

/// Which texts are dates, and of which instants. RFC 3339 §5.6, and what receipts add.
@Suite struct ReceiptDateParsingTests {
  struct Accepted: Sendable, CustomTestStringConvertible {
    let text: String
    let milliseconds: Int64
    let utc: String
    var testDescription: String { text }

    init(_ text: String, _ milliseconds: Int64, _ utc: String) {
      (self.text, self.milliseconds, self.utc) = (text, milliseconds, utc)
    }
  }

  @Test(arguments: [
    Accepted("2020-07-22T18:33:15Z", 1_595_442_795_000, "2020-07-22T18:33:15Z"),
    Accepted("2020-07-22t18:33:15z", 1_595_442_795_000, "2020-07-22T18:33:15Z"),
    Accepted("2020-07-22 18:33:15Z", 1_595_442_795_000, "2020-07-22T18:33:15Z"),
    Accepted("2020-07-22T18:33:15+0100", 1_595_439_195_000, "2020-07-22T17:33:15Z"),
    Accepted("2020-07-22T18:33:15+01:00", 1_595_439_195_000, "2020-07-22T17:33:15Z"),
    Accepted("2020-07-22T18:33:15-0730", 1_595_469_795_000, "2020-07-23T02:03:15Z"),
    Accepted("2020-07-22T18:33:15+00:00", 1_595_442_795_000, "2020-07-22T18:33:15Z"),
    Accepted("2020-07-22T18:33:15-0000", 1_595_442_795_000, "2020-07-22T18:33:15Z"),
    Accepted("2020-07-22T18:33:15+23:59", 1_595_356_455_000, "2020-07-21T18:34:15Z"),
    Accepted("2020-07-22T18:33:15-2359", 1_595_529_135_000, "2020-07-23T18:32:15Z"),
    Accepted("2020-10-08T11:17:49.131Z", 1_602_155_869_131, "2020-10-08T11:17:49.131Z"),
    Accepted("2020-10-08T11:17:49.1Z", 1_602_155_869_100, "2020-10-08T11:17:49.100Z"),
    Accepted("2020-10-08T11:17:49.01Z", 1_602_155_869_010, "2020-10-08T11:17:49.010Z"),
    Accepted("2020-10-08T11:17:49.0Z", 1_602_155_869_000, "2020-10-08T11:17:49Z"),
    Accepted("2020-10-08T11:17:49.000999Z", 1_602_155_869_000, "2020-10-08T11:17:49Z"),
    Accepted("2020-10-08T11:17:49.9999999999999Z", 1_602_155_869_999, "2020-10-08T11:17:49.999Z"),
    Accepted("2020-10-08T11:17:49.131+0300", 1_602_145_069_131, "2020-10-08T08:17:49.131Z"),
    Accepted("4001-01-01T00:00:00Z", 64_092_211_200_000, "4001-01-01T00:00:00Z"),
    Accepted("4001-01-01T02:00:00+0200", 64_092_211_200_000, "4001-01-01T00:00:00Z"),
    Accepted("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
    Accepted("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
    Accepted("0000-01-01T00:00:00Z", -62_167_219_200_000, "0000-01-01T00:00:00Z"),
    Accepted("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    Accepted("2000-02-29T00:00:00Z", 951_782_400_000, "2000-02-29T00:00:00Z"),
    Accepted("2024-02-29T23:59:59Z", 1_709_251_199_000, "2024-02-29T23:59:59Z"),
    Accepted("2016-12-31T23:59:60Z", 1_483_228_800_000, "2017-01-01T00:00:00Z"),
    Accepted("2016-12-31T15:59:60.5-0800", 1_483_228_800_500, "2017-01-01T00:00:00.500Z"),
    Accepted("2017-01-01T05:29:60+05:30", 1_483_228_800_000, "2017-01-01T00:00:00Z"),
    Accepted("2015-06-30T23:59:60Z", 1_435_708_800_000, "2015-07-01T00:00:00Z"),
    Accepted("2020-02-29T23:59:60Z", 1_583_020_800_000, "2020-03-01T00:00:00Z"),
  ])
  func `Every form that is accepted`(row: Accepted) throws {
    let date = try #require(ReceiptDate(row.text))
    #expect(date.millisecondsSince1970 == row.milliseconds)
    #expect(date.utcText == row.utc)
    #expect(date.description == row.utc)
    #expect(date.text == row.text)
    #expect(ReceiptDate(date.utcText) == date)
  }

  @Test(arguments: [
    "", "Z", "2020-07-22", "2020-07-22T18:33:15", "2020-07-22T18:33Z", "18:33:15Z",
    "2020-07-22T18:33:15Z ", " 2020-07-22T18:33:15Z", "2020-07-22T18:33:15Z\n",
    "2020-07-22T18:33:15ZZ", "2020-07-22T18:33:15\0", "2020-07-22T18:33:1\0Z",
    "2020-07-22T18:33:15Z\0", "2020-07-22_18:33:15Z", "2020-07-22T18.33.15Z",
    "2020/07/22T18:33:15Z", "20200722T183315Z----", "2020-7-22T18:33:15.00Z",
    "+020-07-22T18:33:15Z", "-020-07-22T18:33:15Z", "02020-07-22T18:33:15Z",
    "2020-07-22T18:33:-5Z", "2020-07-22T18:33:+5Z", "2020-07-22T 8:33:15Z",
    "2020-07-22T18:33:15.Z", "2020-07-22T18:33:15,5Z", "2020-07-22T18:33:15.5",
    "2020-07-22T18:33:15.5.5Z",
    "2020-07-22T18:33:15.-5Z", "2020-07-22T18:33:15+", "2020-07-22T18:33:15+01",
    "2020-07-22T18:33:15+1:00", "2020-07-22T18:33:15+01:0", "2020-07-22T18:33:15+010",
    "2020-07-22T18:33:15+01000", "2020-07-22T18:33:15+01:000", "2020-07-22T18:33:15+01 00",
    "2020-07-22T18:33:15+24:00", "2020-07-22T18:33:15-2400", "2020-07-22T18:33:15+0060",
    "2020-07-22T18:33:15 +0100", "2020-07-22T18:33:15 Z", "2020-07-22T18:33:15 UTC",
    "2020-07-22T18:33:15GMT",
    "2020-07-22 18:33:15 Etc/GMT", "2020-07-22T18:33:15\u{2212}01:00", "2020-07-22T18:33:15Z+0100",
    "2020-00-22T18:33:15Z", "2020-13-22T18:33:15Z", "2020-07-00T18:33:15Z", "2020-07-32T18:33:15Z",
    "2020-06-31T18:33:15Z", "2025-02-29T18:33:15Z", "2025-02-30T18:33:15Z", "1900-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z", "2020-07-22T24:00:00Z", "2020-07-22T18:60:15Z", "2020-07-22T18:33:61Z",
    "2020-07-22T18:33:60Z", "2016-12-31T23:58:60Z", "2016-12-31T22:59:60Z", "2016-12-30T23:59:60Z",
    "2017-01-01T00:00:60Z", "2016-12-31T23:59:60+01:00", "2016-12-31T23:59:60-0800",
    "2020-02-28T23:59:60Z",
    "２０２０-07-22T18:33:15Z", "2020-07-22T18:33:1５Z", "2020‐07‐22T18:33:15Z", "2020-07-22T18:33:15Ｚ",
    "2020-07-22T06:33:15PM", "Wed, 22 Jul 2020 18:33:15 Z", "1595442795000", "never",
    "    -  -  T  :  :  Z",
  ])
  func `Everything else is refused`(text: String) {
    #expect(ReceiptDate(text) == nil)
  }

  @Test func `39 characters are read, 40 are not`() throws {
    let text = "2020-07-22T18:33:15.12345678901234+01:00"
    #expect(text.count == 40 && ReceiptDate(text) == nil)
    let shorter = String(text.prefix(33)) + text.suffix(6)
    let date = try #require(ReceiptDate(shorter))
    #expect(shorter.count == 39 && date.text == shorter)
    #expect(date.millisecondsSince1970 == 1_595_439_195_123)
  }

  @Test(arguments: [
    "0000-01-01T00:00:00+00:01", "0000-01-01T12:00:00.25+23:59", "9999-12-31T23:59:59-00:01",
    "9999-12-31T23:59:60Z",
  ])
  func `An instant beyond the years 0000–9999 in UTC is no date`(text: String) throws {
    #expect(ReceiptDate(text) == nil)
  }

  @Test func `Every day of 800 years is there, and no other`() {
    var expected = ReceiptDate("1600-01-01T00:00:00Z")?.millisecondsSince1970 ?? 0
    for year in 1600..<2400 {
      for month in 1...12 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        let prefix = "\(year)-" + (month < 10 ? "0" : "") + "\(month)-"
        for day in [1, 2, days] {
          let text = prefix + (day < 10 ? "0" : "") + "\(day)T00:00:00Z"
          let found = ReceiptDate(text)?.millisecondsSince1970
          if found != expected + Int64(day - 1) * 86_400_000 { Issue.record("\(text)") }
        }
        if ReceiptDate(prefix + "\(days + 1)T00:00:00Z") != nil { Issue.record("\(prefix)") }
        expected += Int64(days) * 86_400_000
      }
    }
  }

  @Test func `Random dates agree with Foundation both ways`() throws {
    let seed: UInt64 = 1970
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let milliseconds = Int64.random(in: 0..<4_102_444_800_000, using: &generator)
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let zone = Int.random(in: -1439...1439, using: &generator)
      let style = Date.ISO8601FormatStyle(
        timeZoneSeparator: .omitted, includingFractionalSeconds: true,
        timeZone: TimeZone(secondsFromGMT: zone * 60) ?? .gmt)
      let text = date.formatted(style)
      let read = try #require(ReceiptDate(text), "seed \(seed): \(text)")
      // Foundation cuts or rounds the third digit as binary fractions happen to fall.
      #expect(abs(read.millisecondsSince1970 - milliseconds) <= 1, "seed \(seed): \(text)")
      #expect(
        ExpectedReceipt.milliseconds(read.utcText) == read.millisecondsSince1970,
        "seed \(seed): \(text)")
    }
  }

  @Test func `Each place of a date has so many characters that fit`() {
    let text = Array("2020-07-22T18:33:15Z".utf8)
    let counts = text.indices.map { index in
      (UInt8(0)..<0x80).count { byte in
        var changed = text
        changed[index] = byte
        return ReceiptDate(String(decoding: changed, as: UTF8.self)) != nil
      }
    }
    #expect(counts == [10, 10, 10, 10, 1, 1, 9, 1, 3, 10, 3, 2, 10, 1, 6, 10, 1, 6, 10, 2])
  }
}
