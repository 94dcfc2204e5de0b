import FuzzReceipts
import FuzzSupport

/// One form of a date in an answer, under whichever key.
enum NaiveDateForm {
  case milliseconds(Int)
  /// What a clock shows, as if it were in GMT.
  case clock(Int, isPacific: Bool)

  /// `nil` for what is no date, or outside the years 0000–9999.
  init?(_ text: [UInt8]) {
    if let number = Int(String(decoding: text, as: UTF8.self)), "\(number)".utf8.elementsEqual(text)
    {
      self = .milliseconds(number)
    } else if let milliseconds = NaiveDate.milliseconds(text[...]) {
      self = .milliseconds(milliseconds)
    } else if let clock = Self.clock(text, before: "Etc/GMT") {
      self = .clock(clock, isPacific: false)
    } else if let clock = Self.clock(text, before: "America/Los_Angeles") {
      self = .clock(clock, isPacific: true)
    } else {
      return nil
    }
    guard NaiveClock.range ~= instant else { return nil }
  }

  /// Reads `YYYY-MM-DD hh:mm:ss` in front of a zone, with both spaces or without.
  private static func clock(_ text: [UInt8], before zone: String) -> Int? {
    guard text.count > zone.utf8.count, text.suffix(zone.utf8.count).elementsEqual(zone.utf8) else {
      return nil
    }
    var digits = text.dropLast(zone.utf8.count)
    if digits.last == UInt8(ascii: " ") { digits.removeLast() }
    let date = digits.prefix(10)
    var time = digits.dropFirst(10)
    if time.first == UInt8(ascii: " ") { time.removeFirst() }
    // Apple's clocks know no leap seconds.
    guard time.count == 8, time.dropFirst(6).first != UInt8(ascii: "6") else { return nil }
    return NaiveDate.milliseconds((Array(date) + Array("T".utf8) + time + Array("Z".utf8))[...])
  }

  var isExact: Bool { if case .milliseconds = self { true } else { false } }

  /// Milliseconds since 1970: of an hour that comes twice, the first; of one that never comes, an hour later.
  var instant: Int {
    switch self {
    case .milliseconds(let instant), .clock(let instant, isPacific: false): instant
    case .clock(let clock, isPacific: true):
      [7, 8].map { clock + $0 * 3_600_000 }.first { NaiveClock.pacific(at: $0) == clock }
        ?? clock + 8 * 3_600_000
    }
  }

  /// Whether this is said at an instant, by clocks without fractions of a second.
  func agrees(with instant: Int) -> Bool {
    let second = instant - (instant % 1000 + 1000) % 1000
    return switch self {
    case .milliseconds(let own): own == instant || own == second
    case .clock(let clock, isPacific: false): clock == second
    case .clock(let clock, isPacific: true): clock == NaiveClock.pacific(at: second)
    }
  }
}
