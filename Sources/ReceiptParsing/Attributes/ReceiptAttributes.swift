/// The attributes of an app receipt, pulled one at a time and without heap memory. Stop when you like:
/// what follows is then not checked. A copy goes on from the same place on its own.
public struct ReceiptAttributes: ~Escapable {
  @usableFromInline var reader: AttributeReader

  @inlinable
  @_lifetime(copy reader)
  init(_ reader: AttributeReader) {
    self.reader = reader
  }

  /// The next attribute in the order of the payload; `nil` after the last.
  ///
  /// - Throws: ``ReceiptError`` with ``ReceiptError/Code/malformed``.
  @inlinable
  @inline(__always)  // see `AttributeReader`
  @_lifetime(copy self)
  public mutating func next() throws(ReceiptError) -> ReceiptAttribute? {
    guard let attribute = try reader.nextOfReceipt() else { return nil }
    return ReceiptAttribute(attribute, in: reader.bytes, depth: reader.depth - 2)
  }
}
