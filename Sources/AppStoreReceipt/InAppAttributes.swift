import DERParsing

/// The attributes of one in-app receipt, pulled one at a time and without heap memory.
public struct InAppAttributes: ~Copyable, ~Escapable {
  private var reader: DERReader

  @_lifetime(copy reader)
  init(_ reader: consuming DERReader) {
    self.reader = reader
  }

  /// The next attribute in the order of the in-app receipt; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  @_lifetime(copy self)
  public mutating func next() throws(ReceiptError) -> InAppAttribute? {
    guard !reader.isAtEnd else { return nil }
    do throws(DERError) {
      return try InAppAttribute(RawAttribute(&reader), in: reader.octets)
    } catch {
      throw ReceiptError(error)
    }
  }
}

/// One attribute of an in-app receipt, borrowed from the input.
public struct InAppAttribute: ~Escapable {
  private let input: RawSpan
  let raw: RawAttribute

  @_lifetime(copy input)
  init(_ raw: RawAttribute, in input: RawSpan) {
    self.input = input
    self.raw = raw
  }

  /// What the attribute is.
  public var type: InAppAttributeType { InAppAttributeType(rawValue: raw.type) }

  /// 1 in every receipt known.
  public var version: Int { Int(raw.version) }

  /// Where the attribute begins in the input.
  public var offset: Int { raw.offset }

  /// Where the contents of the OCTET STRING lie in the input.
  public var valueRange: Range<Int> { raw.value }

  /// The contents of the OCTET STRING.
  public var value: RawSpan {
    @_lifetime(copy self)
    get { input.extracting(raw.value) }
  }
}
