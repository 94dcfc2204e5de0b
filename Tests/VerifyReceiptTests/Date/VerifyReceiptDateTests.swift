import AppStoreReceipt
import Foundation
import TestSupport
import Testing

@testable import VerifyReceipt

@Suite struct VerifyReceiptDateTests {
  /// A date of an answer, from members of an object in it.
  private func date(_ members: String) throws -> VerifyReceiptDate? {
    try VerifyReceiptResponse(json: "{\"receipt\":{\(members)}}").receipt?.requestDate
  }

  private func date(_ milliseconds: Int64) -> VerifyReceiptDate {
    VerifyReceiptDate(ReceiptDate(millisecondsSince1970: milliseconds))
  }

  @Test(
    arguments: [
      // The changes of 2020 and of 2006, to the second; before the laws; the ends of the calendar.
      (1_583_661_599_000, "2020-03-08 09:59:59", "2020-03-08 01:59:59"),
      (1_583_661_600_000, "2020-03-08 10:00:00", "2020-03-08 03:00:00"),
      (1_604_221_199_999, "2020-11-01 08:59:59", "2020-11-01 01:59:59"),
      (1_604_221_200_000, "2020-11-01 09:00:00", "2020-11-01 01:00:00"),
      (1_143_971_999_000, "2006-04-02 09:59:59", "2006-04-02 01:59:59"),
      (1_143_972_000_000, "2006-04-02 10:00:00", "2006-04-02 03:00:00"),
      (1_162_112_399_000, "2006-10-29 08:59:59", "2006-10-29 01:59:59"),
      (1_162_112_400_000, "2006-10-29 09:00:00", "2006-10-29 01:00:00"),
      (0, "1970-01-01 00:00:00", "1969-12-31 16:00:00"), (-1, "1969-12-31 23:59:59", nil),
      (64_092_211_200_000, "4001-01-01 00:00:00", "4000-12-31 16:00:00"),
      (253_402_300_799_999, "9999-12-31 23:59:59", "9999-12-31 15:59:59"),
      (-62_167_219_200_000, "0000-01-01 00:00:00", "-0001-12-31 16:00:00"),
    ] as [(Int64, String, String?)])
  func `The three forms of an instant`(instant: Int64, text: String, pacific: String?) throws {
    let date = date(instant)
    #expect(date.text(.text) == text + " Etc/GMT")
    #expect(date.text(.milliseconds) == "\(instant)")
    if let pacific { #expect(date.text(.pacific) == pacific + " America/Los_Angeles") }
  }

  @Test func `Daylight saving is Foundation's from 1970 to 2037`() throws {
    let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
    var instants = Set(stride(from: Int64(0), to: 2_145_916_800, by: 22_620))
    var transition = Date(timeIntervalSince1970: 0)
    while let next = zone.nextDaylightSavingTimeTransition(after: transition),
      next.timeIntervalSince1970 < 2_145_916_800
    {
      let second = Int64(next.timeIntervalSince1970)
      instants.formUnion([second - 3601, second - 1, second, second + 1, second + 3600])
      transition = next
    }
    #expect(instants.count > 95_000)
    for second in instants {
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      let local = date((second + Int64(offset)) * 1000).text(.text).prefix(19)
      guard date(second * 1000).text(.pacific) == local + " America/Los_Angeles" else {
        Issue.record("\(second)")
        return
      }
    }
  }

  @Test(arguments: [
    "\"request_date\":\"2020-07-22 17:39:06 Etc/GMT\"", "\"request_date_ms\":\"1595439546000\"",
    "\"request_date_pst\":\"2020-07-22 10:39:06 America/Los_Angeles\"",
    "\"request_date_ms\":1595439546000", "\"request_date\":\"1595439546000\"",
    "\"request_date\":\"2020-07-2217:39:06Etc/GMT\"",
    "\"request_date\":\"2020-07-22T17:39:06Z\"", "\"request_date\":\"2020-07-22T19:39:06+02:00\"",
    "\"request_date_pst\":\"\",\"request_date\":\"2020-07-22 17:39:06 Etc/GMT\"",
    "\"request_date_ms\":\"x\",\"request_date_pst\":\"2020-07-22 10:39:06 America/Los_Angeles\"",
  ])
  func `Each form by itself is enough`(members: String) throws {
    #expect(try date(members)?.millisecondsSince1970 == 1_595_439_546_000)
  }

  @Test func `Of two texts that disagree GMT counts`() throws {
    let gmt = "\"request_date\":\"2020-11-01 09:30:00 Etc/GMT\""
    let pacific = "\"request_date_pst\":\"2020-11-01 01:30:00 America/Los_Angeles\""
    for members in ["\(gmt),\(pacific)", "\(pacific),\(gmt)"] {
      #expect(try date(members)?.millisecondsSince1970 == 1_604_223_000_000)
    }
  }

  @Test func `A form that was missing is written, one that was there stays`() throws {
    let text = """
      {"receipt":{"request_date":"2020-07-2217:39:06Etc/GMT","request_date_ms":1595439546000}}
      """
    #expect(
      try VerifyReceiptResponse(json: text).jsonText == """
        {"receipt":{"request_date":"2020-07-2217:39:06Etc/GMT","request_date_ms":"1595439546000",\
        "request_date_pst":"2020-07-22 10:39:06 America/Los_Angeles"}}
        """)
  }

  @Test(
    arguments: [
      ("\"2020-11-01 01:30:00 America/Los_Angeles\"", 1_604_219_400_000),  // comes twice: the first
      ("\"2020-03-08 02:30:00 America/Los_Angeles\"", 1_583_663_400_000),  // does not come
      ("\"2020-01-01 00:00:00 America/Los_Angeles\"", 1_577_865_600_000),
    ] as [(String, Int64)])
  func `The time of Los Angeles is an instant`(text: String, instant: Int64) throws {
    #expect(try date("\"request_date_pst\":\(text)")?.millisecondsSince1970 == instant)
  }

  @Test func `The time of Los Angeles leads back to its instant, around every change`() throws {
    let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
    var change = Date(timeIntervalSince1970: 0)
    var count = 0
    while let next = zone.nextDaylightSavingTimeTransition(after: change),
      next.timeIntervalSince1970 < 2_145_916_800
    {
      change = next
      let isAutumn = zone.secondsFromGMT(for: next) == -8 * 3600
      for minutes in stride(from: -20 * 60, through: 20 * 60, by: 30) as StrideThrough<Int64> {
        let second = Int64(next.timeIntervalSince1970) + minutes * 60
        let text = date(second * 1000).text(.pacific)
        // What the wall clock has shown before is the first time.
        let isRepeated = isAutumn && 0..<60 ~= minutes
        let expected = second - (isRepeated ? 3600 : 0)
        let read = try date("\"request_date_pst\":\"\(text)\"")?.millisecondsSince1970
        if read != expected * 1000 { Issue.record("\(text): \(read ?? -1)") }
        count += 1
      }
    }
    #expect(count > 130 * 80)
  }

  @Test(arguments: ["\"\"", "null"])
  func `An empty form is no problem, alone or beside another`(empty: String) throws {
    for key in ["request_date", "request_date_ms", "request_date_pst"] {
      let alone = try VerifyReceiptResponse(json: "{\"receipt\":{\"\(key)\":\(empty)}}")
      #expect(alone.receipt?.requestDate == nil && alone.problems == [])
      let other =
        key == "request_date_ms"
        ? "\"request_date\":\"1970-01-01 00:00:07 Etc/GMT\"" : "\"request_date_ms\":\"7000\""
      let beside = try VerifyReceiptResponse(
        json: "{\"receipt\":{\"\(key)\":\(empty),\(other)}}")
      #expect(beside.receipt?.requestDate?.millisecondsSince1970 == 7000)
      #expect(beside.problems == [])
    }
  }

  @Test(arguments: [
    "2020-07-22", "2020-13-22 17:39:06 Etc/GMT", "2020-02-30 17:39:06 Etc/GMT",
    "2020-07-22 24:00:00 Etc/GMT", "2016-12-31 23:59:60 Etc/GMT", "2020-07-22 17:60:06 Etc/GMT",
    "2020-07-22 17:39:60 Etc/GMT",
    "2020-07-22 17:39:06", "2020-07-22 17:39:06 Etc/UTC", "2020-07-22 17:39:06 Etc/GMT ",
    "Etc/GMT", "America/Los_Angeles",
    "020-07-22 17:39:06 Etc/GMT", "2020-07-22  17:39:06 Etc/GMT", "+1595439546000", "1.5e12",
    "9999-12-31 23:59:59 America/Los_Angeles", "253402300800000", "-62167219200001",
    "9223372036854775807", "٢٠٢٠-07-22 17:39:06 Etc/GMT", "never",
  ])
  func `What is no date is a problem`(text: String) throws {
    let response = try VerifyReceiptResponse(json: "{\"receipt\":{\"request_date\":\"\(text)\"}}")
    #expect(response.receipt?.requestDate == nil)
    #expect(response.receipt?.otherMembers["request_date"] == .string(text))
    #expect(response.problems.map(\.path.description) == ["receipt.request_date"])
    #expect(response.problems.map(\.code) == [.unreadableValue])
  }

  @Test func `Milliseconds count when the forms disagree`() throws {
    let text = """
      {"receipt":{"request_date":"2021-07-22 17:39:06 Etc/GMT","request_date_ms":"1595439546280",\
      "request_date_pst":"2020-07-22 17:39:06 America/Los_Angeles"}}
      """
    let response = try VerifyReceiptResponse(json: text)
    #expect(response.receipt?.requestDate?.millisecondsSince1970 == 1_595_439_546_280)
    #expect(response.jsonText == text)
    #expect(response.problems.map(\.code) == [.datesDisagree, .datesDisagree])
    #expect(
      response.problems.map(\.path.description) == [
        "receipt.request_date", "receipt.request_date_pst",
      ])
    // RFC 3339 is as exact.
    let both = "\"request_date\":\"1970-01-01T00:00:08Z\",\"request_date_ms\":\"7000\""
    #expect(try date(both)?.millisecondsSince1970 == 7000)
  }

  @Test(arguments: [("10:39:06", true), ("11:39:06", false), ("17:39:06", false)])
  func `A clock that lost its spaces shows the same instant, or another`(
    clock: String, agrees: Bool
  ) throws {
    let response = try VerifyReceiptResponse(
      json: """
        {"receipt":{"request_date_ms":"1595439546280",\
        "request_date_pst":"2020-07-22\(clock)America/Los_Angeles"}}
        """)
    #expect(response.problems.map(\.code) == (agrees ? [] : [.datesDisagree]))
  }

  @Test func `A fraction of a second is in the milliseconds alone`() throws {
    let date = date(1_595_439_546_280)
    #expect(date.text(.text) == "2020-07-22 17:39:06 Etc/GMT")
    #expect(date.text(.milliseconds) == "1595439546280")
    #expect(date.receiptDate.millisecondsSince1970 == 1_595_439_546_280)
  }

  @Test(arguments: [
    #""request_date_pst":"7""#, #""request_date_pst":7"#, #""request_date":"7""#,
    #""request_date":7"#,
  ])
  func `Milliseconds count under whichever key they stand, also when written again`(
    member: String
  ) throws {
    let response = try VerifyReceiptResponse(
      json: "{\"receipt\":{\(member),\"request_date_ms\":\"\"}}")
    #expect(response.receipt?.requestDate?.millisecondsSince1970 == 7)
    #expect(response.jsonText.contains(member))
    #expect(try VerifyReceiptResponse(json: response.jsonText) == response)
  }
}
