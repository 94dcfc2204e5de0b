import DERParsing
import ReceiptParsing
import TextCoding

/// How all dates of a receipt are moved: by one number of seconds, so that their order and their intervals stay. They
/// become UTC, since a zone says where somebody lives and, where it changes, when; fractions get other digits.
///
/// Dates that everybody knows, which would give that number away, are moved by another: the original purchase date of
/// every sandbox receipt, the year 4001 of Xcode's, and what is older than the App Store. So each time of the message is
/// moved by a shift of its own: Apple's certificates are public, and a damaged one can't be told from others.
struct DateShift {
  private let seconds: Int64
  private let secondsOfKnownDates: Int64
  /// What is added to each digit of a fraction; a date has no more of them.
  private let digits: [UInt8]

  init(using generator: inout some RandomNumberGenerator) {
    seconds = Self.random(&generator)
    secondsOfKnownDates = Self.random(&generator)
    var random = RandomBytes()
    digits = (0..<14).map { _ in random.next(in: 1...9, using: &generator) }
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
      return moved(text).map { date in
        // What is between the digits stays.
        var other = Array(text[..<19])
        for place in Self.places { other[place] = date[place] }
        return other + inUTC(text[19...])
      }
    case .time where text.last == UInt8(ascii: "Z"):
      let century = text.first.map { $0 < UInt8(ascii: "5") ? "20" : "19" } ?? ""
      let whole = (text.count == 13 ? Array(century.utf8) : []) + text.dropLast()
      guard whole.count == Self.places.count else { return nil }
      var date = Array("0000-00-00T00:00:00Z".utf8)
      for (place, digit) in zip(Self.places, whole) { date[place] = digit }
      // Two digits stand for the years 1950–2049.
      return moved(date, to: text.count == 15 ? Self.years : 1950...2049).map { other in
        Self.places.suffix(text.count - 1).map { other[$0] } + [UInt8(ascii: "Z")]
      }
    default: return nil
    }
  }

  /// Where the fourteen digits are in `YYYY-MM-DDThh:mm:ssZ`.
  private static let places = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18]

  /// What follows the seconds, with other digits of a fraction, and zeros for a zone.
  private func inUTC(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    let (zero, plus) = (UInt8(ascii: "0"), UInt8(ascii: "+"))
    var isZone = false
    return rest.enumerated().map { place, character in
      switch character {
      case plus, UInt8(ascii: "-"):
        isZone = true
        return plus
      case zero...UInt8(ascii: "9"):
        return isZone ? zero : zero + (character - zero + digits[place % digits.count]) % 10
      default: return character
      }
    }
  }

  /// `YYYY-MM-DDThh:mm:ss` of another date, in UTC.
  private func moved(_ text: [UInt8], to years: ClosedRange<Int> = Self.years) -> [UInt8]? {
    var text = text
    // A leap second has no place elsewhere.
    if text[17] == UInt8(ascii: "6") { text.replaceSubrange(17..<19, with: "59".utf8) }
    guard let date = text.withRawSpan({ ReceiptDate($0) }) else { return nil }
    let instant = date.millisecondsSince1970.divided(by: 1000)
    let distance = Self.isKnown(instant) ? secondsOfKnownDates : seconds
    // In the first and the last years there is only one direction.
    let others = [instant + distance, instant - distance].lazy.map { other in
      InstantText.text(secondsSince1970: other, fraction: 0, fractionDigits: 3).dropLast()
    }
    let other = others.first {
      $0.utf8.count == 19 && Int($0.prefix(4)).map(years.contains) == true
    }
    return other.map { Array($0.utf8) }
  }

  private static let years = 0...9999

  private static func isKnown(_ instant: Int64) -> Bool {
    instant == 1_375_340_400  // 2013-08-01T07:00:00Z
      || instant < 1_199_145_600  // 2008-01-01T00:00:00Z
      || instant >= 64_060_588_800  // 4000-01-01T00:00:00Z
  }
}
