import FuzzSupport

/// The dates of receipts, RFC 3339 and what receipts add, taken apart by separators and counted by a calendar
/// of its own.
package enum NaiveDate {
  /// Milliseconds since 1970; `nil` if the text is no date or lies outside the years 0000–9999.
  package static func milliseconds(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count <= 39 else { return nil }
    var rest = text
    guard let year = digits(&rest, 4), skip(&rest, "-"), let month = digits(&rest, 2),
      skip(&rest, "-"), let day = digits(&rest, 2), skip(&rest, "Tt "),
      let hour = digits(&rest, 2), skip(&rest, ":"), let minute = digits(&rest, 2),
      skip(&rest, ":"), let second = digits(&rest, 2),
      NaiveCalendar.hasDay(year, month, day), hour <= 23, minute <= 59, second <= 60
    else { return nil }
    var thousandths = 0
    if skip(&rest, ".") {
      let fraction = rest.prefix { 0x30...0x39 ~= $0 }
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count)
      let padded = Array(fraction.prefix(3)) + Array(repeating: 0x30, count: 3)
      thousandths = padded.prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    guard let ahead = zone(rest) else { return nil }
    let minutes = NaiveCalendar.days(year, month, day) * 1440 + hour * 60 + minute - ahead
    if second == 60 {
      // Only the last minute of a month in UTC has one.
      guard isLastMinuteOfMonth(minutes) else { return nil }
    }
    let milliseconds = (minutes * 60 + second) * 1000 + thousandths
    let first = NaiveCalendar.days(0, 1, 1) * 86_400_000
    let last = (NaiveCalendar.days(9999, 12, 31) + 1) * 86_400_000 - 1
    return first...last ~= milliseconds ? milliseconds : nil
  }

  private static func zone(_ text: ArraySlice<UInt8>) -> Int? {
    if text.count == 1 { return text.first == 0x5A || text.first == 0x7A ? 0 : nil }
    var rest = text
    let sign = rest.first == 0x2D ? -1 : 1
    guard skip(&rest, "+-"), let hours = digits(&rest, 2) else { return nil }
    _ = skip(&rest, ":")
    guard let minutes = digits(&rest, 2), rest.isEmpty, hours <= 23, minutes <= 59 else {
      return nil
    }
    return sign * (hours * 60 + minutes)
  }

  /// Whether a minute since 1970 is the last of a month, by looking for the month.
  private static func isLastMinuteOfMonth(_ minute: Int) -> Bool {
    guard (minute + 1) % 1440 == 0 else { return false }
    let nextDay = (minute + 1) / 1440
    // Years have 365.2425 days on average; the guess is not more than one off.
    let guess = 1970 + nextDay * 400 / 146_097
    for year in max(guess - 1, 0)...min(guess + 1, 9999) {
      for month in 1...12 where NaiveCalendar.days(year, month, 1) == nextDay { return true }
    }
    // The years end with 9999, so no date is counted from the day behind them.
    return false
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
    let text = rest.prefix(count)
    guard text.count == count, text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(count)
    return text.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>, _ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
