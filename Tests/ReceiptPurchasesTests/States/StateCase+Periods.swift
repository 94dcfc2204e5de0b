import ReceiptPurchases

// Where a period begins and ends, and when two are one.

extension StateCase {
  private static let three: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-02-01", "2024-03-01", of: 1),
    .period(3, "2024-03-01", "2024-04-01", of: 1),
  ]

  private static let withGap: [SamplePurchase] = [
    .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-05-01", "2024-06-01", of: 1),
  ]

  private static let leapYears: [SamplePurchase] = [
    .period(1, "2024-02-29T10:00:00Z", "2025-02-28T10:00:00Z"),
    .period(2, "2025-02-28T10:00:00Z", "2026-02-28T10:00:00Z", of: 1),
    .period(3, "2026-02-28T10:00:00Z", "2027-02-28T10:00:00Z", of: 1),
    .period(4, "2027-02-28T10:00:00Z", "2028-02-29T10:00:00Z", of: 1),
  ]

  private static let monthEnds: [SamplePurchase] = [
    .period(1, "2023-01-31T23:30:00Z", "2023-02-28T23:30:00Z"),
    .period(2, "2023-02-28T23:30:00Z", "2023-03-31T22:30:00Z", of: 1),
  ]

  private static let fiveMinutes: [SamplePurchase] = (0..<6).map {
    .period(
      $0, "2024-01-01T10:\($0 < 2 ? "0" : "")\($0 * 5):00Z",
      "2024-01-01T10:\($0 < 1 ? "0" : "")\($0 * 5 + 5):00Z", of: 0)
  }

  static let periods: [StateCase] = [
    StateCase(
      "before the first period nothing has begun", three, at: "2023-12-31T23:59:59.999Z",
      .notYetBegun(from: date("2024-01-01"))),
    StateCase(
      "the first instant of a period belongs to it", three, at: "2024-01-01",
      .active(until: date("2024-04-01"))),
    StateCase(
      "renewals that follow each other are one interval", three, at: "2024-02-15",
      .active(until: date("2024-04-01"))),
    StateCase(
      "the seam between two periods is covered", three, at: "2024-03-01",
      .active(until: date("2024-04-01"))),
    StateCase(
      "the last millisecond of a period belongs to it", three, at: "2024-03-31T23:59:59.999Z",
      .active(until: date("2024-04-01"))),
    StateCase(
      "the end of a period does not belong to it", three, at: "2024-04-01",
      .expired(at: date("2024-04-01"))),
    StateCase(
      "the end does not move with time", three, at: "2029-12-31", .expired(at: date("2024-04-01"))),
    StateCase(
      "a gap stays a gap", withGap, at: "2024-03-15", .expired(at: date("2024-02-01"))),
    StateCase(
      "before a gap the end is that of the first interval", withGap, at: "2024-01-15",
      .active(until: date("2024-02-01"))),
    StateCase(
      "after a gap it is active again", withGap, at: "2024-05-15",
      .active(until: date("2024-06-01"))),
    StateCase(
      "a new start with a new original transaction counts for the product",
      [.period(1, "2024-01-01", "2024-02-01"), .period(5, "2024-05-01", "2024-06-01")],
      at: "2024-05-15", .active(until: date("2024-06-01"))),
    StateCase(
      "two original transactions may follow each other without a gap",
      [.period(1, "2024-01-01", "2024-02-01"), .period(5, "2024-02-01", "2024-03-01")],
      at: "2024-01-15", .active(until: date("2024-03-01"))),
    StateCase(
      "periods that overlap are one",
      [
        .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-01-30", "2024-03-01", of: 1),
      ], at: "2024-01-15", .active(until: date("2024-03-01"))),
    StateCase(
      "a short period inside a long one does not end it",
      [
        .period(1, "2024-01-01", "2024-12-31"), .period(2, "2024-02-01", "2024-03-01", of: 1),
      ], at: "2024-06-01", .active(until: date("2024-12-31"))),
    StateCase(
      "a renewal that was charged a day early already counts",
      [
        .period(1, "2024-01-01", "2024-02-01"), .period(2, "2024-01-31", "2024-03-01", of: 1),
      ], at: "2024-01-31T12:00:00Z", .active(until: date("2024-03-01"))),
    StateCase(
      "daylight saving that begins takes no hour: an hour before the end",
      [.period(1, "2024-02-10T07:30:00Z", "2024-03-10T07:30:00Z")], at: "2024-03-10T06:30:00Z",
      .active(until: date("2024-03-10T07:30:00Z"))),
    StateCase(
      "daylight saving that begins takes no hour: the end",
      [.period(1, "2024-02-10T07:30:00Z", "2024-03-10T07:30:00Z")], at: "2024-03-10T07:30:00Z",
      .expired(at: date("2024-03-10T07:30:00Z"))),
    StateCase(
      "daylight saving that ends gives no hour: the first 01:30 in New York",
      [.period(1, "2024-10-03T06:00:00Z", "2024-11-03T06:00:00Z")], at: "2024-11-03T05:30:00Z",
      .active(until: date("2024-11-03T06:00:00Z"))),
    StateCase(
      "daylight saving that ends gives no hour: the second 01:30 in New York",
      [.period(1, "2024-10-03T06:00:00Z", "2024-11-03T06:00:00Z")], at: "2024-11-03T06:30:00Z",
      .expired(at: date("2024-11-03T06:00:00Z"))),
    StateCase(
      "a year from 29 February ends on 28 February, without a gap", leapYears,
      at: "2025-02-28T10:00:00Z", .active(until: date("2028-02-29T10:00:00Z"))),
    StateCase(
      "29 February is a day like any other", leapYears, at: "2028-02-29T09:59:59Z",
      .active(until: date("2028-02-29T10:00:00Z"))),
    StateCase(
      "the day after 28 February in a leap year is not yet March", leapYears,
      at: "2028-02-29T10:00:00Z", .expired(at: date("2028-02-29T10:00:00Z"))),
    StateCase(
      "month ends: 31 January to 28 February to 31 March", monthEnds, at: "2023-02-28T23:30:00Z",
      .active(until: date("2023-03-31T22:30:00Z"))),
    StateCase(
      "a leap second counts as the next second, so the periods meet",
      [
        .period(1, "2016-12-01", "2016-12-31T23:59:60Z"),
        .period(2, "2017-01-01", "2017-02-01", of: 1),
      ], at: "2016-12-15", .active(until: date("2017-02-01"))),
    StateCase(
      "a gap of a millisecond is a gap",
      [
        .period(1, "2024-01-01", "2024-02-01T00:00:00.500Z"),
        .period(2, "2024-02-01T00:00:00.501Z", "2024-03-01", of: 1),
      ], at: "2024-02-01T00:00:00.500Z", .expired(at: date("2024-02-01T00:00:00.500Z"))),
    StateCase(
      "periods that meet at a millisecond are one",
      [
        .period(1, "2024-01-01", "2024-02-01T00:00:00.500Z"),
        .period(2, "2024-02-01T00:00:00.500Z", "2024-03-01", of: 1),
      ], at: "2024-02-01T00:00:00.499Z", .active(until: date("2024-03-01"))),
    StateCase(
      "a month of the sandbox has five minutes", fiveMinutes, at: "2024-01-01T10:29:59Z",
      .active(until: date("2024-01-01T10:30:00Z")), environment: "ProductionSandbox"),
    StateCase(
      "six renewals of the sandbox later it is over", fiveMinutes, at: "2024-01-01T10:30:00Z",
      .expired(at: date("2024-01-01T10:30:00Z")), environment: "ProductionSandbox"),
    StateCase(
      "dates with an offset are instants",
      [.period(1, "2024-01-01T01:00:00+0100", "2024-02-01T01:00:00+01:00")],
      at: "2024-01-31T23:59:59Z", .active(until: date("2024-02-01"))),
    StateCase(
      "the first and the last year that can be written",
      [.period(1, "0000-01-01", "9999-12-31T23:59:59.999Z")], at: "9999-12-31T23:59:59Z",
      .active(until: date("9999-12-31T23:59:59.999Z"))),
  ]
}
