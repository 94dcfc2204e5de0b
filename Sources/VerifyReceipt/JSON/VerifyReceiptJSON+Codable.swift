import Foundation

// For encoders and decoders of any format. A decoder shows less than the text has: the order of members is
// lost, a key that stands twice is seen once, and a number of more than 38 digits may be rounded.

extension VerifyReceiptJSON: Codable {
  /// Reads any value. With Foundation's decoder it takes many times longer than from text, and most where values of
  /// different kinds take turns: see <doc:MovingOffVerifyReceipt>.
  ///
  /// - Throws: what the decoder throws, and ``VerifyReceiptError`` for a number that it cannot represent, for more than
  ///   128 levels, and for a string with more than 30 combining marks in a row.
  public init(from decoder: any Decoder) throws {
    self = try DecoderReading.read(decoder)
  }

  /// Writes the value.
  ///
  /// - Throws: what the encoder throws, and `EncodingError` for a number of more than 38 digits, which no encoder
  ///   takes as it stands.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object):
      var container = encoder.container(keyedBy: Key.self)
      for member in object.members {
        let key = Key(stringValue: member.key)
        if case .string(let text) = member.value {
          try container.encode(text, forKey: key)
        } else {
          try container.encode(member.value, forKey: key)
        }
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let integer = number.int64 {
        try container.encode(integer)
      } else if let decimal = number.decimal {
        try container.encode(decimal)
      } else {
        throw EncodingError.invalidValue(
          number.text,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "no encoder keeps all digits"))
      }
    }
  }
}

extension VerifyReceiptJSON.Number {
  /// The number as `Decimal`, if none of its digits is lost.
  fileprivate var decimal: Decimal? {
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter { $0.isWholeNumber }
    guard digits.count <= 38, let decimal = Decimal(string: text), decimal.isFinite else {
      return nil
    }
    return decimal
  }
}
