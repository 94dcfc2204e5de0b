import TextCoding

extension DERReader {
  /// Reads the next element, whatever its identifier, and steps over its contents.
  ///
  /// X.690 §8.1.2 (identifier), §8.1.3 and §10.1 (length: definite and minimal).
  ///
  /// - Throws: ``DERError`` with `truncated`, `exceedsEnclosing`, `missingElement`, `endOfContents`,
  ///   `nonMinimalTagNumber`, `tagNumberTooLarge`, `reservedLength`, `nonMinimalLength`,
  ///   `indefiniteLength` or `indefinitePrimitive`.
  @inlinable
  public mutating func readElement() throws(DERError) -> DERElement {
    if let element = readShortElement() { return element }
    return try readAnyElement(expected: nil)
  }

  /// Reads the next element, which must have the identifier `expected`, and steps over its contents.
  ///
  /// - Throws: as ``readElement()``, and ``DERError/Code/unexpectedIdentifier``.
  @inlinable
  public mutating func readElement(_ expected: DERIdentifier) throws(DERError) -> DERElement {
    let start = position
    guard let element = readShortElement() else { return try readAnyElement(expected: expected) }
    guard element.identifier == expected else {
      throw error(.unexpectedIdentifier, at: start, expected: expected, actual: element.identifier)
    }
    return element
  }

  /// Reads the next element if it has the identifier `expected`; otherwise, and at the end, consumes
  /// nothing and returns `nil`.
  ///
  /// - Throws: as ``readElement()``.
  @inlinable
  public mutating func readElementIfPresent(
    _ expected: DERIdentifier
  ) throws(DERError) -> DERElement? {
    guard try peekIdentifier() == expected else { return nil }
    return try readElement(expected)
  }

  /// The identifier of the next element; `nil` at the end. Consumes nothing.
  ///
  /// - Throws: ``DERError`` with `truncated`, `exceedsEnclosing`, `endOfContents`,
  ///   `nonMinimalTagNumber` or `tagNumberTooLarge`.
  public mutating func peekIdentifier() throws(DERError) -> DERIdentifier? {
    if isAtEnd { return nil }
    let start = position
    let identifier = try readIdentifier(expected: nil)
    position = start
    return identifier
  }

  /// Reads the next element in any form that strict DER has.
  @usableFromInline
  @inline(never)
  mutating func readAnyElement(expected: DERIdentifier?) throws(DERError) -> DERElement {
    let start = position
    if let element = readMediumElement() {
      if expected == nil || element.identifier == expected { return element }
      position = start
    }
    let identifier = try readIdentifier(expected: expected)
    if let expected, identifier != expected {
      throw error(.unexpectedIdentifier, at: start, expected: expected, actual: identifier)
    }
    guard let length = try readAnyLength(of: start, identifier, rules: .der) else {
      throw error(.indefiniteLength, at: start)
    }
    let contentsOffset = position
    guard length <= end &- contentsOffset else { throw overrun(start) }  // position ≤ end
    position = contentsOffset &+ Int(length)  // ≤ end
    return DERElement(
      identifier: identifier, offset: start, contentsOffset: contentsOffset, endOffset: position)
  }

  /// Reads identifier octets, X.690 §8.1.2. `expected` is only for the error.
  mutating func readIdentifier(expected: DERIdentifier?) throws(DERError) -> DERIdentifier {
    let start = position
    if isNested && isAtEnd { throw error(.missingElement, at: start, expected: expected) }
    let first = try readByte(of: start)
    guard first & 0x1F == 0x1F else {
      guard first & 0xDF != 0 else { throw error(.endOfContents, at: start) }
      return DERIdentifier(lowTagByte: first)
    }
    var number: UInt32 = 0
    while true {
      let byte = try readByte(of: start)
      if number == 0 && byte == 0x80 { throw error(.nonMinimalTagNumber, at: start) }
      guard number <= DERIdentifier.maximumTagNumber >> 7 else {
        throw error(.tagNumberTooLarge, at: start)
      }
      number = number << 7 | UInt32(byte & 0x7F)  // below 2²⁹
      if byte < 0x80 { break }
    }
    guard number >= 31 else { throw error(.nonMinimalTagNumber, at: start) }
    return DERIdentifier(packed: UInt32(first & 0xE0) << 24 | number)
  }

  /// Reads length octets, X.690 §8.1.3, of contents that need not be there. `start` is where the element begins. Of a
  /// length that does not fit, not all octets are read. With the rules of DER, they are as few as possible (§10.1).
  ///
  /// - Returns: `nil` for the indefinite form.
  @inline(__always)
  mutating func readAnyLength(
    of start: Int, _ identifier: DERIdentifier, rules: EncodingRules
  ) throws(DERError) -> UInt64? {
    let first = try readByte(of: start)
    switch first {
    case 0..<0x80: return UInt64(first)
    case 0x80 where identifier.isConstructed: return nil
    case 0x80: throw error(.indefinitePrimitive, at: start)
    case 0xFF: throw error(.reservedLength, at: start)
    default: break
    }
    var length: UInt64 = 0
    for index in 0..<first & 0x7F {
      let byte = try readByte(of: start)
      if rules == .der, index == 0, byte == 0 { throw error(.nonMinimalLength, at: start) }
      guard length <= UInt64.max >> 8 else { return .max }  // longer than any input
      length = length << 8 | UInt64(byte)
    }
    guard rules == .ber || length >= 0x80 else { throw error(.nonMinimalLength, at: start) }
    return length
  }

  /// The error for bytes that are needed past the end: of the input, or of the element around them.
  @usableFromInline
  @inline(never)
  func overrun(_ start: Int) -> DERError {
    isNested ? error(.exceedsEnclosing, at: start) : error(.truncated, at: end)
  }

  /// An error that names the field being read; without an offset, about the element whose contents
  /// are read.
  @inline(never)
  public func error(
    _ code: DERError.Code, at offset: Int? = nil, expected: DERIdentifier? = nil,
    actual: DERIdentifier? = nil
  ) -> DERError {
    DERError(
      code, at: offset ?? elementOffset, expected: expected, actual: actual, field: field)
  }
}

/// X.690's two sets of rules for lengths.
enum EncodingRules {
  case ber, der
}

extension DERReader {
  /// Skips what is left of the contents and returns where it is.
  @inlinable
  public mutating func readRemaining() -> Range<Int> {
    defer { position = end }
    return remaining
  }

  /// Reads the next contents octet.
  ///
  /// - Throws: ``DERError/Code/missingElement`` in contents, ``DERError/Code/truncated`` otherwise.
  @inlinable
  public mutating func readContentsByte() throws(DERError) -> UInt8 {
    if isNested && isAtEnd { throw error(.missingElement) }
    return try readByte(of: position)
  }
}

extension DERReader {
  /// Steps over bytes.
  ///
  /// - Precondition: this many are left.
  package mutating func skip(_ count: Int) {
    precondition(count >= 0 && count <= end - position)
    position += count
  }

  /// Steps over end-of-contents octets, X.690 §8.1.5, if they are next.
  package mutating func skipEndOfContents() -> Bool {
    guard end - position >= 2, byte(at: position) == 0, byte(at: position + 1) == 0 else {
      return false
    }
    position += 2
    return true
  }
}
