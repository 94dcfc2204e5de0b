import DERParsing
import ReceiptParsing

/// One form of a date as it stands in JSON, whatever key it stands under.
enum WallClock {
  /// Milliseconds since 1970.
  case milliseconds(Int64)
  /// What clocks show in GMT, in seconds.
  case gmt(Int64)
  /// What clocks show in Los Angeles, in seconds.
  case pacific(Int64)

  /// Reads milliseconds, the two texts of Apple's answers, also where spaces were lost, and RFC 3339. `nil` for
  /// everything else, and for years outside 0000–9999.
  init?(_ json: VerifyReceiptJSON) {
    switch json {
    case .number(let number): self.init(milliseconds: number.int64)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  private init?(milliseconds: Int64?) {
    let bounds: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
    guard let milliseconds, bounds ~= milliseconds else { return nil }
    self = .milliseconds(milliseconds)
  }

  private init?(_ text: String) {
    if let milliseconds = Int64(canonical: text) {
      self.init(milliseconds: milliseconds)
    } else if let date = ReceiptDate(text) {
      self = .milliseconds(date.millisecondsSince1970)
    } else {
      self.init(answerText: text)
    }
  }

  /// `YYYY-MM-DD`, an optional space, `hh:mm:ss`, an optional space, and the name of the zone.
  private init?(answerText text: String) {
    var rest = text.utf8[...]
    guard let year = Self.number(4, &rest), Self.skip("-", &rest),
      let month = Self.number(2, &rest), Self.skip("-", &rest),
      let day = Self.number(2, &rest),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    _ = Self.skip(" ", &rest)
    guard let hour = Self.number(2, &rest), hour < 24, Self.skip(":", &rest),
      let minute = Self.number(2, &rest), minute < 60, Self.skip(":", &rest),
      let second = Self.number(2, &rest), second < 60
    else { return nil }
    _ = Self.skip(" ", &rest)
    let seconds = date.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    if rest.elementsEqual("Etc/GMT".utf8) {
      self = .gmt(seconds)
    } else if rest.elementsEqual("America/Los_Angeles".utf8) {
      // The last hours of the year 9999 would be in the year 10000.
      guard PacificTime.instant(ofWallClock: seconds) <= 253_402_300_799 else { return nil }
      self = .pacific(seconds)
    } else {
      return nil
    }
  }

  /// The instant.
  var millisecondsSince1970: Int64 {
    switch self {
    case .milliseconds(let value): value
    case .gmt(let seconds): seconds * 1000
    case .pacific(let seconds): PacificTime.instant(ofWallClock: seconds) * 1000
    }
  }

  /// Whether clocks show this at the instant of a date; a fraction of a second does not count.
  func agrees(with date: VerifyReceiptDate) -> Bool {
    switch self {
    case .milliseconds(let value):
      value == date.millisecondsSince1970 || value == date.wholeSeconds * 1000
    case .gmt(let seconds): seconds == date.wholeSeconds
    case .pacific(let seconds):
      seconds == date.wholeSeconds + PacificTime.offset(at: date.wholeSeconds)
    }
  }

  private static func number(_ count: Int, _ text: inout Substring.UTF8View) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = text.popFirst(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else {
        return nil
      }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func skip(_ character: Unicode.Scalar, _ text: inout Substring.UTF8View) -> Bool {
    guard text.first == UInt8(ascii: character) else { return false }
    text.removeFirst()
    return true
  }
}
