import Foundation
import ReceiptJSON
import ReceiptParsing
import TextCoding

/// Reads a value of any kind from a decoder.
///
/// A decoder reveals the kind of a value only by refusing every other kind, and a refusal is an error with a path and a
/// sentence: about a microsecond with Foundation's decoder, more for deeper values. So the first kind tried is the last
/// one seen in the same place: under the same key, or in the same array. Where a value decodes as two kinds, both give
/// the same result, so the order doesn't matter.
struct DecoderReading {
  /// The kinds, in the order in which they are tried.
  private enum Kind: CaseIterable {
    case object, array, string, boolean, integer, decimal
  }

  /// The last kind under each key, for at most ``maximumKinds`` keys.
  private var kinds: [UTF8Text: Kind] = [:]

  private static let maximumKinds = 256

  /// The kind of the last value.
  private var last: Kind?

  /// The kind of the first element of the last array.
  private var first: Kind?

  private init() {}

  static func read(_ decoder: any Decoder) throws -> JSON {
    var reading = DecoderReading()
    var root = DecodedRoot(decoder: decoder)
    return try reading.value(&root, guess: nil, level: decoder.codingPath.count)
  }

  /// - Parameters:
  ///   - guess: the kind to try first.
  ///   - level: the depth of the value.
  private mutating func value(
    _ source: inout some DecodedValue, guess: Kind?, level: Int
  ) throws -> JSON {
    guard level <= JSONLimits.stackDepth else {
      throw JSONError(.tooDeep, at: JSONPath(source.path(isDecoded: false)))
    }
    if let guess, let value = try self.value(&source, as: guess, level: level) { return value }
    if try source.isNull() {
      last = nil
      return .null
    }
    for kind in Kind.allCases where kind != guess {
      if let value = try self.value(&source, as: kind, level: level) { return value }
    }
    throw JSONError(
      .numberOutOfRange, at: JSONPath(source.path(isDecoded: false)),
      expected: "a number that the decoder can represent")
  }

  /// The value, if it has that kind.
  private mutating func value(
    _ source: inout some DecodedValue, as kind: Kind, level: Int
  ) throws -> JSON? {
    let value: JSON
    switch kind {
    case .object:
      guard let container = source.optional({ try $0.object() }) else { return nil }
      last = kind
      value = .object(try object(container, level: level))
    case .array:
      guard let container = source.optional({ try $0.array() }) else { return nil }
      last = kind
      value = .array(try array(container, level: level))
    case .string:
      guard let text = source.optional({ try $0.decode(String.self) }) else { return nil }
      guard text.isStreamSafe else {
        throw JSONError(
          .invalidString, at: JSONPath(source.path(isDecoded: true)))
      }
      value = .string(text)
    case .boolean:
      guard let boolean = source.optional({ try $0.decode(Bool.self) }) else { return nil }
      value = .boolean(boolean)
    case .integer:
      guard let integer = source.optional({ try $0.decode(Int64.self) }) else { return nil }
      value = .number(JSON.Number(integer))
    case .decimal:
      guard let decimal = source.optional({ try $0.decode(Decimal.self) }), decimal.isFinite
      else { return nil }
      value = .number(JSON.Number(wellFormed: decimal.description))
    }
    last = kind
    return value
  }

  /// The members, sorted by key.
  private mutating func object(
    _ container: KeyedDecodingContainer<JSON.Key>, level: Int
  ) throws -> JSON.Object {
    let keys = container.allKeys
    for key in keys where !key.stringValue.isStreamSafe {
      throw JSONError(
        .invalidString, at: JSONPath(container.codingPath + [key]))
    }
    var members: [JSON.Object.Member] = []
    members.reserveCapacity(keys.count)
    for key in keys.sorted(by: { $0.stringValue < $1.stringValue }) {
      var source = DecodedMember(container: container, key: key)
      if let previous = members.last, previous.key.hasBytes(of: key.stringValue) {
        throw JSONError(
          .duplicateKey, at: JSONPath(source.path(isDecoded: false)))
      }
      let text = UTF8Text(key.stringValue)
      let known = kinds[text]
      let value = try self.value(&source, guess: known ?? last, level: level + 1)
      members.append(.init(key: key.stringValue, value: value))
      if let last, last != known, known != nil || kinds.count < Self.maximumKinds {
        kinds[text] = last
      }
    }
    return JSON.Object(uniqueMembers: members)
  }

  private mutating func array(
    _ container: any UnkeyedDecodingContainer, level: Int
  ) throws -> [JSON] {
    var source = DecodedElement(container: container)
    var elements: [JSON] = []
    while !source.container.isAtEnd {
      let index = source.container.currentIndex
      let isFirst = elements.isEmpty
      elements.append(try value(&source, guess: isFirst ? first ?? last : last, level: level + 1))
      if isFirst { first = last }
      // A decoder that advances when it refuses would skip elements.
      guard source.container.currentIndex == index + 1 else {
        throw DecodingError.dataCorruptedError(
          in: source.container, debugDescription: "the decoder skips what it refuses to decode")
      }
    }
    return elements
  }
}

/// A value in a decoder that can be tried as one kind after the other.
protocol DecodedValue {
  /// The path of the value, or of the one just decoded.
  func path(isDecoded: Bool) -> [any CodingKey]

  /// Whether the value is `null`.
  mutating func isNull() throws -> Bool

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
  mutating func object() throws -> KeyedDecodingContainer<JSON.Key>
  mutating func array() throws -> any UnkeyedDecodingContainer
}

extension DecodedValue {
  /// The result of `decode`; `nil` if the value has another kind, which decoders report in no other way.
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

  func object() throws -> KeyedDecodingContainer<JSON.Key> {
    try decoder.container(keyedBy: JSON.Key.self)
  }

  func array() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
}

/// The member of an object.
struct DecodedMember: DecodedValue {
  let container: KeyedDecodingContainer<JSON.Key>
  let key: JSON.Key

  func path(isDecoded: Bool) -> [any CodingKey] { container.codingPath + [key] }

  func isNull() throws -> Bool { try container.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try container.decode(type, forKey: key)
  }

  func object() throws -> KeyedDecodingContainer<JSON.Key> {
    try container.nestedContainer(keyedBy: JSON.Key.self, forKey: key)
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
    return container.codingPath + [JSON.Index(intValue: index)]
  }

  mutating func isNull() throws -> Bool { try container.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try container.decode(type)
  }

  mutating func object() throws -> KeyedDecodingContainer<JSON.Key> {
    try container.nestedContainer(keyedBy: JSON.Key.self)
  }

  mutating func array() throws -> any UnkeyedDecodingContainer {
    try container.nestedUnkeyedContainer()
  }
}
