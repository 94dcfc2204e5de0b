extension Scope {
  private static let everyByte = UInt8.min...UInt8.max

  /// All inputs of up to three bytes; those of four to eight made of the octets that matter in identifiers and lengths;
  /// contents of up to two or three bytes of each type, and longer ones where its rules need more; dates with two wrong
  /// characters.
  static let reader: [Scope] =
    [
      Scope(everyByte, 0...3),
      Scope(
        [
          0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0C, 0x1F, 0x30, 0x31, 0x7F, 0x80, 0x81, 0x82,
          0x84, 0x9F, 0xBF, 0xFF,
        ], 4...7),
      Scope(
        [0x00, 0x01, 0x02, 0x03, 0x04, 0x06, 0x30, 0x31, 0x80, 0x81, 0xA0, 0xFF], 8...8),
      // INTEGER, BIT STRING and OBJECT IDENTIFIER
      .contents(of: 0x02, everyByte, 0...3),
      .contents(of: 0x02, [0x00, 0x01, 0x7F, 0x80, 0x81, 0xFF], 4...9),
      .contents(of: 0x03, everyByte, 0...3),
      .contents(of: 0x06, everyByte, 0...3),
      .contents(of: 0x06, [0x00, 0x01, 0x27, 0x28, 0x4F, 0x50, 0x7F, 0x80, 0x81, 0xFF], 4...7),
      // UTF8String: the edges of table 3-7 of Unicode
      .contents(
        of: 0x0C,
        [
          0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
          0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
        ], 0...5),
      // UniversalString: the edges of a scalar
      .contents(of: 0x1C, [0x00, 0x01, 0x0F, 0x10, 0x11, 0xD7, 0xD8, 0xDF, 0xE0, 0xFF], 4...4),
      // BMPString
      .contents(of: 0x1E, everyByte, 2...2),
    ]
    + [0x01, 0x05, 0x12, 0x13, 0x14, 0x16, 0x1A].map { .contents(of: $0, everyByte, 0...2) }
    + replacing(
      2, of: Array("240229235959Z".utf8), by: Array(everyByte), header: [0x17, 13])
    + replacing(
      2, of: Array("20240229235959Z".utf8), by: Array(everyByte), header: [0x18, 15])
    + replacing(
      2, of: Array("20001231000000.05Z".utf8), by: Array("0123456789.Z+-, \0".utf8),
      header: [0x18, 18])

  /// BER: indefinite lengths, strings in parts, long lengths, all around each other.
  static let transcoder: [Scope] = [
    Scope(everyByte, 0...2),
    Scope(
      [0x00, 0x01, 0x02, 0x04, 0x05, 0x24, 0x30, 0x80, 0x81, 0x82, 0x84, 0xA0, 0xFF], 3...7),
    Scope([0x00, 0x01, 0x02, 0x04, 0x24, 0x30, 0x80, 0x81], 8...9),
    Scope([0x00, 0x02, 0x04, 0x24, 0x80], 10...10),
  ]

  static let dates: [Scope] =
    replacing(2, of: Array("2024-02-29T23:59:59Z".utf8), by: Array(everyByte))
    + replacing(3, of: Array("2000-12-31T00:00:00Z".utf8), by: Array("0123459:-TZ+. t".utf8))
    + replacing(2, of: Array("1900-03-01T00:00:00.999+14:00".utf8), by: Array("012359:-TZ+. ".utf8))
    + [Scope("019. -aZé".utf8, 0...5)]

  static let base64: [Scope] = [
    Scope("MIA/+-_= \n%\\\"".utf8, 0...5), Scope("MA/= \r\n-".utf8, 6...6),
  ]

  static let json: [Scope] = [Scope(#"[]{}":,\u0eE19+-. tn"#.utf8, 0...4)]
}
