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
    case objectIdentifierTooLong, invalidStringLength, encodedDefault
    // Base64 and PEM
    case base64WithSpaces, percentEncoded, jsonEscapes
    case base64InvalidCharacter, base64InvalidLength
    case invalidBoundary, labelsDiffer, endMissing, unexpectedHeader
    case invalidCharacter, invalidLength, nonZeroUnusedBits
  }

  /// An identifier: the upper three bits of its first octet, and its number.
  package struct Tag: Equatable {
    package let form: UInt8
    package let number: Int

    package init(form: UInt8, number: Int) {
      (self.form, self.number) = (form, number)
    }

    /// One of a single octet.
    package init(_ octet: UInt8) {
      self.init(form: octet & 0b1110_0000, number: Int(octet & 0b0001_1111))
    }
  }

  package var rule: Rule
  package var offset: Int
  /// The field that is read, if the schema names it.
  package var field: String?
  /// The one identifier that there had to be, of a missing element or of one with another identifier.
  package var expected: Tag?
  /// That other one.
  package var actual: Tag?

  package init(
    _ rule: Rule, at offset: Int, field: String? = nil, expected: Tag? = nil, actual: Tag? = nil
  ) {
    (self.rule, self.offset, self.field) = (rule, offset, field)
    (self.expected, self.actual) = (expected, actual)
  }

  /// What the library says, by the name of its error's code.
  package init(
    code: String, at offset: Int, field: String? = nil, expected: Tag? = nil, actual: Tag? = nil
  ) {
    guard let rule = Rule(rawValue: code) else { fatalError("VIOLATED: \(code) at \(offset)") }
    self.init(rule, at: offset, field: field, expected: expected, actual: actual)
  }
}
