import DERParsing
import ReceiptParsing

/// Random contents octets.
enum RandomContents {
  static func bytes(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var eight: UInt64 = 0
    for index in 0..<count {
      if index % 8 == 0 { eight = generator.next() }
      bytes.append(UInt8(truncatingIfNeeded: eight))
      eight >>= 8
    }
    return bytes
  }

  /// Makes one byte another one of its kind.
  ///
  /// - Returns: whether there may be another.
  static func change(
    _ bytes: inout [UInt8], at index: Int, _ kind: RedactionPlaces.Kind,
    using generator: inout some RandomNumberGenerator
  ) -> Bool {
    switch kind {
    case .bytes:
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case .integer:
      guard index >= 2 else { return false }  // the first two decide about the sign and the length
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case .text, .invalidText, .bundleIdentifier, .date, .time:
      if isDigit(bytes[index]) {
        let beginsNumber = index == 0 || !isDigit(bytes[index - 1])
        bytes[index] = 0x30 + UInt8.random(in: beginsNumber ? 1...9 : 0...9, using: &generator)
      } else {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard letters ~= bytes[index] else { return false }
        bytes[index] = UInt8.random(in: letters, using: &generator)
      }
    }
    return true
  }

  /// An INTEGER with the same sign, which has superfluous bytes only if the original has them (X.690 §8.3.2), and is
  /// 0 only if the original is.
  static func integer(
    like original: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    guard let first = original.first else { return [] }
    if original.allSatisfy({ $0 == 0 }) { return original }
    var bytes = bytes(original.count, using: &generator)
    let sign = first & 0x80
    if original.count > 1, first == 0 || first == 0xFF {
      bytes[0] = first
      bytes[1] = bytes[1] & 0x7F | original[1] & 0x80
    } else {
      // Neither 00 nor FF, so that no byte is superfluous.
      bytes[0] = sign | UInt8.random(in: 1...0x7E, using: &generator)
    }
    return bytes
  }

  /// Text that looks as much like the original as it may: a number for a number, a version for a version, and letters
  /// for everything else.
  static func text(
    like original: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let isVersion = original.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") }
    guard isVersion, original.contains(where: isDigit) else {
      return original.map { _ in
        UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
      }
    }
    var text = original
    for index in original.indices where isDigit(original[index]) {
      // No number begins with 0 unless it did before.
      let beginsNumber = index == 0 || !isDigit(original[index - 1])
      let staysZero =
        beginsNumber && original[index] == 0x30 && index + 1 < original.count
        && isDigit(original[index + 1])
      let range: ClosedRange<UInt8> = beginsNumber && original[index] != 0x30 ? 1...9 : 0...9
      text[index] = staysZero ? 0x30 : 0x30 + UInt8.random(in: range, using: &generator)
    }
    return text
  }

  /// Text that is neither UTF-8 nor ASCII.
  static func invalidText(
    like original: [UInt8], using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var text = original.map { _ in
      UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
    }
    if !text.isEmpty { text[0] = UInt8.random(in: 0xF8...0xFF, using: &generator) }
    return text
  }

  private static func isDigit(_ character: UInt8) -> Bool { 0x30...0x39 ~= character }
}

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
