import DERParsing
import FuzzSupport

/// Times of certificates by their seconds, counted by a calendar of its own. The library makes none but by reading.
enum NaiveTime {
  /// `nil` outside the years 0–9999.
  ///
  /// - Parameter fraction: what is written behind the seconds.
  static func time(secondsSince1970 seconds: Int, fraction: String = "") -> DERTime? {
    // Rounded down, also before 1970.
    let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let second = seconds - days * 86_400
    // Years have 365.2425 days on average.
    let guess = 1970 + days * 400 / 146_097
    let years = (guess - 2...guess + 2).filter { 0...9999 ~= $0 }
    guard let year = years.last(where: { NaiveCalendar.days($0, 1, 1) <= days }),
      let month = (1...12).last(where: { NaiveCalendar.days(year, $0, 1) <= days })
    else { return nil }
    let day = days - NaiveCalendar.days(year, month, 1) + 1
    guard NaiveCalendar.hasDay(year, month, day) else { return nil }
    let text =
      digits(year, 4) + digits(month, 2) + digits(day, 2) + digits(second / 3600, 2)
      + digits(second / 60 % 60, 2) + digits(second % 60, 2) + fraction + "Z"
    let element = Message.element(0x18, Array(text.utf8))
    let time = try? element.withDERReader { (reader) throws(DERError) in
      try reader.readGeneralizedTime()
    }
    require(time?.secondsSince1970 == Int64(seconds), "\(text) is \(seconds)")
    return time
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: count - text.count) + text
  }
}
