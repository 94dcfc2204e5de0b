/// One element (identifier, length and contents octets) and where it stands in the input.
///
/// Offsets count bytes from the beginning of the whole input, at every depth.
public struct DERElement: Hashable, Sendable, BitwiseCopyable {
  /// The identifier octets.
  public let identifier: DERIdentifier
  /// Where the first identifier octet stands.
  public let offset: Int
  /// Where the contents octets begin.
  public let contentsOffset: Int
  /// Where the element ends: the offset of the byte after its last one.
  public let endOffset: Int

  @inlinable
  package init(identifier: DERIdentifier, offset: Int, contentsOffset: Int, endOffset: Int) {
    self.identifier = identifier
    self.offset = offset
    self.contentsOffset = contentsOffset
    self.endOffset = endOffset
  }

  /// The contents octets.
  @inlinable
  public var contents: Range<Int> {
    unsafe Range(uncheckedBounds: (contentsOffset, endOffset))  // the reader proved the order
  }

  /// The whole element: identifier, length and contents octets.
  @inlinable
  public var encoding: Range<Int> {
    unsafe Range(uncheckedBounds: (offset, endOffset))  // the reader proved the order
  }
}
