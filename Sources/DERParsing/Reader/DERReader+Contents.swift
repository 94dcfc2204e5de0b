extension DERReader {
  /// Takes all contents that are left, unread.
  @inlinable
  public mutating func readRemaining() -> Range<Int> {
    defer { position = end }
    return remaining
  }

  /// Takes the next contents octet.
  ///
  /// - Throws: ``DERError/Code/missingElement`` in contents, ``DERError/Code/truncated`` otherwise.
  @inlinable
  public mutating func readContentsByte() throws(DERError) -> UInt8 {
    if isNested && isAtEnd { throw error(.missingElement) }
    return try readByte(of: position)
  }
}

extension DERReader {
  /// Steps over bytes.
  ///
  /// - Precondition: so many are left.
  mutating func skip(_ count: Int) {
    precondition(count >= 0 && count <= end - position)
    position += count
  }

  /// Steps over end-of-contents octets, X.690 §8.1.5, if they are next.
  mutating func skipEndOfContents() -> Bool {
    guard end - position >= 2, byte(at: position) == 0, byte(at: position + 1) == 0 else {
      return false
    }
    position += 2
    return true
  }
}
