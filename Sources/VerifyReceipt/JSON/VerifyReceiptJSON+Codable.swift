import Foundation

// For encoders and decoders of any format. A decoder shows less than the text has: the order of members is
// lost, a key that stands twice is seen once, and a number of more than 38 digits may be rounded.

extension VerifyReceiptJSON: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any value.
  ///
  /// - Throws: what the decoder throws, and ``VerifyReceiptError`` for a number that it cannot represent and for more
  ///   than 128 levels.
  public init(from decoder: any Decoder) throws {
    let path = decoder.codingPath
    guard path.count <= VerifyReceiptLimits.stackDepth else {
      throw VerifyReceiptError(.tooDeep, at: VerifyReceiptPath(path))
    }
    if let object = Self.optional({ try decoder.container(keyedBy: Key.self) }) {
      let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(
        Object(
          uniqueMembers: try keys.map {
            Object.Member(
              key: $0.stringValue, value: try object.decode(VerifyReceiptJSON.self, forKey: $0))
          }))
      return
    }
    if var array = Self.optional({ try decoder.unkeyedContainer() }) {
      var elements: [VerifyReceiptJSON] = []
      while !array.isAtEnd { elements.append(try array.decode(VerifyReceiptJSON.self)) }
      self = .array(elements)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = Self.optional({ try value.decode(String.self) }) {
      self = .string(text)
    } else if let boolean = Self.optional({ try value.decode(Bool.self) }) {
      self = .boolean(boolean)
    } else if let integer = Self.optional({ try value.decode(Int64.self) }) {
      self = .number(Number(integer))
    } else if let decimal = Self.optional({ try value.decode(Decimal.self) }), decimal.isFinite {
      self = .number(Number(wellFormed: decimal.description))
    } else {
      throw VerifyReceiptError(
        .numberOutOfRange, at: VerifyReceiptPath(path),
        expected: "a number that the decoder can represent")
    }
  }

  /// A decoder tells what kind of value it has only by failing to give any other.
  private static func optional<Value>(_ decode: () throws -> Value) -> Value? {
    do {
      return try decode()
    } catch {
      return nil
    }
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
        try container.encode(member.value, forKey: Key(stringValue: member.key))
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
