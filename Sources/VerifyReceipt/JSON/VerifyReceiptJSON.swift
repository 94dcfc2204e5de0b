/// A JSON value as it stands, for what the models do not name: numbers keep every digit, objects their order.
public enum VerifyReceiptJSON: Hashable, Sendable {
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
    text octets: some Collection<UInt8>, limits: VerifyReceiptLimits = .default
  ) throws(VerifyReceiptError) {
    self = try JSONReader.read(octets, limits: limits)
  }
}
