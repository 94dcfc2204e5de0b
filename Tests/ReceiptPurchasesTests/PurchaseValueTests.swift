import TestSupport
import Testing

@testable import ReceiptPurchases

@Suite struct PurchaseValueTests {
  @Test(
    arguments: [
      ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"),
      ("2024-01-31", 3, "2024-04-30"), ("2024-02-29", 12, "2025-02-28"),
      ("2024-02-29", 48, "2028-02-29"), ("2096-02-29", 48, "2100-02-28"),
      ("2024-12-15", 1, "2025-01-15"), ("2024-01-15", -1, "2023-12-15"),
      ("2024-01-15", 0, "2024-01-15"), ("1969-12-31", 2, "1970-02-28"),
      ("9999-12-01", 1, "9999-12-31T23:59:59.999Z"), ("0000-01-15", -1, "0000-01-01"),
      ("0000-02-15", -1, "0000-01-15"),
      ("2024-01-15", .max, "9999-12-31T23:59:59.999Z"), ("2024-01-15", .min, "0000-01-01"),
      ("1950-05-31T12:30:15.250Z", 1, "1950-06-30T12:30:15.250Z"),
      ("1950-01-30T12:30:15.250Z", 1, "1950-02-28T12:30:15.250Z"),
    ] as [(String, Int64, String)])
  func `Months of the calendar`(start: String, months: Int64, end: String) {
    #expect(PeriodLength.months(months).end(from: date(start)) == date(end))
  }

  @Test(
    arguments: [
      (.days(7), "2024-03-07"), (.days(-1), "2024-02-28"),
      (.days(.max), "9999-12-31T23:59:59.999Z"),
      (.days(.min), "0000-01-01"), (.milliseconds(1), "2024-02-29T00:00:00.001Z"),
      (.milliseconds(.max), "9999-12-31T23:59:59.999Z"), (.milliseconds(.min), "0000-01-01"),
    ] as [(PeriodLength, String)])
  func `Days and milliseconds from 29 February`(length: PeriodLength, end: String) {
    #expect(length.end(from: date("2024-02-29")) == date(end))
  }

  @Test(arguments: [
    ["0.9", "1", "1.0.1", "1.2", "1.10", "1.10.1", "2", "10.0", "91.7.1.0.223406"],
    ["2020.10.02.1149", "2020.10.3", "2020.11", "99999999999999999999999999999999"],
  ])
  func `Versions come in the order of their numbers`(texts: [String]) throws {
    let versions = try texts.map { try #require(AppVersionNumber($0)) }
    for (place, version) in versions.enumerated() {
      for (other, next) in versions.enumerated() {
        #expect((version < next) == (place < other))
        #expect((version == next) == (place == other))
      }
    }
  }

  @Test(arguments: [("1", "1.0"), ("1.0", "1.0.0"), ("01.2", "1.02"), ("0", "0.0.0")])
  func `Equal versions`(first: String, second: String) throws {
    let versions = (try #require(AppVersionNumber(first)), try #require(AppVersionNumber(second)))
    #expect(versions.0 == versions.1)
    #expect(versions.0.hashValue == versions.1.hashValue)
  }

  @Test(arguments: ["", ".", "1.", ".1", "1..2", "1.0b3", "v1", "-1", "1,0", " 1", "１.０", "1.0\0"])
  func `What is no version`(text: String) {
    #expect(AppVersionNumber(text) == nil)
  }

  @Test(
    arguments: [
      ("Production", "1.9", .earlier), ("Production", "2.0.0", .same),
      ("Production", "2.0.1", .later),
      ("ProductionVPP", "1.10", .earlier),
      ("ProductionSandbox", "1.0", .undetermined(.notFromAppStore)),
      ("Xcode", "1.0", .undetermined(.notFromAppStore)),
      ("Moon", "1.0", .undetermined(.notFromAppStore)),
      ("Production", nil, .undetermined(.missing)), ("Production", "", .undetermined(.missing)),
      ("Production", "1.0b3", .undetermined(.notNumeric)),
    ] as [(String, String?, OriginalVersionComparison)])
  func `Who had the app before it became free`(
    environment: String, original: String?, expected: OriginalVersionComparison
  ) throws {
    var sample = SampleHistory([], environment: environment)
    sample.originalVersion = original
    #expect(try sample.validated().originalVersion(comparedTo: "2.0") == expected)
  }

  @Test func `A version of the app's that is none cannot be compared with`() throws {
    var sample = SampleHistory([])
    sample.originalVersion = "1.0"
    #expect(
      try sample.validated().originalVersion(comparedTo: "two") == .undetermined(.notNumeric))
  }

  @Test(
    arguments: [
      ("2030-01-01", .old(milliseconds: 0)), ("2030-01-02", .old(milliseconds: 86_400_000)),
      ("2029-12-31T23:59:59.999Z", .fromTheFuture(milliseconds: 1)),
      ("0000-01-01", .fromTheFuture(milliseconds: 64_060_675_200_000)),
      ("9999-12-31T23:59:59.999Z", .old(milliseconds: 251_508_844_799_999)),
    ] as [(String, ReceiptAge)])
  func `The age of a receipt`(at instant: String, expected: ReceiptAge) throws {
    let history = try SampleHistory([]).history()
    #expect(history.creationDate == date("2030-01-01"))
    #expect(history.age(at: date(instant)) == expected)
  }

  @Test func `The age of a receipt that does not say when it was made is unknown`() throws {
    var sample = SampleHistory([])
    sample.created = ""
    #expect(
      try sample.receipt().unverifiedPurchaseHistory().age(at: date("2024-01-01")) == .unknown)
  }
}
