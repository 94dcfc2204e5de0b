import DERParsing

/// The attributes of an app receipt, pulled one at a time and without heap memory. Stop when you like:
/// what follows is then not checked.
public struct ReceiptAttributes: ~Copyable, ~Escapable {
  private var reader: DERReader

  @_lifetime(copy reader)
  init(_ reader: consuming DERReader) {
    self.reader = reader
  }

  /// The next attribute in the order of the payload; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  @_lifetime(copy self)
  public mutating func next() throws(ReceiptError) -> ReceiptAttribute? {
    guard !reader.isAtEnd else { return nil }
    do throws(DERError) {
      return try ReceiptAttribute(
        RawAttribute(&reader), in: reader.octets, depth: reader.remainingDepth - 2)
    } catch {
      throw ReceiptError(error)
    }
  }
}

/// One attribute of an app receipt, borrowed from the input.
public struct ReceiptAttribute: ~Escapable {
  private let input: RawSpan
  let raw: RawAttribute
  /// How many levels may be opened inside the value: two less than around the attribute.
  private let depth: Int

  @_lifetime(copy input)
  init(_ raw: RawAttribute, in input: RawSpan, depth: Int) {
    self.input = input
    self.raw = raw
    self.depth = depth
  }

  /// What the attribute is.
  public var type: ReceiptAttributeType { ReceiptAttributeType(rawValue: raw.type) }

  /// 1, but 2 in the opaque value of receipts from the App Store; the meaning is unknown.
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

  /// The attributes inside this one, for type ``ReceiptAttributeType/inAppReceipt``.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed`` when the value is not a SET.
  @_lifetime(copy self)
  public func inAppAttributes() throws(ReceiptError) -> InAppAttributes {
    do throws(DERError) {
      return InAppAttributes(try raw.inAppSet(in: input, depth: depth))
    } catch {
      throw ReceiptError(error)
    }
  }
}

extension RawAttribute {
  /// A reader of the SET that the value holds.
  @_lifetime(copy input)
  func inAppSet(in input: RawSpan, depth: Int) throws(DERError) -> DERReader {
    var value = DERReader(input, contents: self.value, depth: depth)
    let set = try value.readConstructed(.set, .inAppReceipt)
    try value.finish()
    return set
  }
}
