/// One attribute of an app receipt, borrowed from the input.
public struct ReceiptAttribute: ~Escapable {
  @usableFromInline let input: RawSpan
  @usableFromInline let raw: RawAttribute
  /// How many levels may be opened inside the value: two fewer than around the attribute.
  @usableFromInline let depth: Int

  @inlinable
  @_lifetime(copy input)
  init(_ raw: RawAttribute, in input: RawSpan, depth: Int) {
    self.input = input
    self.raw = raw
    self.depth = depth
  }

  /// The kind of attribute.
  @inlinable
  public var type: ReceiptAttributeType { ReceiptAttributeType(rawValue: raw.type) }

  /// 1, but 2 in the opaque value of receipts from the App Store; the meaning is unknown.
  @inlinable
  public var version: Int { Int(raw.version) }

  /// Where the attribute begins in the input.
  @inlinable
  public var offset: Int { raw.offset }

  /// Where the contents of the OCTET STRING lie in the input.
  @inlinable
  public var valueRange: Range<Int> { raw.value }

  /// The contents of the OCTET STRING.
  @inlinable
  public var value: RawSpan {
    @_lifetime(copy self)
    get { input.extracting(raw.value) }
  }

  /// The attributes inside this one, for type ``ReceiptAttributeType/inAppReceipt``.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed`` when the value is not a SET.
  @inlinable
  @_lifetime(copy self)
  public func inAppAttributes() throws(ReceiptError) -> InAppAttributes {
    InAppAttributes(try AttributeReader(setIn: raw.value, of: input, depth: depth))
  }
}

/// One attribute of an in-app receipt, borrowed from the input.
public struct InAppAttribute: ~Escapable {
  @usableFromInline let input: RawSpan
  @usableFromInline let raw: RawAttribute

  @inlinable
  @_lifetime(copy input)
  init(_ raw: RawAttribute, in input: RawSpan) {
    self.input = input
    self.raw = raw
  }

  /// The kind of attribute.
  @inlinable
  public var type: InAppAttributeType { InAppAttributeType(rawValue: raw.type) }

  /// 1 in all known receipts.
  @inlinable
  public var version: Int { Int(raw.version) }

  /// Where the attribute begins in the input.
  @inlinable
  public var offset: Int { raw.offset }

  /// Where the contents of the OCTET STRING lie in the input.
  @inlinable
  public var valueRange: Range<Int> { raw.value }

  /// The contents of the OCTET STRING.
  @inlinable
  public var value: RawSpan {
    @_lifetime(copy self)
    get { input.extracting(raw.value) }
  }
}
