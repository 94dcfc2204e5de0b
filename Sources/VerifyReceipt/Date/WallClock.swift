import DERParsing
import ReceiptJSON
import ReceiptParsing
import TextCoding

/// One form of a date in JSON, under any of its keys.
enum WallClock {
  /// Milliseconds since 1970.
  case milliseconds(Int64)
  /// The wall clock in GMT, in seconds.
  case gmt(Int64)
  /// The wall clock in Los Angeles, in seconds.
  case pacific(Int64)

  /// Reads milliseconds, the two texts of Apple's answers, also where spaces were lost, and RFC 3339. `nil` for
  /// everything else, and for years outside 0000–9999.
  init?(_ json: JSON) {
    switch json {
    case .number(let number): self.init(milliseconds: number.int64)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  private init?(milliseconds: Int64?) {
    guard let milliseconds,
      ReceiptDate.firstMillisecond...ReceiptDate.lastMillisecond ~= milliseconds
    else { return nil }
    self = .milliseconds(milliseconds)
  }

  private init?(_ text: String) {
    if let milliseconds = Int64(canonical: text) {
      self.init(milliseconds: milliseconds)
    } else if let date = ReceiptDate(text) {
      self = .milliseconds(date.millisecondsSince1970)
    } else {
      self.init(answerText: text)
    }
  }

  /// `YYYY-MM-DD`, an optional space, `hh:mm:ss`, an optional space, and the zone.
  private init?(answerText text: String) {
    func clock(in zone: String) -> Int64? {
      guard text.utf8.suffix(zone.utf8.count).elementsEqual(zone.utf8) else { return nil }
      let space = UInt8(ascii: " ")
      var digits = Array(text.utf8.dropLast(zone.utf8.count))
      if digits.last == space { digits.removeLast() }
      if digits.count == 18 { digits.insert(space, at: 10) }
      // These clocks have no leap seconds.
      guard digits.count == 19, digits[10] == space, digits[17] != UInt8(ascii: "6"),
        let date = ReceiptDate(String(decoding: digits + [UInt8(ascii: "Z")], as: UTF8.self))
      else { return nil }
      return date.millisecondsSince1970 / 1000
    }
    if let seconds = clock(in: "Etc/GMT") {
      self = .gmt(seconds)
    } else if let seconds = clock(in: "America/Los_Angeles"),
      // The last hours of the year 9999 would be in the year 10000.
      PacificTime.instant(ofWallClock: seconds) <= ReceiptDate.lastMillisecond / 1000
    {
      self = .pacific(seconds)
    } else {
      return nil
    }
  }

  /// The instant.
  var millisecondsSince1970: Int64 {
    switch self {
    case .milliseconds(let value): value
    case .gmt(let seconds): seconds * 1000
    case .pacific(let seconds): PacificTime.instant(ofWallClock: seconds) * 1000
    }
  }

  /// Whether the wall clock shows this at the instant of a date, ignoring fractions of a second.
  func agrees(with date: VerifyReceiptDate) -> Bool {
    switch self {
    case .milliseconds(let value):
      value == date.millisecondsSince1970 || value == date.wholeSeconds * 1000
    case .gmt(let seconds): seconds == date.wholeSeconds
    case .pacific(let seconds):
      seconds == date.wholeSeconds + PacificTime.offset(at: date.wholeSeconds)
    }
  }
}

/// The time of Los Angeles: 8 hours behind UTC, 7 in daylight saving time, by US law since 1967. Computed, because a
/// time zone database is slow and may be missing.
enum PacificTime {
  private static let standard: Int64 = -8 * 3600
  private static let daylight: Int64 = -7 * 3600

  /// The offset from UTC at an instant, in seconds.
  static func offset(at seconds: Int64) -> Int64 {
    let year = CivilDate(daysSince1970: seconds.divided(by: 86_400)).year
    guard let (start, end) = daylightSaving(year) else { return standard }
    // Both changes are at 2 o'clock local time, so in the same year in UTC.
    let isDaylight =
      seconds >= start * 86_400 + 2 * 3600 - standard
      && seconds < end * 86_400 + 2 * 3600 - daylight
    return isDaylight ? daylight : standard
  }

  /// The instant at which the wall clock shows that time: in the hour repeated in autumn the first one; in the hour
  /// skipped in spring, an hour ahead.
  static func instant(ofWallClock seconds: Int64) -> Int64 {
    let isDaylight = offset(at: seconds - daylight) == daylight
    return seconds - (isDaylight ? daylight : standard)
  }

  /// The first and last day of daylight saving time, in days since 1970.
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
