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
    let level = decoder.codingPath.count
    return try reading.value(decoder, at: .index(level), level: level)
  }

  private mutating func value(
    _ decoder: any Decoder, at place: JSONPath.Element, level: Int
  ) throws -> JSON {
    guard level <= JSONLimits.stackDepth else {
      throw JSONError(.tooDeep, at: JSONPath(decoder.codingPath))
    }
    let guess = kinds[place] ?? last
    let others = Kind.allCases.filter { $0 != guess }
    for kind in (guess.map { [$0] } ?? []) + others {
      guard let value = try value(decoder, as: kind, level: level) else { continue }
      last = kind
      if kind != .null, kinds.count < Self.maximumPlaces || kinds[place] != nil {
        kinds[place] = kind
      }
      return value
    }
    throw JSONError(
      .numberOutOfRange, at: JSONPath(decoder.codingPath),
      expected: "a number that the decoder can represent")
  }

  /// The value, if it has that kind.
  private mutating func value(
    _ decoder: any Decoder, as kind: Kind, level: Int
  ) throws -> JSON? {
    switch kind {
    case .null: return try decoder.singleValueContainer().decodeNil() ? .null : nil
    case .object:
      guard let container = Self.optional({ try decoder.container(keyedBy: JSON.Key.self) })
      else { return nil }
      last = kind
      return .object(try object(container, level: level + 1))
    case .array:
      guard let container = Self.optional(decoder.unkeyedContainer) else { return nil }
      last = kind
      return .array(try array(container, level: level + 1))
    case .string:
      guard let text = Self.scalar(String.self, decoder) else { return nil }
      guard text.isStreamSafe else {
        throw JSONError(.invalidString, at: JSONPath(decoder.codingPath))
      }
      return .string(text)
    case .boolean: return Self.scalar(Bool.self, decoder).map { .boolean($0) }
    case .integer: return Self.scalar(Int64.self, decoder).map { .number(JSON.Number($0)) }
    case .decimal:
      guard let decimal = Self.scalar(Decimal.self, decoder), decimal.isFinite else { return nil }
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
      guard object.place(of: key.stringValue) == nil else {
        throw JSONError(.duplicateKey, at: JSONPath(container.codingPath + [key]))
      }
      let decoder = try container.superDecoder(forKey: key)
      object.append(
        key.stringValue, try value(decoder, at: .key(key.stringValue), level: level))
    }
    return object
  }

  private mutating func array(
    _ container: any UnkeyedDecodingContainer, level: Int
  ) throws -> [JSON] {
    var container = container
    var elements: [JSON] = []
    while !container.isAtEnd {
      elements.append(try value(container.superDecoder(), at: .index(level), level: level))
    }
    return elements
  }

  private static func scalar<Value: Decodable>(
    _ type: Value.Type, _ decoder: any Decoder
  ) -> Value? {
    optional { try decoder.singleValueContainer().decode(type) }
  }

  /// The result of `decode`; `nil` if the value has another kind, which decoders report in no other way.
  private static func optional<Value>(_ decode: () throws -> Value) -> Value? {
    do {
      return try decode()
    } catch {
      return nil
    }
  }
}
