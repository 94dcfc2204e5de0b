/// The attributes of one in-app receipt, pulled one at a time and without heap memory. A copy goes on from the
/// same place on its own.
public struct InAppAttributes: ~Escapable {
  @usableFromInline var reader: AttributeReader

  @inlinable
  @_lifetime(copy reader)
  init(_ reader: AttributeReader) {
    self.reader = reader
  }

  /// The next attribute in the order of the in-app receipt; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  @inlinable
  @inline(__always)  // see `AttributeReader`
  @_lifetime(copy self)
  public mutating func next() throws(ReceiptError) -> InAppAttribute? {
    guard let attribute = try reader.nextOfPurchase() else { return nil }
    return InAppAttribute(attribute, in: reader.bytes)
  }
}
