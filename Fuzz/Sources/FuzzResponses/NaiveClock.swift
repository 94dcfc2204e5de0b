import FuzzSupport

/// What clocks show, found by counting days.
enum NaiveClock {
  /// The three keys of a date, by what they end with, and their texts.
  static func forms(of instant: Int) -> [(suffix: String, text: String)] {
    [
      ("", "\(text(instant, hours: 0)) Etc/GMT"), ("_ms", "\(instant)"),
      ("_pst", "\(text(instant, hours: pacificHours(at: instant))) America/Los_Angeles"),
    ]
  }

  /// The date and the time of an instant, so many hours off UTC.
  static func text(_ instant: Int, hours: Int) -> String {
    let shifted = instant + hours * 3_600_000
    let day = floor(shifted, 86_400_000)
    let seconds = (shifted - day * 86_400_000) / 1000
    // The calendar repeats itself every 400 years, which are 146,097 days.
    let cycle = floor(day - NaiveCalendar.days(2000, 1, 1), 146_097)
    let ordinal = day - cycle * 146_097
    var (year, month) = (2000, 1)
    while NaiveCalendar.days(year + 1, 1, 1) <= ordinal { year += 1 }
    while month < 12, NaiveCalendar.days(year, month + 1, 1) <= ordinal { month += 1 }
    let ofMonth = ordinal - NaiveCalendar.days(year, month, 1) + 1
    year += cycle * 400
    func digits(_ number: Int, _ count: Int = 2) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let date = [digits(abs(year), 4), digits(month), digits(ofMonth)].joined(separator: "-")
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0) }
    return (year < 0 ? "-" : "") + date + " " + time.joined(separator: ":")
  }

  /// The years 0000–9999, in milliseconds since 1970.
  static let range =
    NaiveCalendar.days(0, 1, 1) * 86_400_000...(NaiveCalendar.days(9999, 12, 31) + 1) * 86_400_000
    - 1

  /// What clocks in Los Angeles show, as if they were in GMT.
  static func pacific(at instant: Int) -> Int { instant + pacificHours(at: instant) * 3_600_000 }

  /// From two o'clock of a Sunday on clocks are an hour ahead, until two o'clock of another.
  static func pacificHours(at instant: Int) -> Int {
    let year = Int(text(instant, hours: -8).prefix(4)) ?? 0
    guard year >= 1967 else { return -8 }
    let (start, end) = changes(in: year)
    return instant >= start && instant < end ? -7 : -8
  }

  /// When clocks are changed in a year, by the laws since 1966.
  static func changes(in year: Int) -> (start: Int, end: Int) {
    let (start, end) =
      switch year {
      case 1974: (NaiveCalendar.days(1974, 1, 6), lastSunday(10, year))
      case 1975: (NaiveCalendar.days(1975, 2, 23), lastSunday(10, year))
      case ...1986: (lastSunday(4, year), lastSunday(10, year))
      case ...2006: (sunday(1, in: 4, year), lastSunday(10, year))
      default: (sunday(2, in: 3, year), sunday(1, in: 11, year))
      }
    // Two o'clock of the time that holds until then.
    return (start * 86_400_000 + 10 * 3_600_000, end * 86_400_000 + 9 * 3_600_000)
  }

  private static func lastSunday(_ month: Int, _ year: Int) -> Int {
    var day = NaiveCalendar.days(year, month, NaiveCalendar.length(of: month, year))
    while !isSunday(day) { day -= 1 }
    return day
  }

  private static func sunday(_ number: Int, in month: Int, _ year: Int) -> Int {
    var day = NaiveCalendar.days(year, month, 1)
    while !isSunday(day) { day += 1 }
    return day + 7 * (number - 1)
  }

  /// 4 January 1970 was one.
  private static func isSunday(_ day: Int) -> Bool { (day - 3) % 7 == 0 }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }
}
