import TextCoding

/// A JSON value that keeps every digit of a number and the order of an object's members.
public enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number, digit by digit.
  case number(Number)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(Object)

  /// A number as it is written. Identifiers need all 64 bits, which `Double` does not have.
  public struct Number: Hashable, Sendable, CustomStringConvertible {
    /// The characters: `504427454456956077`, `1.5e3`.
    public let text: String

    /// A number that was read and is well-formed.
    package init(wellFormed text: String) {
      self.text = text
    }

    /// An integer.
    public init(_ value: Int64) {
      text = String(value)
    }

    /// The value, if it is written as an integer and fits 64 bits.
    public var int64: Int64? { Int64(text) }

    /// The characters.
    public var description: String { text }
  }

  /// The kind of value, for error sentences.
  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether this is `null` or an empty string.
  package var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }
}

extension JSON {
  /// Reads JSON text, RFC 8259.
  ///
  /// - Throws: ``JSONError`` with the byte offset.
  /// - Complexity: O(n).
  public init(
    text bytes: some Collection<UInt8>, limits: JSONLimits = .default
  ) throws(JSONError) {
    self = try JSONReader.read(bytes, limits: limits)
  }

  /// The value as JSON text in UTF-8, without white space. Members keep their order.
  ///
  /// - Complexity: O(n).
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }
}

extension JSON: Hashable {
  /// Compares strings byte by byte, numbers as written, and objects in any order.
  ///
  /// - Complexity: O(n).
  public static func == (first: JSON, second: JSON) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.boolean(let first), .boolean(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    case (.string(let first), .string(let second)): first.hasBytes(of: second)
    case (.array(let first), .array(let second)): first == second
    case (.object(let first), .object(let second)): first == second
    default: false
    }
  }

  /// Hashes what `==` compares.
  ///
  /// - Complexity: O(n).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .number(let number):
      hasher.combine(2)
      hasher.combine(number)
    case .string(let text):
      hasher.combine(3)
      hasher.combine(UTF8Text(text))
    case .array(let elements):
      hasher.combine(4)
      hasher.combine(elements)
    case .object(let object):
      hasher.combine(5)
      hasher.combine(object)
    }
  }
}
