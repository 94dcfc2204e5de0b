/// A key and its value in a property list, as they stand there.
public struct PropertyListEntry: Hashable, Sendable {
  /// The key, without quotation marks and escapes.
  public let key: String

  /// The value, likewise.
  public let value: String

  /// Where the key begins, its quotation mark included.
  public let offset: Int

  /// Where the value's characters stand, without quotation marks.
  let valueCharacters: Range<Int>

  /// Whether this is the key, byte by byte.
  func has(_ key: TransactionKey) -> Bool {
    self.key.utf8.elementsEqual(key.rawValue.utf8)
  }
}
