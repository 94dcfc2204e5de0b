/// What the value of an attribute has to be.
package enum AttributeValueKind: BitwiseCopyable {
  /// Bytes as they are, with no encoding of their own.
  case bytes
  /// A UTF8String or IA5String.
  case string
  /// The same, holding a date in one of the forms of ``ReceiptDate``.
  case date
  /// An INTEGER of at most 64 bits.
  case integer
  /// An INTEGER 0 or 1.
  case boolean
}
