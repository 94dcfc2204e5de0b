import DERParsing

extension ReceiptDate {
  /// Reads a date, RFC 3339 §5.6 with what receipts add: `YYYY-MM-DD`, then `T`, `t` or a space, `hh:mm:ss`,
  /// optionally `.` and one or more digits, then `Z`, `z`, `±hh:mm` or, as Xcode writes it, `±hhmm`.
  ///
  /// Years 0000–9999; months, days, hours and minutes as they exist. Second 60 is read only where a leap
  /// second can be: at 23:59:60 UTC on the last day of a month. It counts as the next second.
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
    guard Self.instants ~= seconds else { return nil }
    self.init(millisecondsSince1970: seconds * 1000 + fraction.milliseconds, text: text)
  }

  /// The seconds since 1970 of the years 0000–9999.
  private static var instants: ClosedRange<Int64> { -62_167_219_200...253_402_300_799 }

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
    var text = text
    let date = text.withUTF8 { characters in
      // The characters stay in place for as long as the closure runs.
      ReceiptDate(unsafe UnsafeRawBufferPointer(characters).bytes)
    }
    guard let date else { return nil }
    self = date
  }
}

extension RawSpan {
  /// Whether that character stands there; `false` past the end.
  fileprivate func hasCharacter(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    offset < byteCount && byte(at: offset) == UInt8(ascii: character)
  }
}
