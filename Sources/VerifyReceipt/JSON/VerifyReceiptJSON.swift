import ReceiptParsing

/// A JSON value as it stands, for what the models do not name: numbers keep every digit, objects their order.
public enum VerifyReceiptJSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number, digit by digit.
  case number(Number)
  /// A string.
  case string(String)
  /// An array.
  case array([VerifyReceiptJSON])
  /// An object.
  case object(Object)

  /// What kind of value this is, for sentences.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether it says nothing: `null` or an empty string.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    default: false
    }
  }
}

extension VerifyReceiptJSON {
  /// Reads any JSON text.
  ///
  /// - Throws: ``VerifyReceiptError``.
  /// - Complexity: O(n).
  public init(
    text bytes: some Collection<UInt8>, limits: VerifyReceiptLimits = .default
  ) throws(VerifyReceiptError) {
    self = try JSONReader.read(bytes, limits: limits)
  }
}

extension VerifyReceiptJSON: Hashable {
  /// Strings are equal when their bytes are, numbers when they are written alike, objects in any order.
  ///
  /// - Complexity: O(n).
  public static func == (first: VerifyReceiptJSON, second: VerifyReceiptJSON) -> Bool {
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
