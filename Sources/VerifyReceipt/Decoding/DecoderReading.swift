import Foundation
import ReceiptJSON

/// Reads a value of any kind from a decoder.
///
/// A decoder reveals the kind of a value only by refusing every other kind, and a refusal is an error with a path and a
/// sentence: about a microsecond with Foundation's decoder, more for deeper values. So the first kind tried is the last
/// one seen in the same place: under the same key, or in arrays of the same depth. Where a value decodes as two kinds,
/// both give the same result, so the order doesn't matter.
struct DecoderReading {
  /// The kinds, in the order in which they are tried. Asking for `null` never fails.
  private enum Kind: CaseIterable {
    case null, object, array, string, boolean, integer, decimal
  }

  /// The last kind in each place, an element's index being its depth. At most ``maximumPlaces`` are remembered.
  private var kinds: [JSONPath.Element: Kind] = [:]

  private static let maximumPlaces = 256

  /// The kind of the last value, for places that are new.
  private var last: Kind?

  private init() {}

  static func read(_ decoder: any Decoder) throws -> JSON {
    var reading = DecoderReading()
    var root = DecodedRoot(decoder: decoder)
    let level = decoder.codingPath.count
    return try reading.value(&root, at: .index(level), level: level)
  }

  private mutating func value(
    _ source: inout some DecodedValue, at place: JSONPath.Element, level: Int
  ) throws -> JSON {
    guard level <= JSONLimits.stackDepth else {
      throw JSONError(.tooDeep, at: JSONPath(source.path))
    }
    let guess = kinds[place] ?? last
    let others = Kind.allCases.filter { $0 != guess }
    for kind in (guess.map { [$0] } ?? []) + others {
      guard let value = try value(&source, as: kind, level: level) else { continue }
      last = kind
      if kind != .null, kinds.count < Self.maximumPlaces || kinds[place] != nil {
        kinds[place] = kind
      }
      return value
    }
    throw JSONError(
      .numberOutOfRange, at: JSONPath(source.path),
      expected: "a number that the decoder can represent")
  }

  /// The value, if it has that kind.
  private mutating func value(
    _ source: inout some DecodedValue, as kind: Kind, level: Int
  ) throws -> JSON? {
    switch kind {
    case .null: return try source.isNull() ? .null : nil
    case .object:
      guard let container = source.optional({ try $0.object() }) else { return nil }
      last = kind
      return .object(try object(container, level: level + 1))
    case .array:
      guard let container = source.optional({ try $0.array() }) else { return nil }
      last = kind
      return .array(try array(container, level: level + 1))
    case .string:
      guard let text = source.optional({ try $0.decode(String.self) }) else { return nil }
      guard text.isStreamSafe else { throw JSONError(.invalidString, at: JSONPath(source.path)) }
      return .string(text)
    case .boolean: return source.optional { try $0.decode(Bool.self) }.map { .boolean($0) }
    case .integer:
      return source.optional { try $0.decode(Int64.self) }.map { .number(JSON.Number($0)) }
    case .decimal:
      guard let decimal = source.optional({ try $0.decode(Decimal.self) }), decimal.isFinite
      else { return nil }
      return .number(JSON.Number(wellFormed: decimal.description))
    }
  }

  /// The members, sorted by key.
  private mutating func object(
    _ container: KeyedDecodingContainer<JSON.Key>, level: Int
  ) throws -> JSON.Object {
    let keys = container.allKeys
    for key in keys where !key.stringValue.isStreamSafe {
      throw JSONError(.invalidString, at: JSONPath(container.codingPath + [key]))
    }
    var object = JSON.Object()
    for key in keys.sorted(by: { $0.stringValue < $1.stringValue }) {
      var source = DecodedMember(container: container, key: key)
      guard object.place(of: key.stringValue) == nil else {
        throw JSONError(.duplicateKey, at: JSONPath(source.path))
      }
      object.append(
        key.stringValue, try value(&source, at: .key(key.stringValue), level: level))
    }
    return object
  }

  private mutating func array(
    _ container: any UnkeyedDecodingContainer, level: Int
  ) throws -> [JSON] {
    var source = DecodedElement(container: container)
    var elements: [JSON] = []
    while !source.container.isAtEnd {
      source.index = source.container.currentIndex
      elements.append(try value(&source, at: .index(level), level: level))
      // A decoder that advances when it refuses would skip elements.
      guard source.container.currentIndex == source.index + 1 else {
        throw DecodingError.dataCorruptedError(
          in: source.container, debugDescription: "the decoder skips what it refuses to decode")
      }
    }
    return elements
  }
}

/// A value in a decoder that can be tried as one kind after the other.
protocol DecodedValue {
  var path: [any CodingKey] { get }

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

  var path: [any CodingKey] { decoder.codingPath }

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

  var path: [any CodingKey] { container.codingPath + [key] }

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

/// An element of an array: the next one of the container.
struct DecodedElement: DecodedValue {
  var container: any UnkeyedDecodingContainer
  var index = 0

  var path: [any CodingKey] { container.codingPath + [JSON.Key(index: index)] }

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
