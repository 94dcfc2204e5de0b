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
