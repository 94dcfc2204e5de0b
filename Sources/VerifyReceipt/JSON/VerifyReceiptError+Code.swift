extension VerifyReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable {
    private enum Value: String, CaseIterable {
      case tooLarge, tooDeep, tooManyValues
      case truncated, unexpectedCharacter, invalidString, invalidNumber, trailingCharacters
      case duplicateKey, wrongType, numberOutOfRange, unreadableValue, datesDisagree
    }

    private let value: Value

    /// Every code there is, for tests.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The code's name as it is written in Swift: stable, for logs.
    public var name: String { value.rawValue }

    /// More bytes than ``VerifyReceiptLimits/bytes``.
    public static var tooLarge: Code { Code(value: .tooLarge) }
    /// More levels than ``VerifyReceiptLimits/depth``.
    public static var tooDeep: Code { Code(value: .tooDeep) }
    /// More values than ``VerifyReceiptLimits/values``.
    public static var tooManyValues: Code { Code(value: .tooManyValues) }
    /// The text ends too early.
    public static var truncated: Code { Code(value: .truncated) }
    /// A character that JSON does not have there.
    public static var unexpectedCharacter: Code { Code(value: .unexpectedCharacter) }
    /// A string with a control character, an unknown escape, half a surrogate pair, bytes that are not UTF-8, or more
    /// than 30 combining marks in a row.
    public static var invalidString: Code { Code(value: .invalidString) }
    /// A number that is not written as JSON writes numbers.
    public static var invalidNumber: Code { Code(value: .invalidNumber) }
    /// Something behind the value.
    public static var trailingCharacters: Code { Code(value: .trailingCharacters) }
    /// A key that stands twice in one object, so no value can be preferred.
    public static var duplicateKey: Code { Code(value: .duplicateKey) }
    /// A value of a kind that this key does not have.
    public static var wrongType: Code { Code(value: .wrongType) }
    /// A number that is no integer of 64 bits where one is needed.
    public static var numberOutOfRange: Code { Code(value: .numberOutOfRange) }
    /// Only in ``VerifyReceiptResponse/problems``: a string that does not say what its key promises.
    public static var unreadableValue: Code { Code(value: .unreadableValue) }
    /// Only in ``VerifyReceiptResponse/problems``: the forms of a date are not the same instant.
    public static var datesDisagree: Code { Code(value: .datesDisagree) }
  }
}

extension VerifyReceiptError.Code {
  /// What to do about it, where that can be said without knowing the input.
  var remedy: String? {
    switch value {
    case .tooLarge: "raise VerifyReceiptLimits.bytes if answers may be that large"
    case .tooDeep: "raise VerifyReceiptLimits.depth if answers may be nested that deeply"
    case .tooManyValues: "raise VerifyReceiptLimits.values if answers may have that many"
    default: nil
    }
  }
}

extension VerifyReceiptError.Code: CustomStringConvertible {
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
    case .datesDisagree: "the forms of this date disagree"
    }
  }
}
