extension VerifyReceiptError {
  /// What can be wrong. New codes may come, so a `switch` over them needs a `default`.
  public struct Code: Hashable, Sendable {
    private enum Value: String {
      case tooLarge, tooDeep, tooManyValues
      case truncated, unexpectedCharacter, invalidString, invalidNumber, trailingCharacters
      case duplicateKey, wrongType, numberOutOfRange, unreadableValue, datesDisagree
    }

    private let value: Value

    /// The code's name as it is written in Swift: a word for logs that will not change.
    public var name: String { value.rawValue }

    /// More octets than ``VerifyReceiptLimits/octets``.
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

extension VerifyReceiptError.Code: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch value {
    case .tooLarge: "the text is too large"
    case .tooDeep: "values lie too deep inside each other"
    case .tooManyValues: "too many values"
    case .truncated: "the text ends too early"
    case .unexpectedCharacter: "unexpected character"
    case .invalidString: "not a well-formed string"
    case .invalidNumber: "not a well-formed number"
    case .trailingCharacters: "something stands behind the value"
    case .duplicateKey: "this key stands twice"
    case .wrongType: "wrong type"
    case .numberOutOfRange: "not an integer of 64 bits"
    case .unreadableValue: "unreadable value"
    case .datesDisagree: "the forms of this date disagree"
    }
  }
}
