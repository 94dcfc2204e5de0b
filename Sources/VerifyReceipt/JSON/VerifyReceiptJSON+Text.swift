extension VerifyReceiptJSON {
  /// The value as JSON text in UTF-8, members in their order, without white space.
  ///
  /// - Complexity: O(n).
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }
}
