import FuzzSupport
import ReceiptParsing

/// Ticks as instants: a day apart, a second, or a millisecond, so that periods touch, overlap, or miss one another by
/// the least there is.
struct Clock {
  /// No date of a receipt is later.
  static let ticks = 64
  /// 27 January 2024: a month later is February, of 29 days.
  private static let start = NaiveCalendar.days(2024, 1, 27) * 86_400_000

  static let units = [86_400_000, 1000, 1]

  /// Milliseconds.
  let unit: Int

  func date(_ tick: Int) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: Int64(Self.start + tick * unit))
  }

  /// As in a receipt.
  func text(_ tick: Int) -> String {
    let milliseconds = tick * unit
    var (month, day) = (1, 27 + milliseconds / 86_400_000)
    while day > NaiveCalendar.length(of: month, 2024) {
      day -= NaiveCalendar.length(of: month, 2024)
      month += 1
    }
    let seconds = milliseconds % 86_400_000 / 1000
    let fraction = milliseconds % 1000
    return "2024-" + digits(month) + "-" + digits(day) + "T" + digits(seconds / 3600) + ":"
      + digits(seconds / 60 % 60) + ":" + digits(seconds % 60)
      + (fraction == 0 ? "" : ".0" + digits(fraction)) + "Z"
  }

  private func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The tick some months later: the same day of the month, or its last one. Ticks are days.
  static func later(_ tick: Int, months: Int) -> Int {
    var (month, day) = (1, 27 + tick)
    while day > NaiveCalendar.length(of: month, 2024) {
      day -= NaiveCalendar.length(of: month, 2024)
      month += 1
    }
    let target = month + months
    return NaiveCalendar.days(2024, target, min(day, NaiveCalendar.length(of: target, 2024)))
      - start / 86_400_000
  }
}
