import DERParsing

/// The time of Los Angeles: 8 hours behind UTC, 7 while daylight is saved, as the laws of the United States have it
/// since 1967. By arithmetic, because a time zone database is slow and may be missing.
enum PacificTime {
  private static let standard: Int64 = -8 * 3600
  private static let daylight: Int64 = -7 * 3600

  /// How many seconds it is ahead of UTC at an instant.
  static func offset(at seconds: Int64) -> Int64 {
    let day = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    let year = CivilDate(daysSince1970: day).year
    guard let (start, end) = daylightSaving(year) else { return standard }
    // Both changes are at 2 o'clock of the time before, so in the same year in UTC.
    let isDaylight =
      seconds >= start * 86_400 + 2 * 3600 - standard
      && seconds < end * 86_400 + 2 * 3600 - daylight
    return isDaylight ? daylight : standard
  }

  /// The instant at which clocks show that time. Of the hour that comes twice in autumn it is the first; in the
  /// hour that is left out in spring clocks are an hour ahead.
  static func instant(ofWallClock seconds: Int64) -> Int64 {
    let isDaylight = offset(at: seconds - daylight) == daylight
    return seconds - (isDaylight ? daylight : standard)
  }

  /// The days on which daylight saving begins and ends, in days since 1970.
  private static func daylightSaving(_ year: Int) -> (start: Int64, end: Int64)? {
    switch year {
    case ..<1967: nil
    case 1974: days(year, (1, 6), (10, 25))  // early, in the oil crisis
    case 1975: days(year, (2, 23), (10, 25))  // the same
    case ..<1987: days(year, (4, 24), (10, 25))  // the last Sundays
    case ..<2007: days(year, (4, 1), (10, 25))  // the first and the last
    default: days(year, (3, 8), (11, 1))  // the second and the first
    }
  }

  /// The Sundays on or after two days.
  private static func days(
    _ year: Int, _ first: (month: Int, day: Int), _ second: (month: Int, day: Int)
  ) -> (start: Int64, end: Int64)? {
    guard let start = CivilDate(year: year, month: first.month, day: first.day),
      let end = CivilDate(year: year, month: second.month, day: second.day)
    else { return nil }
    return (sunday(start.daysSince1970), sunday(end.daysSince1970))
  }

  /// The first Sunday on or after a day since 1970; 1970-01-04 was one.
  private static func sunday(_ day: Int64) -> Int64 {
    day + (7 - (day - 3) % 7) % 7
  }
}
