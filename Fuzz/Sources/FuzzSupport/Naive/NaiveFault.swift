/// The first rule that bytes break, and where, as the documentation of the library's errors says it.
package struct NaiveFault: Error, Equatable {
  /// The rules, by the names that the error codes have.
  package enum Rule: String {
    // X.690
    case truncated, exceedsEnclosing, missingElement, trailingContents, unexpectedIdentifier
    case endOfContents, nonMinimalTagNumber, tagNumberTooLarge
    case reservedLength, nonMinimalLength, indefiniteLength, indefinitePrimitive
    case constructedBitString, nestedTooDeeply, tooManyRewrites, inputTooLarge
    case invalidBoolean, emptyInteger, nonMinimalInteger, integerOutOfRange
    case invalidUnusedBits, trailingZeroBits, invalidNull, invalidTime, unsortedSet
    case emptyObjectIdentifier, nonMinimalSubidentifier, truncatedSubidentifier
    case objectIdentifierTooLong, invalidStringLength
    // Base64 and PEM
    case base64WithSpaces, percentEncoded, jsonEscapes
    case base64InvalidCharacter, base64InvalidLength
    case invalidBoundary, labelsDiffer, endMissing, unexpectedHeader
    case invalidCharacter, invalidLength, nonZeroUnusedBits
  }

  package var rule: Rule
  package var offset: Int
  /// The field that is read, if the schema names it.
  package var field: String?

  package init(_ rule: Rule, at offset: Int, field: String? = nil) {
    (self.rule, self.offset, self.field) = (rule, offset, field)
  }

  /// What the library says, by the name of its error's code.
  package init(code: String, at offset: Int, field: String? = nil) {
    guard let rule = Rule(rawValue: code) else { fatalError("VIOLATED: \(code) at \(offset)") }
    self.init(rule, at: offset, field: field)
  }
}
