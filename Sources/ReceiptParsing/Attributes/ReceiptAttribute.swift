/// One attribute of an app receipt or, as ``InAppAttribute``, of a purchase; borrowed from the input.
public struct ReceiptAttribute<Owner>: ~Escapable, BitwiseCopyable {
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
  public var type: AttributeType<Owner> { AttributeType(rawValue: raw.type) }

  /// 1, but 2 in the opaque value of receipts from the App Store; the meaning is unknown.
  @inlinable
  public var version: Int { raw.version }

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

/// One attribute of an in-app receipt, borrowed from the input.
public typealias InAppAttribute = ReceiptAttribute<InAppReceipt>

extension ReceiptAttribute<AppReceipt> {
  /// The attributes inside this one, for type 17, `inAppReceipt`.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed`` when the value is not a SET.
  @inlinable
  @_lifetime(copy self)
  public func inAppAttributes() throws(ReceiptError) -> InAppAttributes {
    InAppAttributes(try AttributeReader(setIn: raw.value, of: input, depth: depth))
  }
}

// The same rules and problems as of the properties of `AppReceipt` and `InAppReceipt`, which share the code. Only
// those notice duplicates: an attribute doesn't know the others.
extension ReceiptAttribute {
  /// The value as text. Up to 15 bytes of UTF-8 take no heap memory.
  @inlinable
  @inline(__always)
  public func string() -> ReceiptField<String> { raw.string(in: value) }

  /// The UTF-8 of the text, borrowed; `nil` if it is empty or unreadable, as ``string()`` tells.
  @inlinable
  @inline(__always)
  @_lifetime(copy self)
  public func utf8() -> RawSpan? { value.attributeText() }

  /// Whether the value is this text, byte by byte, without heap memory. Empty text is absent, so nothing is.
  @inlinable
  @inline(__always)
  public func isText(_ text: String) -> Bool { value.isAttributeText(text) }

  /// The value as a date, without heap memory.
  @inlinable
  @inline(__always)
  public func date() -> ReceiptField<ReceiptDate> { raw.date(in: value) }

  /// The value as a number, without heap memory.
  @inlinable
  @inline(__always)
  public func integer() -> ReceiptField<Int64> { raw.integer(in: value) }

  /// The value as a number that is 0 or 1, without heap memory.
  @inlinable
  @inline(__always)
  public func boolean() -> ReceiptField<Bool> { raw.boolean(in: value) }
}

// What does the work knows no owner: a generic function would not be specialized for the modules of callers, and take
// ten times as long.

extension RawAttribute {
  @usableFromInline
  func string(in value: RawSpan) -> ReceiptField<String> { field(value) }

  @usableFromInline
  func date(in value: RawSpan) -> ReceiptField<ReceiptDate> { field(value) }

  @usableFromInline
  func integer(in value: RawSpan) -> ReceiptField<Int64> { field(value) }

  @usableFromInline
  func boolean(in value: RawSpan) -> ReceiptField<Bool> { field(value) }

  @inline(__always)
  private func field<Value: AttributeValue>(_ value: RawSpan) -> ReceiptField<Value> {
    ReceiptField(value) { reason in
      ReceiptProblem(
        attributeType: Int(type), purchaseIndex: nil, offset: offset, reason: reason)
    }
  }
}
