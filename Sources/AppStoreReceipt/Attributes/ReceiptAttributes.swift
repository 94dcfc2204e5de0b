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
