/// Instants as RFC 3339 text in UTC.
package enum InstantText {
  /// `YYYY-MM-DDThh:mm:ss[.f…]Z`; a fraction other than 0 has `fractionDigits` digits. Years outside
  /// 0000–9999, which time zones lead to, have a minus sign or a fifth digit.
  package static func text(
    secondsSince1970: Int64, fraction: Int, fractionDigits: Int
  ) -> String {
    var day = secondsSince1970 / 86_400
    var second = Int(secondsSince1970 % 86_400)
    if second < 0 {
      day -= 1
      second += 86_400
    }
    let date = CivilDate(daysSince1970: day)
    var text = digits(date.year, 4) + "-" + digits(date.month, 2) + "-" + digits(date.day, 2)
    text += "T" + digits(second / 3600, 2) + ":" + digits(second / 60 % 60, 2)
    text += ":" + digits(second % 60, 2)
    if fraction > 0 { text += "." + digits(fraction, fractionDigits) }
    return text + "Z"
  }

  private static func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(width - text.utf8.count, 0))
    return (value < 0 ? "-" : "") + zeros + text
  }
}
