/// The first rule that bytes break, and where, as the documentation of the library's errors says it.
package struct NaiveFault: Error, Equatable {
  /// The rules, by the names that the error codes have.
  package enum Rule: String {
    // X.690
    case truncated, exceedsEnclosing, missingElement, trailingContents, unexpectedIdentifier
    case endOfContents, nonMinimalTagNumber, tagNumberTooLarge
    case reservedLength, nonMinimalLength, indefiniteLength, indefinitePrimitive
    case constructedBitString, nestedTooDeeply, tooManyRewrites, inputTooLarge
    case emptyInteger, nonMinimalInteger, integerOutOfRange
    // Base64 and PEM
    case base64WithSpaces, percentEncoded, jsonEscapes
    case base64InvalidCharacter, base64InvalidLength
    case invalidBoundary, labelsDiffer, endMissing, unexpectedHeader
    case invalidCharacter, invalidLength, nonZeroUnusedBits
  }

  package var rule: Rule
  package var offset: Int

  package init(_ rule: Rule, at offset: Int) {
    (self.rule, self.offset) = (rule, offset)
  }
}
