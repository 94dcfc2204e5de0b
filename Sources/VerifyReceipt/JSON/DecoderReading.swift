import Foundation
import ReceiptParsing

/// Reads a value of any kind from a decoder.
///
/// A decoder tells of what kind a value is only by refusing every other one, and a refusal is an error with a path and
/// a sentence: for Foundation's decoder about a microsecond, and more the deeper the value is. So what stood in the same
/// place before is asked for first: under the same key, or before in the same array. Only what was refused in every
/// form that comes before is asked for in this way, so the order of questions changes nothing.
struct DecoderReading {
  /// The kinds in the order in which a decoder is asked for them.
  private enum Kind: CaseIterable {
    case object, array, string, boolean, integer, decimal
  }

  /// The kind that was last under each key, of so many keys as answers may have.
  private var kinds: [UTF8Text: Kind] = [:]

  private static let maximumKinds = 256

  /// The kind of the last value.
  private var last: Kind?

  /// The kind of the first element of the last array.
  private var first: Kind?

  private init() {}

  static func read(_ decoder: any Decoder) throws -> VerifyReceiptJSON {
    var reading = DecoderReading()
    var root = DecodedRoot(decoder: decoder)
    return try reading.value(&root, guess: nil, level: decoder.codingPath.count)
  }

  /// - Parameters:
  ///   - guess: the kind to ask for first.
  ///   - level: how many steps lead to the value.
  private mutating func value(
    _ source: inout some DecodedValue, guess: Kind?, level: Int
  ) throws -> VerifyReceiptJSON {
    guard level <= VerifyReceiptLimits.stackDepth else {
      throw VerifyReceiptError(.tooDeep, at: VerifyReceiptPath(source.path(isDecoded: false)))
    }
    if let guess, let value = try self.value(&source, as: guess, level: level) { return value }
    if try source.isNull() {
      last = nil
      return .null
    }
    for kind in Kind.allCases where kind != guess {
      if let value = try self.value(&source, as: kind, level: level) { return value }
    }
    throw VerifyReceiptError(
      .numberOutOfRange, at: VerifyReceiptPath(source.path(isDecoded: false)),
      expected: "a number that the decoder can represent")
  }

  /// The value, if it is of that kind.
  private mutating func value(
    _ source: inout some DecodedValue, as kind: Kind, level: Int
  ) throws -> VerifyReceiptJSON? {
    let value: VerifyReceiptJSON
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
        throw VerifyReceiptError(
          .invalidString, at: VerifyReceiptPath(source.path(isDecoded: true)))
      }
      value = .string(text)
    case .boolean:
      guard let boolean = source.optional({ try $0.decode(Bool.self) }) else { return nil }
      value = .boolean(boolean)
    case .integer:
      guard let integer = source.optional({ try $0.decode(Int64.self) }) else { return nil }
      value = .number(VerifyReceiptJSON.Number(integer))
    case .decimal:
      guard let decimal = source.optional({ try $0.decode(Decimal.self) }), decimal.isFinite
      else { return nil }
      value = .number(VerifyReceiptJSON.Number(wellFormed: decimal.description))
    }
    last = kind
    return value
  }

  /// The members, ordered by their keys.
  private mutating func object(
    _ container: KeyedDecodingContainer<VerifyReceiptJSON.Key>, level: Int
  ) throws -> VerifyReceiptJSON.Object {
    let keys = container.allKeys
    for key in keys where !key.stringValue.isStreamSafe {
      throw VerifyReceiptError(
        .invalidString, at: VerifyReceiptPath(container.codingPath + [key]))
    }
    var members: [VerifyReceiptJSON.Object.Member] = []
    members.reserveCapacity(keys.count)
    for key in keys.sorted(by: { $0.stringValue < $1.stringValue }) {
      var source = DecodedMember(container: container, key: key)
      if let previous = members.last, previous.key.hasBytes(of: key.stringValue) {
        throw VerifyReceiptError(
          .duplicateKey, at: VerifyReceiptPath(source.path(isDecoded: false)))
      }
      let text = UTF8Text(key.stringValue)
      let known = kinds[text]
      let value = try self.value(&source, guess: known ?? last, level: level + 1)
      members.append(.init(key: key.stringValue, value: value))
      if let last, last != known, known != nil || kinds.count < Self.maximumKinds {
        kinds[text] = last
      }
    }
    return VerifyReceiptJSON.Object(uniqueMembers: members)
  }

  private mutating func array(
    _ container: any UnkeyedDecodingContainer, level: Int
  ) throws -> [VerifyReceiptJSON] {
    var source = DecodedElement(container: container)
    var elements: [VerifyReceiptJSON] = []
    while !source.container.isAtEnd {
      let index = source.container.currentIndex
      let isFirst = elements.isEmpty
      elements.append(try value(&source, guess: isFirst ? first ?? last : last, level: level + 1))
      if isFirst { first = last }
      // A decoder that goes on where it refuses would skip elements.
      guard source.container.currentIndex == index + 1 else {
        throw DecodingError.dataCorruptedError(
          in: source.container, debugDescription: "the decoder skips what it refuses to decode")
      }
    }
    return elements
  }
}
