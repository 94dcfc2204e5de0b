public import Foundation

/// Why JSON cannot be read as a request or an answer, and where.
public struct VerifyReceiptError: Error, Hashable, Sendable {
  /// What is wrong.
  public let code: Code

  /// The value that it is about, or that was being read.
  public let path: VerifyReceiptPath

  /// The byte of the text; `nil` when the text is well-formed and a value in it is not as expected, or when
  /// there was no text but a decoder.
  public let offset: Int?

  /// What was expected there: "a string".
  public let expected: String?

  /// What stands there: "an array".
  public let found: String?

  init(
    _ code: Code, at path: VerifyReceiptPath, offset: Int? = nil, expected: String? = nil,
    found: String? = nil
  ) {
    self.code = code
    self.path = path
    self.offset = offset
    self.expected = expected
    self.found = found
  }
}

extension VerifyReceiptError: CustomStringConvertible {
  /// One sentence without a full stop: what is wrong, in which value, where.
  public var description: String {
    var text = path.elements.isEmpty ? "" : path.text(limit: 100) + ": "
    text += code.description
    if let expected { text += ", expected \(expected)" }
    if let found { text += ", found \(found)" }
    // A comma ends what was expected and found.
    if (expected ?? found) != nil, offset != nil { text += "," }
    if let offset { text += " at byte \(offset)" }
    return text
  }
}

extension VerifyReceiptError: LocalizedError {
  /// The same sentence as ``description``.
  public var errorDescription: String? { description }
  /// What to do, where that is known.
  public var recoverySuggestion: String? { code.remedy }
}
