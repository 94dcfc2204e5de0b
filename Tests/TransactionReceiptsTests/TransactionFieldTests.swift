import ReceiptParsing
import TestSupport
import Testing
import TransactionReceipts

/// Values that are absent, there or unreadable, and what the last means.
@Suite struct TransactionFieldTests {
  private func summary(_ field: TransactionField<ReceiptDate>) -> String {
    switch field {
    case .absent: "absent"
    case .value(let date): date.utcText
    case .unreadable(let problem): "\(problem.key) \(problem.reason.rawValue)"
    }
  }

  struct Dates: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entries: [(String, String)]
    let field: String
    let problems: [String]

    init(_ entries: [(String, String)], _ field: String, _ problems: [String] = []) {
      testDescription = entries.map { "\($0) = \($1)" }.joined(separator: ", ")
      (self.entries, self.field, self.problems) = (entries, field, problems)
    }
  }

  private static let (ms, text, pst) = (
    "expires-date", "expires-date-formatted", "expires-date-formatted-pst"
  )

  @Test(arguments: [
    Dates([], "absent"),
    Dates([(ms, "")], "absent"),
    Dates([(ms, ""), (text, "")], "absent"),
    Dates([(ms, "1448346881000")], "2015-11-24T06:34:41Z"),
    Dates([(ms, "1448346881999")], "2015-11-24T06:34:41.999Z"),
    Dates([(ms, "0")], "1970-01-01T00:00:00Z"),
    Dates([(ms, "253402300799999")], "9999-12-31T23:59:59.999Z"),
    Dates([(ms, "253402300800000")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates([(ms, "9223372036854775808")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates([(ms, "-1")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates([(ms, "+1")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates([(ms, "1e3")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates([(ms, " 1")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates([(ms, "١")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates([(text, "2015-11-24 06:34:41 Etc/GMT")], "2015-11-24T06:34:41Z"),
    Dates([(text, "2015-11-24T06:34:41Z")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-02-29 06:34:41 Etc/GMT")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24 06:34:4 Etc/GMT")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24 06:34:41 Etc/UTC")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24 06:34:41 etc/GMT")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24 06:34:41_Etc/GMT")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24T06:34:41 Etc/GMT")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24 06:34:41.5 Etc/GMT")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24 06:34:41")], "\(text) notADate", ["\(text) notADate"]),
    Dates([(text, "2015-11-24 06:34:41 Etc/GMT+1")], "\(text) notADate", ["\(text) notADate"]),
    Dates(
      [(pst, "2015-11-23 22:34:41 America/Los_Angeles")], "\(pst) notADate", ["\(pst) notADate"]),
    Dates(
      [(ms, "1448346881868"), (text, "2015-11-24 06:34:41 Etc/GMT")], "2015-11-24T06:34:41.868Z"),
    Dates(
      [(ms, "1448346881000"), (text, "2015-11-24 06:34:42 Etc/GMT")], "2015-11-24T06:34:41Z",
      ["\(text) disagrees"]),
    Dates([(ms, "1448346881000"), (text, "soon")], "2015-11-24T06:34:41Z", ["\(text) notADate"]),
    Dates(
      [(text, "2015-11-24 06:34:41 Etc/GMT"), (ms, "soon")], "\(ms) notADate", ["\(ms) notADate"]),
    Dates(
      [(text, "later"), (ms, "soon")], "\(ms) notADate", ["\(text) notADate", "\(ms) notADate"]),
    Dates([(ms, ""), (text, "2015-11-24 06:34:41 Etc/GMT")], "2015-11-24T06:34:41Z"),
  ])
  func `Milliseconds decide, then the text in UTC`(row: Dates) throws {
    var sample = TransactionSample()
    sample.purchase = row.entries
    let info = try sample.receipt().purchaseInfo
    #expect(summary(info.expiration) == row.field)
    #expect(info.problems.map { "\($0.key) \($0.reason.rawValue)" } == row.problems)
    #expect(info.expiresDate == info.expiration.value)
  }

  @Test func `Each date has keys of its own`() throws {
    let info = try purchaseInfo(
      ("purchase-date-ms", "1000"), ("original-purchase-date-ms", "2000"), ("expires-date", "3000"),
      ("cancellation-date-ms", "4000"))
    let dates = [
      info.purchaseDate, info.originalPurchaseDate, info.expiresDate, info.cancellationDate,
    ]
    #expect(dates.map { $0?.millisecondsSince1970 } == [1000, 2000, 3000, 4000])
    let texts = try purchaseInfo(
      ("purchase-date", "1970-01-01 00:00:01 Etc/GMT"),
      ("original-purchase-date", "1970-01-01 00:00:02 Etc/GMT"),
      ("expires-date-formatted", "1970-01-01 00:00:03 Etc/GMT"),
      ("cancellation-date", "1970-01-01 00:00:04 Etc/GMT"))
    #expect(
      [texts.purchaseDate, texts.originalPurchaseDate, texts.expiresDate, texts.cancellationDate]
        == dates)
  }

  @Test(arguments: [
    ("cancellation-date-ms", "1448346881000"), ("cancellation-date-ms", "?"),
    ("cancellation-date", "2015-11-24 06:34:41 Etc/GMT"), ("cancellation-date", "?"),
    ("cancellation-date-pst", "2015-11-23 22:34:41 America/Los_Angeles"),
  ])
  func `A cancellation date that cannot be read still means cancelled`(
    key: String, value: String
  ) throws {
    #expect(try purchaseInfo((key, value)).isCancelled)
    #expect(try !purchaseInfo((key, "")).isCancelled)
  }

  @Test(arguments: [
    ("quantity", "9223372036854775807", Int64.max), ("quantity", "007", 7), ("quantity", "0", 0),
    ("quantity", "9223372036854775808", nil), ("quantity", "92233720368547758070", nil),
    ("quantity", "-1", nil), ("quantity", "1.0", nil), ("quantity", "0x1", nil),
  ])
  func `Numbers are decimal and fit 64 bits`(key: String, value: String, number: Int64?) throws {
    let info = try purchaseInfo((key, value))
    #expect(info.quantity == number)
    #expect(info.problems.map(\.reason) == (number == nil ? [.notANumber] : []))
    #expect(info.problems.allSatisfy { $0.offset == 3 })  // behind a brace, a line feed and a tab
    #expect(try purchaseInfo((key, "")).quantity == nil)
    #expect(try purchaseInfo((key, "")).problems.isEmpty)
  }

  @Test(arguments: [
    "app-item-id", "version-external-identifier", "item-id", "quantity", "web-order-line-item-id",
    "is-trial-period", "is-in-intro-offer-period", "unique-vendor-identifier", "purchase-date-ms",
    "purchase-date", "original-purchase-date-ms", "original-purchase-date", "expires-date",
    "expires-date-formatted", "cancellation-date-ms", "cancellation-date",
  ])
  func `Every key whose value is malformed is listed`(key: String) throws {
    #expect(try purchaseInfo((key, "?")).problems.map { "\($0.key)" } == [key])
  }

  @Test func `Booleans are true or false`() throws {
    let info = try purchaseInfo(("is-trial-period", "TRUE"), ("is-in-intro-offer-period", "1"))
    #expect(info.isTrialPeriod == nil && info.isInIntroOfferPeriod == nil)
    #expect(info.problems.map(\.reason) == [.notABoolean, .notABoolean])
    #expect(
      info.problems.first?.description
        == "purchase-info: is-trial-period: neither true nor false at byte 3")
  }

  @Test(arguments: ["02005e102030", "5F1C0E2A-7B3D-4C68-9A41", "none"])
  func `A vendor identifier is a UUID`(text: String) throws {
    let info = try purchaseInfo(("unique-vendor-identifier", text))
    #expect(info.uniqueVendorIdentifier == nil)
    #expect(info.problems.map(\.reason) == [.notADevice])
  }

  @Test func `Empty text is absent, and reachable as it stands`() throws {
    let info = try purchaseInfo(("bid", ""))
    #expect(info.bundleIdentifier == nil && info["bid"] == "")
    #expect(info["bvrs"] == nil && info.problems.isEmpty)
  }
}
