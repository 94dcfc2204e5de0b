import TextCoding

extension DERReader {
  /// Reads a value of type `Value`: `field Value`, or with `tagged` `field [n] IMPLICIT Value`
  /// (X.690 §8.14).
  ///
  /// `field` names the field in errors.
  ///
  /// - Throws: as ``readElement(_:)`` and as `Value` does; `nestedTooDeeply`, `trailingContents`.
  @inlinable
  public mutating func read<Value: DERDecodable>(
    _ field: DERField? = nil, as type: Value.Type = Value.self,
    tagged identifier: DERIdentifier = Value.identifier
  ) throws(DERError) -> Value {
    if let field { self.field = field }
    var contents = try contents(of: readElement(identifier))
    let value = try Value(contents: &contents)
    try contents.finish()
    return value
  }

  /// Reads a value of type `Value` if one is there (`OPTIONAL`); otherwise consumes nothing.
  ///
  /// - Throws: as ``read(_:as:tagged:)``.
  @inlinable
  public mutating func readIfPresent<Value: DERDecodable>(
    _ field: DERField? = nil, as type: Value.Type = Value.self,
    tagged identifier: DERIdentifier = Value.identifier
  ) throws(DERError) -> Value? {
    if let field { self.field = field }
    guard try peekIdentifier() == identifier else { return nil }
    return try read(tagged: identifier)
  }

  /// Reads a value that has a default (`DEFAULT`), X.690 §11.5: DER does not encode the default.
  ///
  /// With `acceptsEncodedDefault` an encoded default is read all the same: old certificates do it.
  ///
  /// - Throws: as ``read(_:as:tagged:)``, and ``DERError/Code/encodedDefault``.
  @inlinable
  public mutating func read<Value: DERDecodable & Equatable>(
    _ field: DERField? = nil, default defaultValue: Value, acceptsEncodedDefault: Bool = false,
    tagged identifier: DERIdentifier = Value.identifier
  ) throws(DERError) -> Value {
    let start = position
    guard let value: Value = try readIfPresent(field, tagged: identifier) else {
      return defaultValue
    }
    guard acceptsEncodedDefault || value != defaultValue else {
      throw error(.encodedDefault, at: start)
    }
    return value
  }

  /// Reads `[tagNumber] EXPLICIT Value` (X.690 §8.14.3): exactly one element inside another.
  ///
  /// - Throws: as ``readElement(_:)``; `nestedTooDeeply`.
  @inlinable
  public mutating func readExplicit<Value: DERDecodable>(
    _ field: DERField? = nil, tagNumber: UInt32, as type: Value.Type = Value.self
  ) throws(DERError) -> Value {
    if let field { self.field = field }
    return try contents(of: readElement(.contextSpecific(constructed: tagNumber))).readLast()
  }

  /// Reads a value of its type's own identifier and checks that nothing follows it.
  ///
  /// - Throws: as ``read(_:as:tagged:)`` and ``finish()``.
  @inlinable
  package consuming func readLast<Value: DERDecodable>(
    as type: Value.Type = Value.self
  ) throws(DERError) -> Value {
    let value: Value = try read()
    try finish()
    return value
  }

  /// Reads `[tagNumber] EXPLICIT Value OPTIONAL`.
  ///
  /// - Throws: as ``readExplicit(_:tagNumber:as:)``.
  @inlinable
  public mutating func readExplicitIfPresent<Value: DERDecodable>(
    _ field: DERField? = nil, tagNumber: UInt32, as type: Value.Type = Value.self
  ) throws(DERError) -> Value? {
    if let field { self.field = field }
    guard try peekIdentifier() == .contextSpecific(constructed: tagNumber) else { return nil }
    return try readExplicit(tagNumber: tagNumber)
  }

  /// Opens a constructed element and gives a reader of its contents: SEQUENCE, SET, SEQUENCE OF, SET OF,
  /// or `[n]` by `tagged`. The caller reads until ``isAtEnd`` or calls ``finish()``.
  ///
  /// DER puts the components of a SET in the order of their tags (X.690 §10.3), so a schema that
  /// reads them in that order refuses any other.
  ///
  /// - Throws: as ``readElement(_:)``; `nestedTooDeeply`.
  @inlinable
  @_lifetime(copy self)
  public mutating func readConstructed(
    _ identifier: DERIdentifier, _ field: DERField? = nil
  ) throws(DERError) -> DERReader {
    if let field { self.field = field }
    return try contents(of: readElement(identifier))
  }

  /// Reads a SET OF (or SEQUENCE OF): checks that every element is a `Value` and gives their place.
  ///
  /// With `sorted` the elements must be in ascending order, as DER demands (X.690 §11.6); receipt containers
  /// violate it.
  ///
  /// - Throws: as ``read(_:as:tagged:)``; with `sorted` ``DERError/Code/unsortedSet``.
  /// - Complexity: O(n) in the bytes of the contents.
  @inlinable
  public mutating func readSetOf<Value: DERDecodable>(
    _ field: DERField? = nil, of type: Value.Type = Value.self,
    tagged identifier: DERIdentifier = .set, sorted: Bool = false
  ) throws(DERError) -> DERElements<Value> {
    var elements = try readConstructed(identifier, field)
    return try elements.readElements(sorted: sorted)
  }

  /// Reads what is left of these contents as elements of one type, in a type that is itself a SET OF or SEQUENCE OF.
  ///
  /// - Throws: as ``readSetOf(_:of:tagged:sorted:)``.
  /// - Complexity: O(n) in the bytes of the contents.
  @inlinable
  public mutating func readElements<Value: DERDecodable>(
    of type: Value.Type = Value.self, sorted: Bool = false
  ) throws(DERError) -> DERElements<Value> {
    let place: DERElements<Value> = place()
    var previous: Range<Int>?
    while !isAtEnd {
      let start = position
      _ = try read(as: Value.self)
      let encoding = start..<position
      if sorted, let previous, isDescending(previous, encoding) {
        throw error(.unsortedSet, at: start)
      }
      previous = encoding
    }
    return place
  }

  /// Reads what is left of these contents as elements of any type.
  ///
  /// - Throws: as ``readElement()``.
  /// - Complexity: O(n) in the number of elements.
  package mutating func skipElements<Value>() throws(DERError) -> DERElements<Value> {
    let place: DERElements<Value> = place()
    while !isAtEnd { _ = try readElement() }
    return place
  }

  /// What is left of these contents as a place of elements.
  @inlinable
  package func place<Value>() -> DERElements<Value> {
    DERElements(offset: elementOffset, contents: remaining, levels: remainingDepth)
  }

  /// Whether the bytes of `first` come after those of `second` (X.690 §11.6). No encoding is the beginning of
  /// another one, so the zeros with which the standard pads the shorter of them never decide.
  @usableFromInline
  func isDescending(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    for (left, right) in zip(first, second) where byte(at: left) != byte(at: right) {
      return byte(at: left) > byte(at: right)
    }
    return false
  }
}
