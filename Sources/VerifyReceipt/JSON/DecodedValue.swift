// Where a decoder has a value, and how it is asked for it.

/// A value in a decoder that can be asked for in one form after the other.
protocol DecodedValue {
  /// Where the value is, or the one that was just decoded.
  func path(isDecoded: Bool) -> [any CodingKey]

  /// Whether the value is `null`.
  mutating func isNull() throws -> Bool

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
  mutating func object() throws -> KeyedDecodingContainer<VerifyReceiptJSON.Key>
  mutating func array() throws -> any UnkeyedDecodingContainer
}

extension DecodedValue {
  /// What `decode` gives, or `nil` when the value is of another kind: a decoder tells it in no other way.
  mutating func optional<Value>(_ decode: (inout Self) throws -> Value) -> Value? {
    do {
      return try decode(&self)
    } catch {
      return nil
    }
  }
}

/// The outermost value.
struct DecodedRoot: DecodedValue {
  let decoder: any Decoder

  func path(isDecoded: Bool) -> [any CodingKey] { decoder.codingPath }

  func isNull() throws -> Bool { try decoder.singleValueContainer().decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.singleValueContainer().decode(type)
  }

  func object() throws -> KeyedDecodingContainer<VerifyReceiptJSON.Key> {
    try decoder.container(keyedBy: VerifyReceiptJSON.Key.self)
  }

  func array() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
}

/// The member of an object.
struct DecodedMember: DecodedValue {
  let container: KeyedDecodingContainer<VerifyReceiptJSON.Key>
  let key: VerifyReceiptJSON.Key

  func path(isDecoded: Bool) -> [any CodingKey] { container.codingPath + [key] }

  func isNull() throws -> Bool { try container.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try container.decode(type, forKey: key)
  }

  func object() throws -> KeyedDecodingContainer<VerifyReceiptJSON.Key> {
    try container.nestedContainer(keyedBy: VerifyReceiptJSON.Key.self, forKey: key)
  }

  func array() throws -> any UnkeyedDecodingContainer {
    try container.nestedUnkeyedContainer(forKey: key)
  }
}

/// The next element of an array.
struct DecodedElement: DecodedValue {
  var container: any UnkeyedDecodingContainer

  func path(isDecoded: Bool) -> [any CodingKey] {
    let index = container.currentIndex - (isDecoded ? 1 : 0)
    return container.codingPath + [VerifyReceiptJSON.Index(intValue: index)]
  }

  mutating func isNull() throws -> Bool { try container.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try container.decode(type)
  }

  mutating func object() throws -> KeyedDecodingContainer<VerifyReceiptJSON.Key> {
    try container.nestedContainer(keyedBy: VerifyReceiptJSON.Key.self)
  }

  mutating func array() throws -> any UnkeyedDecodingContainer {
    try container.nestedUnkeyedContainer()
  }
}

extension VerifyReceiptJSON {
  /// The key of any member.
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The place of an element.
  struct Index: CodingKey {
    let index: Int
    var stringValue: String { "\(index)" }
    var intValue: Int? { index }

    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }
  }
}
