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

  /// What the attribute is.
  @inlinable
  public var type: InAppAttributeType { InAppAttributeType(rawValue: raw.type) }

  /// 1 in every receipt known.
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
