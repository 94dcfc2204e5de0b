package import FuzzSupport
import ReceiptParsing
import ReceiptPurchases

/// The input is a date or another text, or eight bytes of an instant. Dates are those of a reader that counts days by
/// another calendar; their text is kept; what is written in UTC is read as the same instant.
package enum DatesProperty: FuzzProperty {
  package static let name = "dates"
  package static let isTree = false

  package static func check(_ input: RawSpan, _ places: borrowing Places) {
    let bytes = input.copy
    let text = String(decoding: bytes, as: UTF8.self)
    let date = ReceiptDate(text)
    let instant = NaiveDate.milliseconds(Array(text.utf8)[...])
    require(
      date.map { Int($0.millisecondsSince1970) } == instant,
      "\(text) is \(String(describing: instant))")
    if let date {
      require(date.text == text, "\(date.text) is not \(text)")
      let utc = ReceiptDate(millisecondsSince1970: date.millisecondsSince1970).text
      require(date.utcText == utc && "\(date)" == utc, "\(date), not \(utc)")
      FoundationDates.checkStored(date)
      check(date.millisecondsSince1970)
    } else if bytes.count % 8 == 4 {
      FoundationDates.checkNotStored(text)
    }
    checkVersions(bytes)
    Words.check(text)
    guard bytes.count >= 8 else { return }
    let bits = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    check(Int64(bitPattern: bits))
    FoundationDates.check(bits: bits)
  }

  /// An instant is written so that it can be read again.
  private static func check(_ instant: Int64) {
    let date = ReceiptDate(millisecondsSince1970: instant)
    let years = NaiveCalendar.days(0, 1, 1)...NaiveCalendar.days(9999, 12, 31)
    let bounds = years.lowerBound * 86_400_000...(years.upperBound + 1) * 86_400_000 - 1
    let clamped = min(max(Int(instant), bounds.lowerBound), bounds.upperBound)
    require(date.millisecondsSince1970 == Int64(clamped), "\(date) is \(clamped)")
    let text = date.utcText
    require(text.utf8.count == (clamped % 1000 == 0 ? 20 : 24) && text.last == "Z", text)
    require(NaiveDate.milliseconds(Array(text.utf8)[...]) == clamped, "\(text) is \(clamped)")
    require(ReceiptDate(text) == date && date.text == text, text)
    let later = ReceiptDate(millisecondsSince1970: Int64(clamped) + 1)
    require(clamped == bounds.upperBound || date < later, "order")
    Hashes.check([date, later, ReceiptDate(text) ?? later]) { $0.millisecondsSince1970 }
    FoundationDates.check(date)
  }

  /// Both halves as versions.
  private static func checkVersions(_ bytes: [UInt8]) {
    let text = bytes.map { "-:TtZz+ ".utf8.contains($0) ? UInt8(ascii: ".") : $0 }
    let halves = [text[..<(text.count / 2)], text[(text.count / 2)...]].map {
      String(decoding: $0, as: UTF8.self)
    }
    let versions = halves.map { AppVersionNumber($0) }
    let naive = halves.map { NaiveVersion.numbers($0) }
    for (version, numbers) in zip(versions, naive) {
      require((version != nil) == (numbers != nil), "a version: \(halves)")
    }
    guard let first = versions[0], let second = versions[1], let numbers = naive[0],
      let others = naive[1]
    else { return }
    require((first < second) == NaiveVersion.isEarlier(numbers, others), "earlier: \(halves)")
    require((second < first) == NaiveVersion.isEarlier(others, numbers), "later: \(halves)")
    require((first == second) == (numbers == others), "equal: \(halves)")
    Hashes.check([first, second])
  }
}
