import DERParsing
import ReceiptParsing
import TextCoding

/// How all dates of a receipt are moved: by one number of seconds, so that their order and their intervals stay.
///
/// Dates that everybody knows, which would give that number away, are moved by another: the original purchase date of
/// every sandbox receipt, and the year 4001 of Xcode's.
struct DateShift {
  private let seconds: Int64
  private let secondsOfKnownDates: Int64

  init(using generator: inout some RandomNumberGenerator) {
    seconds = Self.random(&generator)
    secondsOfKnownDates = Self.random(&generator)
  }

  /// 30 days to three years, back or forth.
  private static func random(_ generator: inout some RandomNumberGenerator) -> Int64 {
    let distance = Int64.random(in: 2_592_000...94_608_000, using: &generator)
    return Bool.random(using: &generator) ? distance : -distance
  }

  /// The text of another date, in the same form; `nil` if it cannot have that form.
  func shifted(_ text: [UInt8]) -> [UInt8]? {
    guard text.count >= 20 else { return nil }
    // The time as it stands there, whatever its zone; zone and fraction stay.
    var local = Array(text[..<19]) + [UInt8(ascii: "Z")]
    local[10] = UInt8(ascii: "T")
    // A leap second has no place elsewhere.
    if local[17] == UInt8(ascii: "6") { local.replaceSubrange(17..<19, with: "59".utf8) }
    guard let moved = moved(local) else { return nil }
    var result = moved[..<19] + text[19...]
    result[10] = text[10]
    return Array(result)
  }

  /// The contents of another UTCTime or GeneralizedTime in the form that DER has; `nil` for other forms.
  func shifted(time text: [UInt8]) -> [UInt8]? {
    guard text.count == 13 || text.count == 15 else { return nil }
    let isUTCTime = text.count == 13
    let century = isUTCTime ? Array((text[0] < UInt8(ascii: "5") ? "20" : "19").utf8) : []
    let digits = century + text
    let (hyphen, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
    let date = Array(digits[..<4]) + [hyphen] + digits[4..<6] + [hyphen] + digits[6..<8]
    let clock = Array(digits[8..<10]) + [colon] + digits[10..<12] + [colon] + digits[12...]
    guard let moved = moved(date + [UInt8(ascii: "T")] + clock) else { return nil }
    let result = moved.filter { 0x30...0x39 ~= $0 } + [UInt8(ascii: "Z")]
    if !isUTCTime { return result }
    // Two digits stand for the years 1950–2049.
    let first = result[..<4].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return 1950...2049 ~= first ? Array(result[2...]) : nil
  }

  /// `YYYY-MM-DDThh:mm:ssZ` of another date.
  private func moved(_ text: [UInt8]) -> [UInt8]? {
    guard let date = text.withRawSpan({ ReceiptDate($0) }), text.count == 20 else { return nil }
    let instant = date.millisecondsSince1970 / 1000  // there is no fraction
    let distance = Self.isKnown(instant) ? secondsOfKnownDates : seconds
    // In the first and the last years there is only one direction.
    return Self.text(instant + distance) ?? Self.text(instant - distance)
  }

  /// `YYYY-MM-DDThh:mm:ssZ`; `nil` outside the years 0000–9999.
  private static func text(_ instant: Int64) -> [UInt8]? {
    let text = InstantText.text(secondsSince1970: instant, fraction: 0, fractionDigits: 3)
    return text.utf8.count == 20 && !text.utf8.starts(with: "-".utf8) ? Array(text.utf8) : nil
  }

  private static func isKnown(_ instant: Int64) -> Bool {
    instant == 1_375_340_400  // 2013-08-01T07:00:00Z
      || instant >= 64_060_588_800  // 4000-01-01T00:00:00Z
  }
}
