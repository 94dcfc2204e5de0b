import VerifyReceipt

/// A decoder of a tree that counts how often it is asked for a value of another kind than there is.
final class RefusalCount {
  var refusals = 0
  /// Whether an array goes on where it refuses, which no decoder should do.
  var skipsWhatItRefuses = false
}

struct RefusingDecoder: Decoder {
  let value: JSON
  let count: RefusalCount
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate func refuse(_ expected: String) -> DecodingError {
    count.refusals += 1
    return .dataCorrupted(.init(codingPath: codingPath, debugDescription: "not \(expected)"))
  }

  fileprivate func child(_ value: JSON, _ key: any CodingKey) -> RefusingDecoder {
    RefusingDecoder(value: value, count: count, codingPath: codingPath + [key])
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw refuse("an object") }
    return KeyedDecodingContainer(Keyed(decoder: self, members: object.members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw refuse("an array") }
    return Unkeyed(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  fileprivate func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch value {
    case .string(let text): if let text = text as? Value { return text }
    case .boolean(let boolean): if let boolean = boolean as? Value { return boolean }
    case .number(let number):
      if let integer = number.int64 as? Value, type == Int64.self { return integer }
    default: break
    }
    guard type == JSON.self || type == VerifyReceiptResponse.self else {
      throw refuse("\(type)")
    }
    return try Value(from: self)
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RefusingDecoder
    let values: [String: JSON]
    let allKeys: [Key]
    var codingPath: [any CodingKey] { decoder.codingPath }

    init(decoder: RefusingDecoder, members: [JSON.Object.Member]) {
      self.decoder = decoder
      values = Dictionary(
        members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
      // As a careless decoder does: the key "twice" stands there twice.
      allKeys = members.flatMap { member in
        let key = Key(stringValue: member.key)
        return (member.key == "twice" ? [key, key] : [key]).compactMap { $0 }
      }
    }

    func child(_ key: Key) -> RefusingDecoder {
      decoder.child(values[key.stringValue] ?? .null, key)
    }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { values[key.stringValue] == .null }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try child(key).decode(type)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try child(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try child(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { child(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: RefusingDecoder
    let elements: [JSON]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private mutating func next<T>(_ decode: (RefusingDecoder) throws -> T) throws -> T {
      let child = decoder.child(elements[currentIndex], AnyKey(intValue: currentIndex))
      do {
        let value = try decode(child)
        currentIndex += 1
        return value
      } catch {
        if decoder.count.skipsWhatItRefuses, currentIndex + 1 < elements.count { currentIndex += 1 }
        throw error
      }
    }

    mutating func decodeNil() throws -> Bool {
      guard elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try next { try $0.decode(type) }
    }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: RefusingDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.value == .null }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  }
}
