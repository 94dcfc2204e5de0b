/// Why JSON cannot be read, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// The value at fault, or the one being read.
  public let path: JSONPath

  /// The byte offset in the text; `nil` if the text is well-formed and a value is not as expected, or if a decoder was
  /// read instead of text.
  public let offset: Int?

  /// What was expected: "a string".
  public let expected: String?

  /// What was found: "an array".
  public let found: String?

  package init(
    _ code: Code, at path: JSONPath, offset: Int? = nil, expected: String? = nil,
    found: String? = nil
  ) {
    self.code = code
    self.path = path
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension JSONError: CustomStringConvertible {
  /// One sentence without a full stop: what is wrong, in which value, where.
  public var description: String {
    var text = path.elements.isEmpty ? "" : path.text(limit: 100) + ": "
    text += code.description
    if let expected { text += ", expected " + expected }
    if let found { text += ", found " + found }
    // A comma ends what was expected and found.
    if (expected ?? found) != nil, offset != nil { text += "," }
    if let offset { text += " at byte " + String(offset) }
    return text
  }
}

extension JSONError {
  /// What is wrong. New codes may be added, so a `switch` needs a `default`.
  public struct Code: Hashable, Sendable {
    private enum Value: String, CaseIterable {
      case tooLarge, tooDeep, tooManyValues
      case truncated, unexpectedCharacter, invalidString, invalidNumber, trailingCharacters
      case duplicateKey, wrongType, numberOutOfRange, unreadableValue, datesDisagree
    }

    private let value: Value

    /// Every code, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The name of the code in Swift: a stable identifier for logging.
    public var name: String { value.rawValue }

    /// More bytes than ``JSONLimits/bytes``.
    public static var tooLarge: Code { Code(value: .tooLarge) }
    /// Nested more deeply than ``JSONLimits/depth``.
    public static var tooDeep: Code { Code(value: .tooDeep) }
    /// More values than ``JSONLimits/values``.
    public static var tooManyValues: Code { Code(value: .tooManyValues) }
    /// The text ends too early.
    public static var truncated: Code { Code(value: .truncated) }
    /// A character that JSON does not allow there.
    public static var unexpectedCharacter: Code { Code(value: .unexpectedCharacter) }
    /// A string with a control character, an unknown escape, half a surrogate pair, bytes that are not UTF-8, or more
    /// than 30 combining marks in a row.
    public static var invalidString: Code { Code(value: .invalidString) }
    /// A malformed number.
    public static var invalidNumber: Code { Code(value: .invalidNumber) }
    /// Anything but white space after the value.
    public static var trailingCharacters: Code { Code(value: .trailingCharacters) }
    /// A key that an object has twice; neither value can be preferred.
    public static var duplicateKey: Code { Code(value: .duplicateKey) }
    /// A value of the wrong type for its key.
    public static var wrongType: Code { Code(value: .wrongType) }
    /// A number that is not a 64-bit integer where one is needed.
    public static var numberOutOfRange: Code { Code(value: .numberOutOfRange) }
    /// A string that does not hold what its key promises. Listed as a problem, never thrown.
    public static var unreadableValue: Code { Code(value: .unreadableValue) }
    /// The forms of a date are different instants. Listed as a problem, never thrown.
    public static var datesDisagree: Code { Code(value: .datesDisagree) }
  }
}

extension JSONError.Code {
  /// What to do, where it does not depend on the input.
  package var remedy: String? {
    switch value {
    case .tooLarge: "raise JSONLimits.bytes if answers may be that large"
    case .tooDeep: "raise JSONLimits.depth if answers may be nested that deeply"
    case .tooManyValues: "raise JSONLimits.values if answers may have that many"
    default: nil
    }
  }
}

extension JSONError.Code: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch value {
    case .tooLarge: "the JSON is too large"
    case .tooDeep: "nested too deeply"
    case .tooManyValues: "too many values"
    case .truncated: "the JSON is truncated"
    case .unexpectedCharacter: "unexpected character"
    case .invalidString: "malformed string"
    case .invalidNumber: "malformed number"
    case .trailingCharacters: "unexpected trailing characters"
    case .duplicateKey: "duplicate key"
    case .wrongType: "wrong type"
    case .numberOutOfRange: "not a 64-bit integer"
    case .unreadableValue: "unreadable value"
    case .datesDisagree: "text and millisecond value of this date disagree"
    }
  }
}
