import DERParsing
import ReceiptParsing
import TextCoding

/// How all dates of a receipt are moved: by one number of seconds, so that their order and their intervals stay.
///
/// Dates that everybody knows, which would give that number away, are moved by others: the original purchase date of
/// every sandbox receipt and the year 4001 of Xcode's by one, the times of certificates by one more. Apple's are public,
/// also those of a damaged certificate that can't be told from others.
struct DateShift {
  private let seconds: Int64
  private let secondsOfKnownDates: Int64
  private let secondsOfCertificates: Int64

  init(using generator: inout some RandomNumberGenerator) {
    seconds = Self.random(&generator)
    secondsOfKnownDates = Self.random(&generator)
    secondsOfCertificates = Self.random(&generator)
  }

  /// 30 days to three years, back or forth.
  private static func random(_ generator: inout some RandomNumberGenerator) -> Int64 {
    let distance = Int64.random(in: 2_592_000...94_608_000, using: &generator)
    return Bool.random(using: &generator) ? distance : -distance
  }

  /// Another date in the form of this one, a date's text or the contents of a UTCTime or GeneralizedTime; `nil` if there
  /// is none in that form.
  func shifted(_ text: [UInt8], _ kind: RedactionPlaces.Kind) -> [UInt8]? {
    switch kind {
    case .date where text.count >= 20:
      // The time as written, whatever its zone; zone and fraction stay.
      guard let digits = moved(Self.places.map { text[$0] }, kind) else { return nil }
      var result = text
      for (place, digit) in zip(Self.places, digits) { result[place] = digit }
      return result
    case .time where text.last == UInt8(ascii: "Z"):
      let century = text.first.map { $0 < UInt8(ascii: "5") ? "20" : "19" } ?? ""
      guard
        let digits = moved((text.count == 13 ? Array(century.utf8) : []) + text.dropLast(), kind)
      else { return nil }
      // Two digits stand for the years 1950–2049.
      let year = digits[..<4].reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return text.count == 15 || 1950...2049 ~= year
        ? digits.suffix(text.count - 1) + [UInt8(ascii: "Z")] : nil
    default: return nil
    }
  }

  /// Where the fourteen digits are in `YYYY-MM-DDThh:mm:ssZ`.
  private static let places = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18]

  /// `YYYYMMDDhhmmss` of another date.
  private func moved(_ digits: [UInt8], _ kind: RedactionPlaces.Kind) -> [UInt8]? {
    guard digits.count == Self.places.count else { return nil }
    var text = Array("0000-00-00T00:00:00Z".utf8)
    for (place, digit) in zip(Self.places, digits) { text[place] = digit }
    // A leap second has no place elsewhere.
    if text[17] == UInt8(ascii: "6") { text.replaceSubrange(17..<19, with: "59".utf8) }
    guard let date = text.withRawSpan({ ReceiptDate($0) }) else { return nil }
    let instant = date.millisecondsSince1970 / 1000  // there is no fraction
    let ofDates = Self.isKnown(instant) ? secondsOfKnownDates : seconds
    let distance = kind == .time ? secondsOfCertificates : ofDates
    // In the first and the last years there is only one direction.
    let other = Self.text(instant + distance) ?? Self.text(instant - distance)
    return other.map { other in Self.places.map { other[$0] } }
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
