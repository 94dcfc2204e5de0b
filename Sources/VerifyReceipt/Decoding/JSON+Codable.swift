import Foundation
public import ReceiptJSON

// For encoders and decoders of any format. A decoder shows less than the text: it loses the order of members, hides
// duplicate keys, and may round numbers of more than 38 digits.

extension JSON: Codable {
  /// Reads any value. Foundation's decoder takes many times longer than reading text, most of all where kinds of values
  /// alternate: see <doc:MovingOffVerifyReceipt>.
  ///
  /// - Throws: whatever the decoder throws, and `JSONError` for a number that the decoder cannot represent, for more
  ///   than 128 levels, and for a string with more than 30 combining marks in a row.
  public init(from decoder: any Decoder) throws {
    self = try DecoderReading.read(decoder)
  }

  /// Writes the value.
  ///
  /// - Throws: whatever the encoder throws, and `EncodingError` for a number of more than 38 digits, which no encoder
  ///   preserves.
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
    case .array(let elements): try elements.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean(let value): try value.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .number(let number):
      if let integer = number.int64 { return try integer.encode(to: encoder) }
      guard let decimal = number.decimal else {
        throw EncodingError.invalidValue(
          number.text,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "too many digits for any encoder"))
      }
      // Encoders know how to write a Decimal, which itself writes its parts.
      var container = encoder.singleValueContainer()
      try container.encode(decimal)
    }
  }
}

extension JSON.Number {
  /// The number as `Decimal`, if that keeps all digits.
  fileprivate var decimal: Decimal? {
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter { $0.isWholeNumber }
    guard digits.count <= 38, let decimal = Decimal(string: text), decimal.isFinite else {
      return nil
    }
    return decimal
  }
}

extension JSON {
  /// The key of any member.
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JSONPath {
  /// The path of a decoder or encoder.
  init(_ codingPath: [any CodingKey]) {
    self.init(
      codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
  }
}
