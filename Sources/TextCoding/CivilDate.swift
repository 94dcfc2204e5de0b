/// A day of the proleptic Gregorian calendar, by arithmetic alone: no locale, no time zone database.
@usableFromInline
package struct CivilDate: Hashable, Sendable {
  /// The year, 0 being 1 BC.
  @usableFromInline package let year: Int
  /// 1–12.
  @usableFromInline package let month: Int
  /// 1–31.
  @usableFromInline package let day: Int

  /// `nil` when there is no such day.
  @inlinable @inline(__always)
  package init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that is this many days after 1970-01-01.
  package init(daysSince1970: Int64) {
    // Years are counted from March on, so that the leap day comes last, and in eras of 400 years.
    let shifted = daysSince1970 + 719_468  // days since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097  // 0–146096
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)  // 0–365
    let marchMonth = (5 * dayOfYear + 2) / 153  // 0 is March
    day = Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// How many days after 1970-01-01.
  @inlinable @inline(__always)
  package var daysSince1970: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let marchMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * marchMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The seconds since 1970 at a time of this day in UTC; `nil` when there is no such time. Leap seconds have none.
  @inlinable @inline(__always)
  package func secondsSince1970(hour: Int, minute: Int, second: Int) -> Int64? {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
    return daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  @inlinable @inline(__always)
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

/// Instants as RFC 3339 text in UTC.
package enum InstantText {
  /// `YYYY-MM-DDThh:mm:ss[.f…]Z`; a fraction other than 0 has `fractionDigits` digits.
  package static func text(
    secondsSince1970: Int64, fraction: Int, fractionDigits: Int
  ) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(24)
    text.append(secondsSince1970: secondsSince1970, separator: "T")
    if fraction > 0 { text.append(".", fraction, digits: fractionDigits) }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }
}

extension Int64 {
  /// The quotient, rounded down.
  package func divided(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}

extension [UInt8] {
  /// Appends `YYYY-MM-DD`, the separator and `hh:mm:ss`. Years outside 0000–9999, which time zones lead to, have a minus
  /// sign or a fifth digit.
  package mutating func append(secondsSince1970: Int64, separator: Unicode.Scalar) {
    let day = secondsSince1970.divided(by: 86_400)
    let date = CivilDate(daysSince1970: day)
    let second = Int(secondsSince1970 - day * 86_400)
    appendDecimal(Int64(date.year), minimumDigits: 4)
    append("-", date.month)
    append("-", date.day)
    append(separator, second / 3600)
    append(":", second / 60 % 60)
    append(":", second % 60)
  }

  fileprivate mutating func append(_ separator: Unicode.Scalar, _ value: Int, digits: Int = 2) {
    append(UInt8(ascii: separator))
    appendDecimal(Int64(value), minimumDigits: digits)
  }
}
