/// The proleptic Gregorian calendar by counting, not by the library's arithmetic.
package enum NaiveCalendar {
  private static let monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  package static func isLeap(_ year: Int) -> Bool {
    if year % 400 == 0 { return true }
    if year % 100 == 0 { return false }
    return year % 4 == 0
  }

  package static func length(of month: Int, _ year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : monthLengths[month - 1]
  }

  package static func hasDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    1...12 ~= month && day >= 1 && day <= length(of: month, year)
  }

  /// Days since 1970-01-01 of a day in the years 0–9999.
  package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Leap years before this one, year 0 included.
    let before = year - 1
    let leaps = year == 0 ? 0 : before / 4 - before / 100 + before / 400 + 1
    let months = (1..<month).reduce(0) { $0 + length(of: $1, year) }
    return year * 365 + leaps + months + day - 1 - 719_528  // days from 0000-01-01 to 1970-01-01
  }
}
