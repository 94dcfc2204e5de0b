/// A character string whose characters were checked, X.690 §8.23, in primitive form (§10.2).
public struct DERCharacterString: Hashable, Sendable {
  /// Which of the types it is.
  public let type: DERStringType

  /// The contents octets.
  public let bytes: Range<Int>

  /// The text, out of the bytes that the string was read from.
  ///
  /// - Precondition: `input` is what the string was read from.
  /// - Complexity: O(n) in the string; it is copied.
  public func text(in input: RawSpan) -> String {
    type.text(of: input.extracting(bytes))
  }
}

extension DERReader {
  /// Reads a character string of the given type, or with `tagged` one under an IMPLICIT tag.
  ///
  /// - Throws: as ``readElement(_:)``, and `invalidCharacter` or `invalidStringLength`.
  /// - Complexity: O(n) in the string.
  public mutating func readString(
    _ type: DERStringType, _ field: DERField? = nil, tagged identifier: DERIdentifier? = nil
  ) throws(DERError) -> DERCharacterString {
    if let field { self.field = field }
    return try string(type, readElement(identifier ?? type.identifier))
  }

  /// Reads a character string of the given type if one is there; otherwise consumes nothing.
  ///
  /// - Throws: as ``readString(_:_:tagged:)``.
  public mutating func readStringIfPresent(
    _ type: DERStringType, _ field: DERField? = nil, tagged identifier: DERIdentifier? = nil
  ) throws(DERError) -> DERCharacterString? {
    if let field { self.field = field }
    guard let element = try readElementIfPresent(identifier ?? type.identifier) else { return nil }
    return try string(type, element)
  }

  /// Reads a character string of any of the types, such as DirectoryString (RFC 5280 §4.1.2.4).
  ///
  /// - Throws: as ``readString(_:_:tagged:)``; `unexpectedIdentifier` for every other type.
  public mutating func readAnyString(
    _ field: DERField? = nil
  ) throws(DERError) -> DERCharacterString {
    if let field { self.field = field }
    let element = try readElement()
    guard let type = DERStringType(element.identifier) else {
      throw error(.unexpectedIdentifier, at: element.offset, actual: element.identifier)
    }
    return try string(type, element)
  }

  private func string(
    _ type: DERStringType, _ element: DERElement
  ) throws(DERError) -> DERCharacterString {
    if let code = type.violation(in: bytes(in: element.contents)) {
      throw error(code, at: element.offset)
    }
    return DERCharacterString(type: type, bytes: element.contents)
  }
}
