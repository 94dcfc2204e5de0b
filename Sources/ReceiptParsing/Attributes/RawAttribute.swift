import DERParsing

/// One attribute as it stands in the input.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
@usableFromInline
package struct RawAttribute: Equatable, BitwiseCopyable {
  /// The largest version that is read: 2²⁴ − 1. Only 1 and 2 are known.
  static let maximumVersion: Int32 = 0xFF_FFFF

  /// Where the SEQUENCE begins.
  @usableFromInline package let offset: Int
  @usableFromInline package let type: Int32
  @usableFromInline package let version: Int32
  /// Where the contents octets of the OCTET STRING begin.
  @usableFromInline package let valueOffset: Int
  /// Where they, and with them the attribute, end.
  @usableFromInline package let endOffset: Int

  @inlinable
  package var value: Range<Int> {
    unsafe Range(uncheckedBounds: (valueOffset, endOffset))  // the reader proved the order
  }

  @inlinable
  init(offset: Int, type: Int32, version: Int32, valueOffset: Int, endOffset: Int) {
    self.offset = offset
    self.type = type
    self.version = version
    self.valueOffset = valueOffset
    self.endOffset = endOffset
  }

  /// Reads the next attribute.
  ///
  /// - Throws: ``DERError``; `integerOutOfRange` for a type outside 0 … 2³¹ − 1 or a version outside
  ///   0 … 2²⁴ − 1, `trailingContents` for a fourth member.
  init(_ reader: inout DERReader) throws(DERError) {
    reader.field = .attribute
    var contents = try reader.readConstructed(.sequence)
    offset = contents.elementOffset
    type = try Self.number(&contents, .attributeType, maximum: Int32.max)
    version = try Self.number(&contents, .attributeVersion, maximum: Self.maximumVersion)
    contents.field = .attributeValue
    let value = try contents.readElement(.octetString)
    (valueOffset, endOffset) = (value.contentsOffset, value.endOffset)
    contents.field = .attribute
    try contents.finish()
  }

  private static func number(
    _ reader: inout DERReader, _ field: DERField, maximum: Int32
  ) throws(DERError) -> Int32 {
    let start = reader.offset
    let number =
      if let short = reader.readShortInteger() { short } else {
        try reader.read(field, as: Int32.self)
      }
    guard 0...maximum ~= number else {
      reader.field = field
      throw reader.error(.integerOutOfRange, at: start)
    }
    return number
  }
}
