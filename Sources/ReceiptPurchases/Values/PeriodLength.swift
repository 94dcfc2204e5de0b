import DERParsing
import ReceiptParsing

/// How long a non-renewing subscription lasts. The receipt does not say; the app knows.
public enum PeriodLength: Hashable, Sendable {
  /// So many milliseconds.
  case milliseconds(Int64)
  /// So many days of 24 hours: instants are in UTC, which has no daylight saving.
  case days(Int64)
  /// So many months of the calendar, a year being 12: to the same time of the same day, or of the month's last
  /// day if that is earlier, so that one month from 31 January is 28 or 29 February.
  case months(Int64)

  /// The end of a period of that length; not after the year 9999.
  func end(from start: ReceiptDate) -> ReceiptDate {
    switch self {
    case .milliseconds(let count): Self.end(from: start, milliseconds: count)
    case .days(let count):
      Self.end(
        from: start, milliseconds: count.saturated(count.multipliedReportingOverflow(by: Self.day)))
    case .months(let count): Self.end(from: start, months: count)
    }
  }

  private static let day: Int64 = 86_400_000

  private static func end(from start: ReceiptDate, milliseconds: Int64) -> ReceiptDate {
    let sum = start.millisecondsSince1970.addingReportingOverflow(milliseconds)
    return ReceiptDate(millisecondsSince1970: milliseconds.saturated(sum))
  }

  private static func end(from start: ReceiptDate, months: Int64) -> ReceiptDate {
    let instant = start.millisecondsSince1970  // of the years 0–9999
    let timeOfDay = (instant % day + day) % day
    let date = CivilDate(daysSince1970: (instant - timeOfDay) / day)
    let (sum, overflow) = Int64(date.year * 12 + date.month - 1).addingReportingOverflow(months)
    guard !overflow, 0..<120_000 ~= sum else {
      return ReceiptDate(millisecondsSince1970: months < 0 ? .min : .max)
    }
    // A month has at least 28 days, and a day at most number 31.
    let end = (0...3).lazy.compactMap {
      CivilDate(year: Int(sum / 12), month: Int(sum % 12) + 1, day: date.day - $0)
    }.first
    return ReceiptDate(
      millisecondsSince1970: (end ?? date).daysSince1970 * day + timeOfDay)
  }
}

extension Int64 {
  /// A result, or the bound that it overflowed, which is on the side of this number.
  fileprivate func saturated(_ result: (partialValue: Int64, overflow: Bool)) -> Int64 {
    result.overflow ? (self < 0 ? .min : .max) : result.partialValue
  }
}
