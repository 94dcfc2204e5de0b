public import Foundation

/// JSON as it stands: numbers are integers of 64 bits, and binary fractions only where they are none.
public enum JSONValue: Hashable, Sendable, Decodable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case fraction(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .fraction(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Reads a whole text.
  public init(parsing text: Data) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: text)
  }

  /// Reads a whole text.
  public init(parsing text: String) throws {
    try self.init(parsing: Data(text.utf8))
  }

  /// The value of a key; `nil` when this is not an object or has no such key.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The elements of an array; none for anything else.
  public var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The members of an object; none for anything else.
  public var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// The number.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The text.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// What an optional value is in JSON that leaves out what is missing.
  public init?(_ value: String?) {
    guard let value else { return nil }
    self = .string(value)
  }

  /// What an optional value is in JSON that leaves out what is missing.
  public init?(_ value: Int64?) {
    guard let value else { return nil }
    self = .integer(value)
  }

  /// What an optional value is in JSON that leaves out what is missing.
  public init?(_ value: Bool?) {
    guard let value else { return nil }
    self = .boolean(value)
  }
}
