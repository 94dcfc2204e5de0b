public import TextCoding

/// Why JSON can't be read, and where. *Error codes*, in `AppStoreReceipt`, has causes and remedies.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// The value at fault, or the one being read.
  public let path: JSONPath

  /// The byte offset in the text; `nil` if the text is too large, if it is well-formed and a value is not as expected, or
  /// if a decoder was read instead of text.
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
  /// One sentence without a period: what is wrong, in which value, where.
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
  @nonexhaustive
  public enum Code: String, CaseIterable, Sendable, BitwiseCopyable {
    /// More bytes than ``JSONLimits/maximumBytes``.
    case tooLarge
    /// Nested more deeply than ``JSONLimits/maximumDepth``.
    case tooDeep
    /// More values than ``JSONLimits/maximumValues``.
    case tooManyValues
    /// The text ends too early.
    case truncated
    /// A character that JSON does not allow there.
    case unexpectedCharacter
    /// A string with a control character, an unknown escape, half a surrogate pair, bytes that are not UTF-8, or more
    /// than 30 combining marks in a row.
    case invalidString
    /// A malformed number.
    case invalidNumber
    /// Anything but white space after the value.
    case trailingCharacters
    /// A key that an object has twice; neither value can be preferred.
    case duplicateKey
    /// A value of the wrong type for its key.
    case wrongType
    /// A number that is not a 64-bit integer where one is needed.
    case numberOutOfRange
    /// A string that does not hold what its key promises. Listed as a problem, never thrown.
    case unreadableValue
    /// The forms of a date are different instants. Listed as a problem, never thrown.
    case datesDisagree
  }
}

extension JSONError.Code: ErrorCode {
  /// What is wrong.
  public var description: String { row.problem }

  package var row: ErrorRow {
    switch self {
    case .tooLarge:
      ErrorRow(
        "the JSON is too large",
        remedy: "raise JSONLimits.maximumBytes if answers may be that large")
    case .tooDeep:
      ErrorRow(
        "nested too deeply",
        remedy: "raise JSONLimits.maximumDepth if answers may be nested that deeply")
    case .tooManyValues:
      ErrorRow(
        "too many values", remedy: "raise JSONLimits.maximumValues if answers may have that many")
    case .truncated: ErrorRow("the JSON is truncated")
    case .unexpectedCharacter: ErrorRow("unexpected character")
    case .invalidString: ErrorRow("malformed string")
    case .invalidNumber: ErrorRow("malformed number")
    case .trailingCharacters: ErrorRow("unexpected trailing characters")
    case .duplicateKey: ErrorRow("duplicate key")
    case .wrongType: ErrorRow("wrong type")
    case .numberOutOfRange: ErrorRow("not a 64-bit integer")
    case .unreadableValue: ErrorRow("unreadable value")
    case .datesDisagree: ErrorRow("text and milliseconds of this date disagree")
    }
  }
}
