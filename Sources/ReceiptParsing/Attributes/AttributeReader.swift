import DERParsing

/// Reads the attributes of a SET one after the other: what ``ReceiptAttributes`` and ``InAppAttributes`` do.
///
/// Each attribute is first tried with one of the forms in `AttributeReader+CommonForms.swift`; the rest goes to
/// ``plainAttribute(in:at:depth:)``, which reads all forms and explains failures.
///
/// It keeps its own position instead of a `DERReader`, because the compiler keeps a noncopyable value in memory until
/// it is destroyed. Each attribute would wait for the position that the one before it stored, and walking a large
/// receipt would take 1.4 times as long.
@usableFromInline
package struct AttributeReader: ~Escapable {
  /// The whole input, so that offsets stay absolute.
  @usableFromInline let bytes: RawSpan
  /// Where the next attribute begins. Invariant: `0 ≤ position ≤ end ≤ bytes.byteCount`.
  @usableFromInline package internal(set) var position: Int
  /// Where the contents of the SET end.
  @usableFromInline package let end: Int
  /// How many levels may be opened.
  @usableFromInline package let depth: Int
  /// The end that the common forms see: 0 if no level may be opened, so that none of them fits.
  @usableFromInline let commonFormsEnd: Int

  /// Reads the contents of a SET that lie at `contents`.
  ///
  /// - Precondition: `contents` lies within `bytes`, of which there are at most 2³⁰.
  @inlinable
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, contents: Range<Int>, depth: Int) {
    precondition(
      contents.lowerBound >= 0 && contents.upperBound <= bytes.byteCount
        && bytes.byteCount <= 1 << 30,
      "the range is not one of these bytes")
    self.bytes = bytes
    position = contents.lowerBound
    end = contents.upperBound
    self.depth = depth
    commonFormsEnd = depth > 0 ? contents.upperBound : 0
  }

  /// Reads the contents of the SET that is an attribute's value. `depth` is how many levels may be opened, including
  /// the SET.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  /// - Precondition: `value` lies within `bytes`.
  @inlinable
  @_lifetime(copy bytes)
  package init(setIn value: Range<Int>, of bytes: RawSpan, depth: Int) throws(ReceiptError) {
    if let reader = AttributeReader(purchaseIn: value, of: bytes, depth: depth) {
      self = reader
    } else {
      try self.init(plainSetIn: value, of: bytes, depth: depth)
    }
  }

  /// The same, without the common form.
  @usableFromInline
  @inline(never)
  @_lifetime(copy bytes)
  package init(plainSetIn value: Range<Int>, of bytes: RawSpan, depth: Int) throws(ReceiptError) {
    do throws(DERError) {
      var reader = DERReader(bytes, contents: value, depth: depth)
      let set = try reader.readConstructed(.set, .inAppReceipt)
      try reader.finish()
      self.init(bytes, contents: set.remaining, depth: set.remainingDepth)
    } catch {
      throw ReceiptError(error)
    }
  }

  /// The next attribute of the receipt itself; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  @inlinable
  @inline(__always)  // so that the position stays in a register, see above
  package mutating func nextOfReceipt() throws(ReceiptError) -> RawAttribute? {
    if let attribute = readPurchase() { return attribute }
    if let attribute = readOwn() { return attribute }
    return try nextOfAnyForm()
  }

  /// The next attribute of a purchase; `nil` after the last.
  ///
  /// - Throws: as ``nextOfReceipt()``.
  @inlinable
  @inline(__always)  // so that the position stays in a register, see above
  package mutating func nextOfPurchase() throws(ReceiptError) -> RawAttribute? {
    if let attribute = readInApp() { return attribute }
    return try nextOfAnyForm()
  }

  @inlinable
  @inline(__always)  // so that the position stays in a register, see above
  mutating func nextOfAnyForm() throws(ReceiptError) -> RawAttribute? {
    guard position < end else { return nil }
    let attribute = try Self.plainAttribute(in: bytes, at: position..<end, depth: depth)
    precondition(attribute.value.upperBound > position && attribute.value.upperBound <= end)
    position = attribute.value.upperBound
    return attribute
  }

  /// The first attribute of `contents`, read without any of the common forms. A static function, so that no
  /// reader's address leaves the loop that calls `next…`.
  @usableFromInline
  @inline(never)
  package static func plainAttribute(
    in bytes: RawSpan, at contents: Range<Int>, depth: Int
  ) throws(ReceiptError) -> RawAttribute {
    var reader = DERReader(bytes, contents: contents, depth: depth)
    return try ReceiptError.wrapping(RawAttribute(&reader))
  }
}

/// The type, the version and the place of one attribute, in 16 bytes.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
///
/// All offsets are below 2³⁰, `DERLimits.maximumInputBytes`, which ``AttributeReader`` demands; versions are below 2²⁴, and
/// the headers before a value have at most 6 + 6 + 6 + 6 bytes. So nothing overflows or is truncated.
@usableFromInline
package struct RawAttribute: Equatable, Sendable, BitwiseCopyable {
  /// The largest version that is read: 2²⁴ − 1. Only 1 and 2 are known.
  static let maximumVersion: Int32 = 0xFF_FFFF

  @usableFromInline let start: UInt32
  @usableFromInline package let type: Int32
  @usableFromInline let valueCount: UInt32
  /// The version in the upper 24 bits, the distance from ``start`` to the value in the lower 8.
  @usableFromInline let versionAndDistance: UInt32

  /// Where the SEQUENCE begins.
  @inlinable
  package var offset: Int { Int(start) }

  @inlinable
  package var version: Int { Int(versionAndDistance &>> 8) }

  /// Where the contents octets of the OCTET STRING lie; the attribute ends with them.
  @inlinable
  package var value: Range<Int> {
    let lower = Int(start) &+ Int(versionAndDistance & 0xFF)
    return unsafe Range(uncheckedBounds: (lower, lower &+ Int(valueCount)))  // no count is negative
  }

  @inlinable
  init(offset: Int, type: Int32, version: Int32, valueOffset: Int, endOffset: Int) {
    start = UInt32(truncatingIfNeeded: offset)
    self.type = type
    valueCount = UInt32(truncatingIfNeeded: endOffset &- valueOffset)
    versionAndDistance =
      UInt32(truncatingIfNeeded: version) &<< 8
      | UInt32(truncatingIfNeeded: valueOffset &- offset)
  }

  /// Reads the next attribute.
  ///
  /// - Throws: ``DERError``; `integerOutOfRange` for a type outside 0 … 2³¹ − 1 or a version outside
  ///   0 … 2²⁴ − 1, `trailingContents` for a fourth member.
  init(_ reader: inout DERReader) throws(DERError) {
    reader.field = .attribute
    var contents = try reader.readConstructed(.sequence)
    let offset = contents.elementOffset
    let type = try Self.number(&contents, .attributeType, maximum: Int32.max)
    let version = try Self.number(&contents, .attributeVersion, maximum: Self.maximumVersion)
    contents.field = .attributeValue
    let value = try contents.readElement(.octetString)
    contents.field = .attribute
    try contents.finish()
    self.init(
      offset: offset, type: type, version: version, valueOffset: value.contentsOffset,
      endOffset: value.endOffset)
  }

  private static func number(
    _ reader: inout DERReader, _ field: DERField, maximum: Int32
  ) throws(DERError) -> Int32 {
    reader.field = field
    // Not `read`, which would need a level more than the common forms.
    let element = try reader.readElement(.integer)
    let octets = reader.bytes(in: element.contentsRange)
    guard let number = Int32(integerOctets: octets), 0...maximum ~= number else {
      let code: DERError.Code =
        octets.byteCount == 0
        ? .emptyInteger : octets.isMinimalInteger ? .integerOutOfRange : .nonMinimalInteger
      throw reader.error(code, at: element.offset)
    }
    return number
  }
}
