import DERParsing
import TextCoding

/// A date in a receipt: milliseconds since 1970, and the text itself.
///
/// Two dates are equal if they are the same instant, however written.
public struct ReceiptDate: Sendable, BitwiseCopyable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted; negative before. Digits of a
  /// fraction after the third are cut off.
  public let millisecondsSince1970: Int64

  /// The characters, the first in the highest byte of the first word, and their number in the lowest
  /// byte of the last.
  private let characters: (UInt64, UInt64, UInt64, UInt64, UInt64)

  /// The most characters that are read: enough for 14 digits of a fraction, 13 before a zone with a colon.
  static var maximumCharacterCount: Int { 39 }

  init(millisecondsSince1970: Int64, text: RawSpan) {
    self.init(
      millisecondsSince1970: millisecondsSince1970,
      characters: (
        text.bigEndianWord(at: 0), text.bigEndianWord(at: 8), text.bigEndianWord(at: 16),
        text.bigEndianWord(at: 24), text.bigEndianWord(at: 32) | UInt64(text.byteCount)
      ))
  }

  init(
    millisecondsSince1970: Int64, characters: (UInt64, UInt64, UInt64, UInt64, UInt64)
  ) {
    self.millisecondsSince1970 = millisecondsSince1970
    self.characters = characters
  }

  /// The first instant of the year 0 and the last of the year 9999.
  package static var firstMillisecond: Int64 { -62_167_219_200_000 }
  package static var lastMillisecond: Int64 { 253_402_300_799_999 }

  /// Creates a date, e.g. the current time, in Apple's form.
  public init(millisecondsSince1970: Int64) {
    let instant = min(max(millisecondsSince1970, Self.firstMillisecond), Self.lastMillisecond)
    let text = Array(Self.utcText(instant).utf8)
    self = text.withRawSpan { ReceiptDate(millisecondsSince1970: instant, text: $0) }
  }

  /// The date as the receipt has it: `2020-07-22T18:33:15+0100`.
  public var text: String {
    let words = [characters.0, characters.1, characters.2, characters.3, characters.4]
    return String(
      decoding: (0..<Int(characters.4 & 0xFF)).map { index in
        UInt8(truncatingIfNeeded: words[index / 8] >> (56 - index % 8 * 8))
      }, as: UTF8.self)
  }

  /// The instant in UTC: `YYYY-MM-DDThh:mm:ssZ`, with three digits of a fraction if it is not 0.
  public var utcText: String { Self.utcText(millisecondsSince1970) }

  private static func utcText(_ instant: Int64) -> String {
    let seconds = instant.divided(by: 1000)
    return InstantText.text(
      secondsSince1970: seconds, fraction: Int(instant - seconds * 1000), fractionDigits: 3)
  }
}

extension ReceiptDate: Hashable, Comparable {
  /// Whether both are the same instant.
  public static func == (first: ReceiptDate, second: ReceiptDate) -> Bool {
    first.millisecondsSince1970 == second.millisecondsSince1970
  }

  /// Whether the first is earlier.
  public static func < (first: ReceiptDate, second: ReceiptDate) -> Bool {
    first.millisecondsSince1970 < second.millisecondsSince1970
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(millisecondsSince1970)
  }
}

extension ReceiptDate: CustomStringConvertible {
  /// The instant in UTC.
  public var description: String { utcText }
}
