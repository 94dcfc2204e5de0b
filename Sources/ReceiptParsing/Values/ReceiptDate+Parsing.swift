import DERParsing
import TextCoding

extension ReceiptDate {
  /// Reads a date, RFC 3339 §5.6 with what receipts add: `YYYY-MM-DD`, then `T`, `t` or a space, `hh:mm:ss`,
  /// optionally `.` and one or more digits, then `Z`, `z`, `±hh:mm` or, as Xcode writes it, `±hhmm`.
  ///
  /// Years 0000–9999; only months, days, hours and minutes that exist. Second 60 is read only where a leap second can
  /// be: at 23:59:60 UTC on the last day of a month. It counts as the next second.
  ///
  /// `nil` for everything else, and for more than ``maximumCharacterCount`` characters.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package init?(_ text: RawSpan) {
    if let date = ReceiptDate(commonForm: text) {
      self = date
    } else {
      self.init(anyForm: text)
    }
  }

  /// Reads a date in any of these forms, character by character.
  @inline(never)
  package init?(anyForm text: RawSpan) {
    // 2020-07-22T18:33:15Z is the shortest form.
    guard text.byteCount >= 20, text.byteCount <= Self.maximumCharacterCount,
      text.hasCharacter("-", at: 4), text.hasCharacter("-", at: 7),
      text.hasCharacter("T", at: 10) || text.hasCharacter("t", at: 10)
        || text.hasCharacter(" ", at: 10),
      text.hasCharacter(":", at: 13), text.hasCharacter(":", at: 16),
      let year = text.decimal(0..<4), let month = text.decimal(5..<7),
      let day = text.decimal(8..<10), let date = CivilDate(year: year, month: month, day: day),
      let hour = text.decimal(11..<13), hour < 24, let minute = text.decimal(14..<16), minute < 60,
      let second = text.decimal(17..<19), second <= 60,
      let fraction = Self.fraction(text),
      let zone = Self.zone(text, from: fraction.end)
    else { return nil }

    // All numbers here have at most four digits, so nothing can overflow.
    let minuteOfDay = Int64(hour * 60 + minute - zone)
    let seconds = date.daysSince1970 * 86_400 + minuteOfDay * 60 + Int64(second)
    if second == 60 {
      // The second after a leap second begins a month.
      guard seconds % 86_400 == 0, CivilDate(daysSince1970: seconds / 86_400).day == 1 else {
        return nil
      }
    }
    // A zone, or a leap second, may move the instant out of the years that can be written.
    let instant = seconds * 1000 + fraction.milliseconds
    guard Self.firstMillisecond...Self.lastMillisecond ~= instant else { return nil }
    self.init(millisecondsSince1970: instant, text: text)
  }

  /// The fraction that may follow the seconds.
  private static func fraction(_ text: RawSpan) -> (milliseconds: Int64, end: Int)? {
    guard text.hasCharacter(".", at: 19) else { return (0, 19) }
    var milliseconds: Int64 = 0
    var end = 20
    while end < text.byteCount, let digit = text.decimal(end..<end + 1) {
      if end < 23 { milliseconds = milliseconds * 10 + Int64(digit) }
      end += 1
    }
    guard end > 20 else { return nil }
    for _ in end..<max(end, 23) { milliseconds *= 10 }
    return (milliseconds, end)
  }

  /// The minutes that local time is ahead of UTC.
  private static func zone(_ text: RawSpan, from start: Int) -> Int? {
    let count = text.byteCount - start
    if count == 1 {
      return text.hasCharacter("Z", at: start) || text.hasCharacter("z", at: start) ? 0 : nil
    }
    let hasColon = count == 6 && text.hasCharacter(":", at: start + 3)
    let isNegative = text.hasCharacter("-", at: start)
    guard count == 5 || hasColon, isNegative || text.hasCharacter("+", at: start),
      let hours = text.decimal(start + 1..<start + 3), hours < 24,
      let minutes = text.decimal(text.byteCount - 2..<text.byteCount), minutes < 60
    else { return nil }
    return isNegative ? -(hours * 60 + minutes) : hours * 60 + minutes
  }

  /// Reads a date from text, in the forms that receipts have.
  public init?(_ text: String) {
    guard let date = text.withUTF8Bytes({ ReceiptDate($0) }) else { return nil }
    self = date
  }
}

extension RawSpan {
  /// Whether this character is there; `false` past the end.
  fileprivate func hasCharacter(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    offset < byteCount && byte(at: offset) == UInt8(ascii: character)
  }
}

extension ReceiptDate {
  /// Reads a date in the form in which the App Store writes them, `YYYY-MM-DDThh:mm:ssZ`, eight characters
  /// at a time.
  ///
  /// `nil` for everything else, including other dates: ``init(anyForm:)`` reads them.
  ///
  /// - Complexity: O(1), without a loop.
  @inline(__always)
  package init?(commonForm text: RawSpan) {
    guard text.byteCount == 20 else { return nil }
    // Three loads: characters 0–7, 8–15 and 16–19. An exclusive or with what has to be there, 0 for any
    // digit, leaves the value of each digit, and 0 where a separator was right.
    let (word0, word1) = (text.bigEndianWord(at: 0), text.bigEndianWord(at: 8))
    let word2 = text.bigEndianWord(at: 12) & 0xFFFF_FFFF
    let digits0 = word0 ^ 0x3030_3030_2D30_302D  // YYYY-MM-
    let digits1 = word1 ^ 0x3030_5430_303A_3030  // DDThh:mm
    let digits2 = word2 ^ 0x3A30_305A  // :ssZ

    // Adding 76₁₆ to 0–9, or 7F₁₆ to 0, leaves the highest bit of a byte alone; to more it sets it. Only
    // a byte of more than 80₁₆ carries into its neighbor, and it has that bit itself.
    let faults =
      digits0 | (digits0 &+ 0x7676_7676_7F76_767F)
      | digits1 | (digits1 &+ 0x7676_7F76_767F_7676)
      | digits2 | (digits2 &+ 0x7F76_767F)
    guard faults & 0x8080_8080_8080_8080 == 0 else { return nil }

    // Each byte times ten plus the one after it: at most 99, so nothing carries.
    let pairs0 = digits0 &* 10 &+ digits0 &<< 8
    let pairs1 = digits1 &* 10 &+ digits1 &<< 8
    let pairs2 = digits2 &* 10 &+ digits2 &<< 8
    let hour = pairs1.byte(3)
    let minute = pairs1.byte(6)
    let second = pairs2.byte(5)
    // Second 60 may be a leap second: left to the other path.
    guard hour < 24, minute < 60, second < 60,
      let date = CivilDate(
        year: pairs0.byte(0) * 100 + pairs0.byte(2), month: pairs0.byte(5),
        day: pairs1.byte(0))
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(
      millisecondsSince1970: seconds * 1000,
      characters: (word0, word1, word2 &<< 32, 0, UInt64(text.byteCount)))
  }
}

extension UInt64 {
  /// One byte, number 0 being the most significant.
  @inline(__always)
  fileprivate func byte(_ index: UInt64) -> Int {
    Int(truncatingIfNeeded: (self &>> (56 &- 8 &* index)) & 0xFF)  // 0–255
  }
}
